import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }),
  );
  alice = node.as('alice');
  carol = node.as('carol');
});
afterEach(() => node.close());
afterAll(cleanUp);

const assign = (to: string, more: Record<string, unknown> = {}) =>
  alice.rpc('yangent-tasks:assign', { from: 'noc', to, content: PROMPT, ...more });

const ownKey = (id: string) => `agent-task:${node.store.nodeId}/${id}`;

describe('the key of a task', () => {
  it('names the node and the task, and stays the same in all attempts', async () => {
    const keys: string[] = [];
    node.tasks.host({
      id: 'bot',
      skills: {
        work: async ({ key }, run) => {
          keys.push(key, (await run.current()).key);
          if (keys.length < 6) throw new Error('no route');
        },
      },
    });
    const { id, state } = await assign('bot', { async: false });
    expect(state).toBe('completed');
    expect(keys).toEqual(Array(6).fill(ownKey(id)));
  });

  it('is told to an executor outside the node with every attempt', async () => {
    const { id } = await assign('crew');
    const claimNext = async () => (await carol.rpc('yangent-tasks:claim-next', { agent: 'crew' })).task;
    expect(await claimNext()).toMatchObject([{ id, attempt: 1, key: ownKey(id) }]);
    await carol.onTask(id, 'release', { attempt: 1 });
    expect(await claimNext()).toMatchObject([{ id, attempt: 2, key: ownKey(id) }]);
    expect(await alice.task(id)).toMatchObject({ key: ownKey(id) });
  });

  it('is the one under which a function of the node assigned the task', async () => {
    const key = `agent-task:${node.store.nodeId}/run-1/survey`;
    const { id } = await assign('crew');
    await node.store.transact((tx) =>
      tx.change("update task set document = json_set(document, '$.key', ?) where id = ?", [key, id]),
    );
    await carol.onTask(id, 'claim');
    expect(await carol.task(id)).toMatchObject({ key });
  });

  it('is given to a skill also for a task of an earlier version, which shows none', async () => {
    const { id } = await assign('bot');
    await node.store.transact((tx) =>
      tx.change("update task set document = json_remove(document, '$.key') where id = ?", [id]),
    );
    expect((await alice.task(id)).key).toBeUndefined();
    const given: string[] = [];
    node.tasks.host({ id: 'bot', skills: { work: async ({ key }) => void given.push(key) } });
    await expect.poll(() => given, { interval: 5 }).toEqual([ownKey(id)]);
  });
});
