/** An agent of this node that lives on another one: the node gives it its tasks, follows them, and calls them off. */
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectPeer, type Peer, type PeerTask, recordsOf, type TaskRecord } from '../../src/peers/index.js';
import { type Cut, startCut } from '../peers/cut.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { startServe } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary.js';
import { until } from '../until.js';

const WORKER = fileURLToPath(new URL('remote-worker.mjs', import.meta.url));
const WAYS = ['RESTCONF', 'NETCONF'] as const;
type Way = (typeof WAYS)[number];

/** One that is in no group. */
const user = (name: string) => ({
  'yangent-access:access': { user: [{ name, password: `$0$the password of ${name}` }] },
});
const profile = (name: string) => ({ name, description: `the agent ${name}`, version: '1.0.0', provider: 'ACME' });

let far: TestNode;
let near: TestNode;
const cuts = {} as Record<Way, Cut>;
const peers: Peer[] = [];
/** Gives tasks to the near node. */
let noc: Peer;

const identity = (way: Way) =>
  way === 'RESTCONF'
    ? `sha-256:${new X509Certificate(readFileSync(far.certificate)).fingerprint256.replaceAll(':', '').toLowerCase()}`
    : far.node.ready.netconf?.hostKeyFingerprint;

const execution = (way: Way, credential = 'far', agent = 'worker') => ({
  kind: 'remote',
  target: way === 'RESTCONF' ? `https://127.0.0.1:${cuts[way].port}` : `netconf://127.0.0.1:${cuts[way].port}`,
  remote: { agent, as: 'broker', user: 'near', credential, identity: identity(way) },
});

/** Configuration of a node whose agents `RESTCONF` and `NETCONF` are the worker on the far node. */
const configuration = () => ({
  'yangent-agents:agents': {
    agent: [
      { id: 'noc', profile: profile('noc') },
      ...WAYS.flatMap((way) => [
        { id: way, profile: profile(way), execution: execution(way) },
        { id: `${way}-closed`, profile: profile(`${way}-closed`), execution: execution(way, 'far', 'closed') },
        { id: `${way}-locked`, profile: profile(`${way}-locked`), execution: execution(way, 'wrong') },
      ]),
    ],
  },
});

function withSecrets(): string {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  for (const [name, value] of [
    ['far', 'the password of near'],
    ['wrong', 'another password'],
  ] as const)
    writeFileSync(join(data, 'secrets', name), value, { mode: 0o600 });
  return data;
}

beforeAll(async () => {
  far = await startTestNode({ agents: [WORKER] });
  await far.node.edit({
    ...user('near'),
    'yangent-agents:agents': {
      agent: [
        { id: 'broker', owner: ['near'], profile: profile('broker') },
        { id: 'closed', profile: profile('closed'), execution: { accepts: { type: ['surgery'] } } },
      ],
    },
  });
  const { hostname, port } = new URL(far.url);
  cuts.RESTCONF = await startCut({ host: hostname, port: Number(port) });
  cuts.NETCONF = await startCut(far.netconf);
  near = await startTestNode({ data: withSecrets(), limits: { remote: { patience: 20_000 } } });
  await near.node.edit(configuration());
  noc = await peerOf(near, { user: 'admin', password: near.password, as: 'noc' });
});
afterEach(() => {
  for (const cut of Object.values(cuts)) cut.mend();
});
afterAll(async () => {
  for (const peer of peers) await peer.close();
  await near?.stop();
  for (const cut of Object.values(cuts)) await cut.close();
  await far?.stop();
});

async function peerOf({ url, certificate }: TestNode, login: { user: string; password: string; as: string }) {
  const peer = await connectPeer({ url, ca: readFileSync(certificate), ...login });
  peers.push(peer);
  return peer;
}

const survey = { type: 'survey', object: 'R1-R2', description: 'look at the links' };

/** What the far node has for a task of the near one. */
const counterparts = async ({ id }: PeerTask): Promise<readonly TaskRecord[]> => {
  const tasks = recordsOf(await far.node.read('/yangent-tasks:tasks'));
  return tasks.filter((task) => task['task-id'].startsWith(`${id}.`));
};
const counterpart = async (task: PeerTask, state: string): Promise<TaskRecord> => {
  const [only, ...more] = await until(
    () => counterparts(task),
    ([first]) => first?.state === state,
  );
  expect(more).toEqual([]);
  return only!;
};
const reached = (task: PeerTask, state: string) =>
  until(
    () => task.view(),
    (record) => record.state === state,
  );

describe.each(WAYS)('an agent on another node over %s', (to) => {
  it('does a task, and its progress, intermediate artifact and result are seen here', async () => {
    const task = await noc.assign({ ...survey, to });
    const done = await task.result();
    expect(done.artifact).toEqual([
      { name: 'draft', value: 'R1-R2 is dark' },
      { name: 'report', value: 'seen: look at the links' },
    ]);
    expect(done).toMatchObject({ state: 'completed', to, attempt: 1, progress: { percent: 100 } });
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
    cuts[to].sever();
    const task = await noc.assign({ ...survey, to });
    await reached(task, 'running');
    expect(await counterparts(task)).toEqual([]);
    cuts[to].mend();
    await task.result();
    await counterpart(task, 'completed');
  });

  it('is told of a cancellation when its node is back', async () => {
    const task = await noc.assign({ type: 'wait', description: 'wait', to });
    await counterpart(task, 'running');
    cuts[to].sever();
    await task.cancel('too late');
    cuts[to].mend();
    await counterpart(task, 'canceled');
  });

  it('has exactly one task after the node that gave it was killed and started again', { timeout: 60_000 }, async () => {
    const data = withSecrets();
    const file = join(data, 'configuration.json');
    writeFileSync(file, JSON.stringify(configuration()));
    const first = await startServe({ data, args: ['--config', file] });
    const before = await connectPeer({ url: first.url, user: 'admin', password: first.password, as: 'noc' });
    const waiting = await before.assign({ type: 'ask', description: 'find it', to });
    const running = await before.assign({ type: 'wait', description: 'wait', to });
    await reached(waiting, 'input-required');
    await counterpart(running, 'running');
    await first.end('SIGKILL');
    await before.close();

    const second = await startServe({ data, args: ['--config', file] });
    const after = await connectPeer({ url: second.url, user: 'admin', password: second.password, as: 'noc' });
    try {
      await after.task(waiting.id).provideInput('R1-R2');
      await until(
        () => after.task(waiting.id).view(),
        (record) => record['input-request']?.required === 'which end?',
      );
      await after.task(waiting.id).provideInput('the near one');
      expect((await after.task(waiting.id).result()).artifact[0]).toMatchObject({ value: 'R1-R2, the near one' });
      await after.task(running.id).cancel();
      await counterpart(running, 'canceled');
      await counterpart(waiting, 'completed');
    } finally {
      await after.close();
      await second.end('SIGTERM');
    }
  });
});

describe('an agent on another node', () => {
  it('CUI-6.1-i CUI-6.1-j CUI-6.1-k CUI-6.1-o: a request of an agent of domain A goes by its node to the node of domain B, found by the identifier of the agent there, and the response comes back the same way', async () => {
    const domain = (id: string, owner: string) => ({ id, owner: [owner], domain: 'A', profile: profile(id) });
    const password = (name: string) => ({ user: name, password: `the password of ${name}` });
    await near.node.edit({
      'yangent-access:access': { user: ['ann', 'eve'].map((name) => user(name)['yangent-access:access'].user[0]) },
      'yangent-agents:agents': {
        agent: [
          domain('agent-a', 'ann'),
          { id: 'agent-b', domain: 'B', profile: profile('agent-b'), execution: execution('RESTCONF') },
        ],
      },
    });
    // (A) the agent has a channel to its own node only; (B) which verifies who speaks, before it routes.
    const eve = await peerOf(near, { ...password('eve'), as: 'agent-a' });
    await expect(eve.assign({ ...survey, to: 'agent-b' })).rejects.toMatchObject({ tag: 'access-denied' });
    const agentA = await peerOf(near, { ...password('ann'), as: 'agent-a' });
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
    const address = { ...execution('RESTCONF'), target };
    await near.node.edit({
      'yangent-agents:agents': { agent: [{ id: 'astray', profile: profile('astray'), execution: address }] },
    });
    const task = await noc.assign({ ...survey, to: 'astray' });
    const { error } = await reached(task, 'failed');
    expect(JSON.stringify(error)).toContain(why);
  });

  it('sees of a task and of its changes what the sharing policy lets through, under a deadline of its assigner', async () => {
    await near.node.edit({
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
      cuts.NETCONF.sever();
      const south = { domain: 'south', published: true };
      await hasty.node.edit({
        'yangent-agents:agents': {
          agent: [
            { id: 'noc', profile: profile('noc') },
            { id: 'a-gone', ...south, profile: profile('a-gone'), execution: execution('NETCONF') },
            { id: 'b-there', ...south, profile: profile('b-there'), execution: execution('RESTCONF') },
          ],
        },
      });
      const peer = await peerOf(hasty, { user: 'admin', password: hasty.password, as: 'noc' });
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

  it('is followed further after its node was killed and started again', { timeout: 60_000 }, async () => {
    const data = temporaryFolder();
    const file = join(data, 'configuration.json');
    const broker = { id: 'broker', owner: ['near'], profile: profile('broker') };
    writeFileSync(file, JSON.stringify({ ...user('near'), 'yangent-agents:agents': { agent: [broker] } }));
    const args = ['--agent', WORKER, '--config', file];
    let other = await startServe({ data, args });
    const { port, hostname } = new URL(other.url);
    try {
      const target = { kind: 'remote', target: other.url };
      const remote = { agent: 'worker', as: 'broker', user: 'near', credential: 'far' };
      await near.node.edit({
        'yangent-agents:agents': {
          agent: [{ id: 'elsewhere', profile: profile('elsewhere'), execution: { ...target, remote } }],
        },
      });
      const task = await noc.assign({ type: 'ask', description: 'find it', to: 'elsewhere' });
      await reached(task, 'input-required');
      await other.end('SIGKILL');
      await task.provideInput('R1-R2');
      other = await startServe({ data, args: [...args, '--restconf', `${hostname}:${port}`] });
      await until(
        () => task.view(),
        (record) => record['input-request']?.required === 'which end?',
      );
      await task.provideInput('the near one');
      expect((await task.result()).artifact[0]).toMatchObject({ value: 'R1-R2, the near one' });
    } finally {
      await other.end('SIGTERM');
    }
  });

  it('is what an operator configures: a registration makes the node connect nowhere, nor turns a connection elsewhere', async () => {
    const node = await startTestNode({ data: withSecrets() });
    try {
      await node.node.edit({
        ...user('eve'),
        'yangent-agents:agents': {
          agent: [{ id: 'far', owner: ['eve'], profile: profile('far'), execution: execution('RESTCONF') }],
        },
      });
      const eve = await peerOf(node, { user: 'eve', password: 'the password of eve', as: 'lure' });
      const target = `https://127.0.0.1:${cuts.RESTCONF.port}`;
      const lure = { id: 'lure', profile: profile('lure') };
      await expect(
        eve.invoke('yangent-agents:register', { ...lure, execution: execution('RESTCONF') } as never),
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
