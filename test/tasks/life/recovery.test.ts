/** The node takes up again the tasks that it was executing when it ended. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain } from '../fixture.js';

let node: Fixture;
afterEach(() => node.close());
afterAll(cleanUp);

/** Leaves a node with running tasks of an agent that it hosts, and opens it again. */
async function reopened(tasks: number, prepare: (fixture: Omit<Fixture, 'close'>) => void): Promise<readonly string[]> {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }));
  const alice = node.as('alice');
  const assign = () => alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'bot', type: 'work' });
  const ids = (await Promise.all(Array.from({ length: tasks }, assign))).map(({ id }: Plain) => id);
  await node.store.transact((tx) => tx.change("update task set state = 'running', place = null, attempt = 1", []));
  await node.close();
  node = await openFixture({ directory: node.directory, prepare });
  return ids;
}

const statesOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await node.as('alice').rpc('yangent-tasks:query', { id })).task.state));

describe('running tasks of an earlier process', () => {
  it('are taken up again many at a time', async () => {
    let before = 0;
    const ids = await reopened(1_000, ({ store }) => {
      before = store.counts().transactions;
    });
    expect(node.store.counts().transactions - before).toBeLessThan(30);
    expect(new Set(await statesOf(ids))).toEqual(new Set(['accepted']));
  });

  it('are taken up again although one of them cannot be', async () => {
    let bad: string | undefined;
    const ids = await reopened(150, ({ tasks }) => {
      tasks.follow('refuses', async (_tx, _before, { id, state }) => {
        if (state !== 'accepted') return;
        bad ??= id;
        if (id === bad) throw new Error('this one not');
      });
    });
    const states = await statesOf(ids);
    expect(states[ids.indexOf(bad ?? '')]).toBe('running');
    expect(states.filter((state) => state === 'accepted')).toHaveLength(149);
  });
});
