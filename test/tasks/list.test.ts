/** The newest tasks, from the end of the list. */
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;
beforeEach(async () => {
  node = await openFixture();
  [alice, carol] = [node.as('alice'), node.as('carol')];
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']), agentEntry('spy', ['mallory']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const assign = (taskId: string, more: object = {}) =>
  alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', 'task-id': taskId, objective: 'look', ...more });

async function listed(user: User, input: object): Promise<unknown> {
  const { task = [], more } = await user.rpc('yangent-tasks:list', input);
  return { ids: task.map((each: Readonly<Record<string, unknown>>) => each['task-id']), more };
}

it('come newest first, a page at a time', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await assign(id);
  expect(await listed(alice, { limit: 2 })).toEqual({ ids: ['e', 'd'], more: true });
  const { task } = await alice.rpc('yangent-tasks:list', { limit: 2 });
  expect(await listed(alice, { limit: 3, before: task[1].id })).toEqual({ ids: ['c', 'b', 'a'], more: false });
  expect(task[0].event).toBeUndefined();
});

it('are narrowed by assigner, executor and state', async () => {
  await assign('a');
  await assign('b');
  await carol.rpc('yangent-tasks:claim-next', { agent: 'crew' });
  expect(await listed(carol, { to: 'crew', state: 'running' })).toEqual({ ids: ['a'], more: false });
  expect(await listed(carol, { from: 'noc', state: 'accepted' })).toEqual({ ids: ['b'], more: false });
  expect(await listed(carol, { from: 'crew' })).toEqual({ ids: [], more: false });
});

it('are those that the caller may see', async () => {
  await assign('a');
  expect(await listed(node.as('mallory'), {})).toEqual({ ids: [], more: false });
});

it('make a shorter page where records are long', async () => {
  const content = 'x'.repeat(200_000);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await assign(id, { objective: undefined, content });
  const { task, more } = await alice.rpc('yangent-tasks:list', {});
  expect(more).toBe(true);
  expect(task.length).toBeLessThan(6);
});
