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
  far = await startTestNode({ agents: [WORKER], passwords: { near: 'the password of near' } });
  await far.node.edit({
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

async function peerOf({ url, certificate }: TestNode, user: { user: string; password: string; as: string }) {
  const peer = await connectPeer({ url, ca: readFileSync(certificate), ...user });
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
