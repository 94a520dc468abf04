import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRested, stepsOf } from '../../store/steps.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT } from '../fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const assign = async (): Promise<string> =>
  (await node.as('alice').rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', content: PROMPT })).id;
const done = async (): Promise<string> => {
  const id = await assign();
  await node.as('carol').onTask(id, 'claim');
  await node.as('carol').onTask(id, 'complete', { artifact: [{ name: 'r', value: 'ok' }] });
  return id;
};
const keep = (retention: Record<string, number>) =>
  node.as('admin', { groups: ['admin', 'operator'] }).edit({ 'yangent-tasks:task-settings': { retention } });
const left = async () =>
  ((await node.as('alice').read('/yangent-tasks:tasks/task')) ?? []).map((task: { id: string }) => task.id);
const DAY = 86_400_000;

describe('tasks that are over', () => {
  it('are removed after the days that are set, with all that was recorded of them; unfinished ones stay', async () => {
    await keep({ days: 2 });
    const old = await done();
    const open = await assign();
    node.clock.now += DAY;
    const young = await done();
    node.clock.now += 1.5 * DAY;
    await node.tasks.sweep();
    expect(await left()).toEqual([open, young]);
    expect(await node.as('alice').read(`/irtf-agent:data-params[id='${old}-result']`)).toBeUndefined();
    const rest = await Promise.all(
      (['task_event', 'task_step', 'context_item'] as const).map((table) =>
        node.store.reads.selectFrom(table).select('task').where('task', '=', old).execute(),
      ),
    );
    expect(rest.flat()).toEqual([]);
    await expect(node.as('alice').rpc('yangent-tasks:query', { id: old })).rejects.toMatchObject({
      tag: 'data-missing',
    });
  });

  it('are removed with rests between, so that others have most of the time', async () => {
    for (let n = 0; n < 202; n += 1) await done();
    await keep({ count: 1 });
    node.clock.now += DAY;
    const steps = await stepsOf(node.store, () => node.tasks.sweep());
    expect(await left()).toHaveLength(1);
    // Two steps remove 100 tasks each; the others take hardly any time.
    expect(steps.filter((step) => step.took > 1 && isRested(step)).length).toBeGreaterThanOrEqual(2);
  });

  it('are kept their days when the clock was set back by more days than that', async () => {
    await keep({ days: 2 });
    const before = await done();
    node.clock.now -= 3 * DAY;
    node.clock.ahead -= 3 * DAY;
    const after = await done();
    node.clock.now += DAY;
    await node.tasks.sweep();
    expect(await left()).toEqual([before, after]);
    node.clock.now += 1.5 * DAY;
    await node.tasks.sweep();
    expect(await left()).toEqual([before]);
  });

  it('are removed beyond the number that is set, the oldest first', async () => {
    await keep({ count: 2 });
    const ids = [await done(), await done(), await done(), await done()];
    await node.tasks.sweep();
    expect(await left()).toEqual(ids.slice(2));
  });
});
