/** An agent of this node that lives on another one: the node gives it its tasks, follows them, and calls them off. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Peer, PeerTask } from '../../src/peers/index.js';
import { startTestNode } from '../support/node.js';
import { until } from '../until.js';
import { passwordOf, profile, RemoteRig, reached, survey, user, WAYS, withSecrets } from './remote-rig.js';

let rig: RemoteRig;
let noc: Peer;
beforeAll(async () => {
  rig = await RemoteRig.start();
  noc = await rig.noc();
});
afterEach(() => rig.mend());
afterAll(() => rig?.stop());

const counterparts = (task: PeerTask) => rig.counterparts(task);
const counterpart = (task: PeerTask, state: string) => rig.counterpart(task, state);

describe.each(WAYS)('an agent on another node over %s', (to) => {
  it('does a task, and its progress, intermediate artifact and result are seen here', async () => {
    const task = await noc.assign({ ...survey, to });
    const done = await task.result();
    expect(done.artifact).toEqual([
      { name: 'draft', value: 'R1-R2 is dark' },
      { name: 'report', value: 'seen: look at the links' },
    ]);
    expect(done).toMatchObject({ state: 'completed', to, attempt: 1, progress: { percent: 100 } });
    const { executor, quality } = await task.view();
    expect(executor).toMatchObject({ agent: to, estimate: 8 });
    expect(quality).toEqual([
      { name: 'links', value: '2' },
      { name: 'seen', value: 'R1-R2' },
    ]);
    expect(await counterpart(task, 'completed')).toMatchObject({
      'task-id': `${task.id}.1`,
      from: 'broker',
      to: 'worker',
    });
  });

  it('asks, and every answer of the assigner reaches it once', async () => {
    const task = await noc.assign({ type: 'ask', description: 'find it', to });
    expect((await reached(task, 'input-required'))['input-request']).toMatchObject({ required: 'which link?' });
    await task.provideInput('R1-R2');
    await until(
      () => task.view(),
      (record) => record['input-request']?.required === 'which end?',
    );
    await task.provideInput('the far one');
    expect((await task.result()).artifact[0]).toMatchObject({ value: 'R1-R2, the far one' });
    expect((await counterpart(task, 'completed'))['provided-input']).toMatchObject([
      { content: 'R1-R2' },
      { content: 'the far one' },
    ]);
  });

  it('stops when the task is canceled here', async () => {
    const task = await noc.assign({ type: 'wait', description: 'wait', to });
    await counterpart(task, 'running');
    await task.cancel('not needed any more');
    expect(await counterpart(task, 'canceled')).toMatchObject({ 'state-reason': 'not needed any more' });
  });

  it('halts when the task is suspended here, and goes on with the same task', async () => {
    const task = await noc.assign({ type: 'ask', description: 'find it', to });
    await reached(task, 'input-required');
    await task.suspend('first something else');
    await counterpart(task, 'suspended');
    await task.resume();
    await reached(task, 'input-required');
    await task.provideInput('R1');
    await counterpart(task, 'input-required');
    await task.cancel();
    await counterpart(task, 'canceled');
  });

  it('fails, and its reason is the reason here', async () => {
    const task = await noc.assign({ type: 'fail', description: 'mend it', to });
    expect(await reached(task, 'failed')).toMatchObject({
      error: { code: 'invalid-input', message: 'the fibre is cut', recovery: ['modify'] },
    });
  });

  it('refuses a task, which then has failed here with the reason it gave', async () => {
    const task = await noc.assign({ ...survey, to: `${to}-closed` });
    const { error } = await reached(task, 'failed');
    expect(error).toMatchObject({ code: 'lack-of-skills' });
    expect(error?.message).toContain('rejected by agent "closed"');
    expect(error?.message).toContain('takes tasks of the types surgery');
  });

  it('cannot be reached with a wrong credential, and the task says so', async () => {
    const task = await noc.assign({ ...survey, to: `${to}-locked` });
    const { error } = await reached(task, 'failed');
    expect(error).toMatchObject({ code: 'access-denied' });
    expect(error?.message).toContain('refuses user "near"');
    expect(await counterparts(task)).toEqual([]);
  });

  it('gets its task when its node is back, if that was away when the task was assigned', async () => {
    rig.cuts[to].sever();
    const task = await noc.assign({ ...survey, to });
    await reached(task, 'running');
    expect(await counterparts(task)).toEqual([]);
    rig.cuts[to].mend();
    await task.result();
    await counterpart(task, 'completed');
  });

  it('is told of a cancellation when its node is back', async () => {
    const task = await noc.assign({ type: 'wait', description: 'wait', to });
    await counterpart(task, 'running');
    rig.cuts[to].sever();
    await task.cancel('too late');
    rig.cuts[to].mend();
    await counterpart(task, 'canceled');
  });
});

describe('an agent on another node', () => {
  it('CUI-6.1-i CUI-6.1-j CUI-6.1-k CUI-6.1-o: a request of an agent of domain A goes by its node to the node of domain B, found by the identifier of the agent there, and the response comes back the same way', async () => {
    const domain = (id: string, owner: string) => ({ id, owner: [owner], domain: 'A', profile: profile(id) });
    const password = (name: string) => ({ user: name, password: passwordOf(name) });
    await rig.near.node.edit({
      'yangent-access:access': { user: ['ann', 'eve'].map((name) => user(name)['yangent-access:access'].user[0]) },
      'yangent-agents:agents': {
        agent: [
          domain('agent-a', 'ann'),
          { id: 'agent-b', domain: 'B', profile: profile('agent-b'), execution: rig.execution('RESTCONF') },
        ],
      },
    });
    // (A) the agent has a channel to its own node only; (B) which verifies who speaks, before it routes.
    const eve = await rig.peerOf(rig.near, { ...password('eve'), as: 'agent-a' });
    await expect(eve.assign({ ...survey, to: 'agent-b' })).rejects.toMatchObject({ tag: 'access-denied' });
    const agentA = await rig.peerOf(rig.near, { ...password('ann'), as: 'agent-a' });
    const task = await agentA.assign({ ...survey, to: 'agent-b' });
    expect(task.assignment).toMatchObject({ to: 'agent-b' });
    // (F) the node hands the response over to the agent, by notifications and by the task.
    const states: string[] = [];
    for await (const { state } of task.changes()) states.push(state);
    expect(states.at(-1)).toBe('completed');
    expect((await task.view()).artifact?.at(-1)).toEqual({ name: 'report', value: 'seen: look at the links' });
    expect(await counterpart(task, 'completed')).toMatchObject({ from: 'broker', to: 'worker' });
  });

  it.each([
    ['ftp://127.0.0.1:21', 'is no address of a node: write https://HOST:PORT or netconf://HOST:PORT'],
    ['http://192.0.2.1:8080', 'would go unencrypted'],
  ])('has a target that will not do, %s, and its task says why', async (target, why) => {
    const address = { ...rig.execution('RESTCONF'), target };
    await rig.near.node.edit({
      'yangent-agents:agents': { agent: [{ id: 'astray', profile: profile('astray'), execution: address }] },
    });
    const task = await noc.assign({ ...survey, to: 'astray' });
    const { error } = await reached(task, 'failed');
    expect(JSON.stringify(error)).toContain(why);
  });

  it('sees of a task and of its changes what the sharing policy lets through, under a deadline of its assigner', async () => {
    await rig.near.node.edit({
      'yangent-contexts:sharing-policy': [{ name: 'no-mail', to: ['RESTCONF'], action: 'redact', redact: ['email'] }],
    });
    const deadline = '2999-01-01T00:00:00Z';
    const task = await noc.assign({ type: 'wait', to: 'RESTCONF', objective: 'write to ann@acme.example', deadline });
    const given = await counterpart(task, 'running');
    expect(given).toMatchObject({ objective: 'write to [redacted]', deadline });
    await task.update({ constraint: [{ name: 'who', value: 'bob@acme.example' }] });
    const [changed] = await until(
      () => counterparts(task),
      ([each]) => each?.constraint !== undefined,
    );
    expect(changed?.constraint).toEqual([{ name: 'who', value: '[redacted]' }]);
    await task.cancel();
    expect(JSON.stringify(await counterpart(task, 'canceled'))).not.toContain('acme.example');
  });

  it('tells its assigner what the sharing policy lets through', async () => {
    const policy = {
      name: 'no-links',
      from: ['NETCONF'],
      to: ['noc'],
      action: 'redact',
      pattern: ['R\\d-R\\d', 'links?'],
    };
    await rig.near.node.edit({ 'yangent-contexts:sharing-policy': [policy] });
    const task = await noc.assign({ ...survey, to: 'NETCONF' });
    const done = await task.result();
    expect(done.artifact).toEqual([
      { name: 'draft', value: '[redacted] is dark' },
      { name: 'report', value: 'seen: look at the [redacted]' },
    ]);
    expect(JSON.stringify(done.event)).not.toContain('links');
    const asking = await noc.assign({ type: 'ask', description: 'find it', to: 'NETCONF' });
    expect((await reached(asking, 'input-required'))['input-request']).toMatchObject({ required: 'which [redacted]?' });
    await asking.cancel();
    policy.action = 'allow';
    await rig.near.node.edit({ 'yangent-contexts:sharing-policy': [policy] });
  });

  it('halts with everything autonomous here, and goes on with it', async () => {
    const task = await noc.assign({ type: 'wait', description: 'wait', to: 'RESTCONF' });
    await counterpart(task, 'running');
    await noc.invoke('yangent-tasks:stop-all', { reason: 'storm' });
    await counterpart(task, 'suspended');
    await noc.invoke('yangent-tasks:resume-all', undefined);
    await counterpart(task, 'running');
    await task.cancel();
    await counterpart(task, 'canceled');
  });

  it('that cannot be reached loses the task to the next candidate; without one the task fails and says why', async () => {
    const hasty = await startTestNode({ data: withSecrets(), limits: { remote: { patience: 0 } } });
    try {
      rig.cuts.NETCONF.sever();
      const south = { domain: 'south', published: true };
      await hasty.node.edit({
        'yangent-agents:agents': {
          agent: [
            { id: 'noc', profile: profile('noc') },
            { id: 'a-gone', ...south, profile: profile('a-gone'), execution: rig.execution('NETCONF') },
            { id: 'b-there', ...south, profile: profile('b-there'), execution: rig.execution('RESTCONF') },
          ],
        },
      });
      const peer = await rig.peerOf(hasty, { user: 'admin', password: hasty.password, as: 'noc' });
      const alone = await peer.assign({ ...survey, to: 'a-gone', policy: { 'max-attempts': 2 } });
      const { error } = await reached(alone, 'failed');
      expect(error).toMatchObject({ code: 'executor-lost' });
      expect(error?.message).toMatch(/^the node at netconf:\/\/127\.0\.0\.1:\d+ cannot be reached: /);
      expect((await alone.view()).attempt).toBe(2);
      const task = await peer.assign({ ...survey, discover: { domain: 'south' } });
      expect(await task.result()).toMatchObject({ to: 'b-there', attempt: 2 });
      expect(JSON.stringify((await task.view()).event)).toContain('reassigned to agent \\"b-there\\"');
    } finally {
      await hasty.stop();
    }
  });

  it('is what an operator configures: a registration makes the node connect nowhere, nor turns a connection elsewhere', async () => {
    const node = await startTestNode({ data: withSecrets() });
    try {
      await node.node.edit({
        ...user('eve'),
        'yangent-agents:agents': {
          agent: [{ id: 'far', owner: ['eve'], profile: profile('far'), execution: rig.execution('RESTCONF') }],
        },
      });
      const eve = await rig.peerOf(node, { user: 'eve', password: passwordOf('eve'), as: 'lure' });
      const target = `https://127.0.0.1:${rig.cuts.RESTCONF.port}`;
      const lure = { id: 'lure', profile: profile('lure') };
      await expect(
        eve.invoke('yangent-agents:register', { ...lure, execution: rig.execution('RESTCONF') } as never),
      ).rejects.toMatchObject({ tag: 'unknown-element' });
      await expect(
        eve.invoke('yangent-agents:register', { id: 'far', profile: profile('far'), execution: { target } }),
      ).rejects.toMatchObject({ tag: 'access-denied', message: expect.stringContaining('only operators') });
      await eve.invoke('yangent-agents:register', { ...lure, execution: { kind: 'remote', target } });
      const task = await eve.assign({ ...survey, to: 'lure' });
      const claimed = await eve.invoke('yangent-tasks:claim-next', { agent: 'lure' });
      expect(claimed.task).toMatchObject([{ id: task.id }]);
      expect(await counterparts(task)).toEqual([]);
    } finally {
      await node.stop();
    }
  });
});
