import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture } from './fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']), agentEntry('other', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const TASK = {
  from: 'noc',
  to: 'crew',
  type: 'repair',
  initiator: 'ticket 4711',
  content: '##target object cell-1 ##task description call back bob@example.net',
  input: { customer: { name: 'Bob', site: 'roof' } },
  policy: { 'max-attempts': 2 },
  subscription: { url: 'http://127.0.0.1:9/' },
};

describe('what an executor sees of a task', () => {
  it('has nothing that is the assigner’s own; the assigner and operators see all', async () => {
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', TASK);
    const own = ['initiator', 'policy', 'subscription'];
    expect(Object.keys(await node.as('alice').task(id))).toEqual(expect.arrayContaining(own));
    expect(Object.keys(await node.as('olga', { groups: ['operator'] }).task(id))).toEqual(expect.arrayContaining(own));
    const seen = [
      await node.as('carol').task(id),
      (await node.as('carol').rpc('yangent-tasks:query', { id })).task,
      (await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew' })).task[0],
    ];
    for (const task of seen) for (const name of own) expect(task).not.toHaveProperty(name);
  });

  it('goes through the sharing policies: kinds of information are taken out of texts and input', async () => {
    const policy = { name: 'crews', to: ['crew'], type: ['task'], action: 'redact', redact: ['email', 'name'] };
    await node.as('admin', { groups: ['admin', 'operator'] }).edit({ 'yangent-contexts:sharing-policy': [policy] });
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', TASK);
    const task = await node.as('carol').task(id);
    expect(task.content).toBe('##target object cell-1 ##task description call back [redacted]');
    expect(JSON.stringify(task.input)).not.toContain('Bob');
    expect(task.input).toMatchObject({ customer: { site: 'roof' } });
    expect([...task.redacted].sort()).toEqual(['email', 'name']);
    await node.as('alice').onTask(id, 'update', { objective: 'or mail eve@example.net' });
    expect((await node.as('carol').task(id)).objective).toBe('or mail [redacted]');
    const stored = await node.store.reads.selectFrom('event').select('value').execute();
    expect(JSON.stringify(stored)).not.toContain('bob@example.net');
    const context = await node.as('carol').read('/irtf-agent:context');
    expect(JSON.stringify(context)).not.toContain('bob@example.net');
    expect(await node.as('alice').rpc('yangent-tasks:assign', { ...TASK, to: 'other' })).toMatchObject({
      state: 'accepted',
    });
  });

  it('is searched in all that its author words, and its lists keep their entries', async () => {
    const policy = { name: 'crews', to: ['crew'], action: 'redact', redact: ['email'] };
    await node.as('admin', { groups: ['admin', 'operator'] }).edit({ 'yangent-contexts:sharing-policy': [policy] });
    const said = {
      from: 'noc',
      to: 'crew',
      objective: 'repair',
      type: 'for x@example.net',
      constraint: [{ name: 'a@example.net', type: 'by b@example.net' }, { name: 'b@example.net' }],
      'expected-artifact': [{ name: 'report of c@example.net', format: 'mail to d@example.net' }],
      term: [{ term: 'e@example.net', explanation: 'a customer' }],
    };
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', said);
    const task = await node.as('carol').task(id);
    expect(JSON.stringify(task)).not.toContain('@example.net');
    expect(task).toMatchObject({
      type: 'for [redacted]',
      constraint: [{ name: '[redacted]', type: 'by [redacted]' }, { name: '[redacted] 2' }],
      'expected-artifact': [{ name: 'report of [redacted]', format: 'mail to [redacted]' }],
      term: [{ term: '[redacted]', explanation: 'a customer' }],
    });
    await expect(
      node.as('alice').rpc('yangent-tasks:assign', { ...said, 'task-id': 'for a@example.net' }),
    ).rejects.toMatchObject({
      tag: 'access-denied',
      path: '/yangent-tasks:assign/task-id',
      message: expect.stringContaining('removes email'),
    });
    const uuid = '01980123-0123-4567-8901-0123456789ab';
    expect(await node.as('alice').rpc('yangent-tasks:assign', { ...said, 'task-id': `t-${uuid}` })).toMatchObject({
      state: 'accepted',
    });
  });

  it('is refused as a whole where a policy forbids it', async () => {
    const policy = { name: 'none', to: ['crew'], action: 'deny' };
    await node.as('admin', { groups: ['admin', 'operator'] }).edit({ 'yangent-contexts:sharing-policy': [policy] });
    await expect(node.as('alice').rpc('yangent-tasks:assign', TASK)).rejects.toMatchObject({ tag: 'access-denied' });
    expect(await node.as('alice').read('/yangent-tasks:tasks/task')).toBeUndefined();
  });
});
