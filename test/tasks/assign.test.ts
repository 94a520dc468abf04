import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeXml } from '../../src/data/index.js';
import { agentView, nodeView } from '../../src/server/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT } from './fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('ip-fault', ['bob'], { execution: { kind: 'hosted' } }),
    agentEntry('field-crew', ['carol']),
  );
  node.tasks.host({
    id: 'ip-fault',
    skills: { 'diagnose-link': async (task) => `${task.prompt.object} is unplugged` },
  });
});
afterEach(() => node.close());
afterAll(cleanUp);

const toFault = { from: 'noc', to: 'ip-fault', 'task-id': 't1', content: PROMPT };
const toCrew = { from: 'noc', to: 'field-crew', 'task-id': 't1', content: PROMPT };

describe('assigning a task', () => {
  it('answers a synchronous assignment with the result of the hosted skill', async () => {
    const answer = await node.as('alice').rpc('yangent-tasks:assign', { ...toFault, async: false });
    expect(answer).toMatchObject({
      'task-id': 't1',
      to: 'ip-fault',
      state: 'completed',
      artifact: [{ name: 'result', value: 'cell-1 is unplugged' }],
    });
    const { event } = await node.as('alice').task(answer.id);
    expect(event.map((each: { state: string }) => each.state)).toEqual([
      'submitted',
      'accepted',
      'running',
      'completed',
    ]);
    expect(event.map((each: { sequence: string }) => each.sequence)).toEqual(['1', '2', '3', '4']);
  });

  it('acknowledges an asynchronous assignment at once', async () => {
    const answer = await node.as('alice').rpc('yangent-tasks:assign', toCrew);
    expect(answer).toMatchObject({ 'task-id': 't1', state: 'accepted' });
    expect(await node.as('alice').task(answer.id)).toMatchObject({
      from: 'noc',
      to: 'field-crew',
      priority: 3,
      state: 'accepted',
      attempt: 0,
    });
  });

  it('stops waiting when the time given is over, and the task goes on', async () => {
    const answer = await node.as('alice').rpc('yangent-tasks:assign', { ...toCrew, async: false, wait: 0 });
    expect(answer.state).toBe('accepted');
  });

  it('carries structured input and results, in JSON and in XML', async () => {
    node.tasks.host({
      id: 'echo',
      skills: { echo: async (task) => ({ artifacts: [{ name: 'e', data: { got: task.input } }] }) },
    });
    await configure(node, agentEntry('echo', ['bob'], { execution: { kind: 'hosted' } }));
    const input = { ports: [1, 2], deep: { text: 'a < b & c' } };
    const answer = await node
      .as('alice')
      .rpc('yangent-tasks:assign', { from: 'noc', to: 'echo', objective: 'echo', input, async: false });
    expect(answer.artifact).toEqual([{ name: 'e', data: { got: input } }]);
    const caller = {
      principal: { name: 'alice', groups: [] },
      view: nodeView,
      session: 0,
      protocol: 'local' as const,
      signal: new AbortController().signal,
    };
    const tree = await node.server.read(caller, { content: 'all', selection: 'all' });
    expect(encodeXml(tree)).toContain('a &lt; b &amp; c');
  });

  it('gives the same task for the same assignment, and refuses another one under its key', async () => {
    const alice = node.as('alice');
    const first = await alice.rpc('yangent-tasks:assign', toCrew);
    const again = await alice.rpc('yangent-tasks:assign', { ...toCrew, async: false, wait: 0 });
    expect(again.id).toBe(first.id);
    await expect(alice.rpc('yangent-tasks:assign', { ...toCrew, objective: 'something else' })).rejects.toMatchObject({
      tag: 'data-exists',
    });
    await expect(alice.rpc('yangent-tasks:assign', toFault)).rejects.toMatchObject({ tag: 'data-exists' });
    expect((await alice.read('/yangent-tasks:tasks')).task).toHaveLength(1);
  });

  it('lets nobody assign as an agent he does not own', async () => {
    for (const [user, groups] of [
      ['bob', []],
      ['mallory', []],
      ['root', ['admin', 'operator']],
    ] as const) {
      await expect(node.as(user, { groups }).rpc('yangent-tasks:assign', toCrew)).rejects.toMatchObject({
        tag: 'access-denied',
      });
    }
    await expect(node.as('alice').rpc('yangent-tasks:assign', { ...toCrew, from: 'nobody' })).rejects.toMatchObject({
      tag: 'access-denied',
    });
  });

  it('says which agents there are when the receiver is unknown', async () => {
    await expect(node.as('alice').rpc('yangent-tasks:assign', { ...toCrew, to: 'crew' })).rejects.toMatchObject({
      tag: 'invalid-value',
      message: expect.stringContaining('"field-crew"'),
    });
  });

  it('finds the receiver by a query', async () => {
    const { to, discover, ...task } = {
      ...toFault,
      discover: { text: 'link fault', skill: ['diagnose-link'], state: ['online'], provider: 'acme' },
    };
    const answer = await node.as('alice').rpc('yangent-tasks:assign', { ...task, discover });
    expect(['ip-fault', 'field-crew', 'noc']).toContain(answer.to);
    await expect(
      node.as('alice').rpc('yangent-tasks:assign', { ...task, 'task-id': 't2', discover: { skill: ['brew-coffee'] } }),
    ).rejects.toMatchObject({ tag: 'data-missing' });
  });

  it('rejects what the agent does not accept, with the reason', async () => {
    await configure(
      node,
      agentEntry('picky', ['bob'], { execution: { accepts: { 'min-priority': 5, type: ['repair'] } } }),
    );
    const alice = node.as('alice');
    const low = await alice.rpc('yangent-tasks:assign', { ...toCrew, to: 'picky' });
    expect(low).toMatchObject({
      state: 'rejected',
      error: { code: 'overloaded' },
      'state-reason': expect.stringContaining('priority 5'),
    });
    const type = await alice.rpc('yangent-tasks:assign', {
      ...toCrew,
      'task-id': 't2',
      to: 'picky',
      priority: 6,
      type: 'monitoring',
    });
    expect(type).toMatchObject({ state: 'rejected', error: { code: 'lack-of-skills' } });
    await node.as('bob').act("/yangent-agents:agents/agent[id='picky']/drain");
    const drained = await alice.rpc('yangent-tasks:assign', { ...toCrew, 'task-id': 't3', to: 'picky', priority: 6 });
    expect(drained).toMatchObject({ state: 'rejected', 'state-reason': expect.stringContaining('draining') });
  });

  it('keeps a task from all whom it does not concern', async () => {
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', toCrew);
    for (const user of ['alice', 'carol']) {
      expect((await node.as(user).read('/yangent-tasks:tasks')).task).toHaveLength(1);
      expect((await node.as(user).rpc('yangent-tasks:query', { id })).task.id).toBe(id);
    }
    for (const other of [node.as('bob'), node.as('mallory', { groups: ['admin'] })]) {
      expect(await other.task(id)).toBeUndefined();
      expect(await other.read('/yangent-tasks:tasks/task')).toBeUndefined();
      await expect(other.rpc('yangent-tasks:query', { from: 'noc', 'task-id': 't1' })).rejects.toMatchObject({
        tag: 'data-missing',
      });
      await expect(other.onTask(id, 'cancel')).rejects.toMatchObject({ tag: 'data-missing' });
    }
    expect(await node.as('olga', { groups: ['operator'] }).task(id)).toMatchObject({ id });
  });

  it('shows on the endpoint of an agent its own tasks only', async () => {
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', toCrew);
    expect(await node.as('alice', { view: agentView('field-crew') }).task(id)).toMatchObject({ id });
    expect(await node.as('alice', { view: agentView('ip-fault') }).task(id)).toBeUndefined();
    await expect(
      node.as('alice', { view: agentView('ip-fault') }).rpc('yangent-tasks:assign', toCrew),
    ).rejects.toMatchObject({ tag: 'invalid-value' });
  });
});
