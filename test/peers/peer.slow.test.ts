import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectPeer, type Peer, type PeerOptions, type TaskChange, TaskNotCompleted } from '../../src/peers/index.js';
import { type Cut, startCut } from '../support/cut.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

let node: TestNode;
const cuts: { RESTCONF?: Cut; NETCONF?: Cut } = {};
beforeAll(async () => {
  node = await startTestNode({ agents: [WORKER], passwords: { ann: 'the password of ann' } });
  await node.node.edit({
    'yangent-agents:agents': {
      agent: [{ id: 'noc', profile: { name: 'noc', description: 'd', version: '1.0.0', provider: 'ACME' } }],
    },
  });
  const { hostname, port } = new URL(node.url);
  cuts.RESTCONF = await startCut({ host: hostname, port: Number(port) });
  cuts.NETCONF = await startCut(node.netconf);
});
afterAll(async () => {
  for (const cut of Object.values(cuts)) await cut.close();
  await node?.stop();
});

const peers = new Set<Peer>();
afterEach(async () => {
  for (const cut of Object.values(cuts)) cut.mend();
  for (const peer of peers) await peer.close();
  peers.clear();
});

type Way = 'RESTCONF' | 'NETCONF';

function cutOf(way: Way): Cut {
  return cuts[way]!;
}

function address(way: Way) {
  const { port } = cutOf(way);
  return way === 'RESTCONF'
    ? { url: `https://127.0.0.1:${port}`, ca: readFileSync(node.certificate) }
    : { netconf: { host: '127.0.0.1', port, hostKey: node.node.ready.netconf?.hostKeyFingerprint } };
}

async function connected(way: Way, options: Partial<PeerOptions> = {}): Promise<Peer> {
  const peer = await connectPeer({
    ...address(way),
    user: 'admin',
    password: node.password,
    as: 'noc',
    ...options,
  } as PeerOptions);
  peers.add(peer);
  return peer;
}

async function all(changes: AsyncIterable<TaskChange>): Promise<TaskChange[]> {
  const list: TaskChange[] = [];
  for await (const change of changes) list.push(change);
  return list;
}

describe.each<Way>(['RESTCONF', 'NETCONF'])('a peer over %s', (way) => {
  it('assigns a task, follows it change by change, and gets its result', async () => {
    const peer = await connected(way);
    const task = await peer.assign({
      to: 'worker',
      type: 'count',
      object: 'R1-R2',
      description: 'count',
      input: { to: 3 },
    });
    expect(task.assignment).toMatchObject({ id: task.id, to: 'worker' });
    const changes = await all(task.changes());
    expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_, index) => index + 1));
    expect(changes.map(({ state, note }) => note ?? state)).toEqual([
      'submitted',
      'accepted',
      'attempt 1',
      'counted 1',
      'counted 2',
      'counted 3',
      'counted',
    ]);
    const result = await task.result();
    expect(result.artifact).toMatchObject([{ name: 'sum', value: '3' }]);
    expect(result).toMatchObject({ from: 'noc', to: 'worker', state: 'completed' });
    expect((await task.view()).content).toContain('<object>R1-R2</object>');
  });

  it('finds the task again by its task-id, and refuses another order under the same one', async () => {
    const peer = await connected(way);
    const order = { to: 'worker', type: 'count', input: { to: 1 }, 'task-id': `same-${way}` } as const;
    const first = await peer.assign(order);
    expect((await peer.assign(order)).id).toBe(first.id);
    expect((await peer.findTask(`same-${way}`)).id).toBe(first.id);
    await expect(peer.assign({ ...order, input: { to: 2 } })).rejects.toMatchObject({ tag: 'data-exists' });
  });

  it('says state and reason of a task that fails', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'fail', description: 'fail', policy: { 'max-attempts': 1 } });
    const failure: unknown = await task.result().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TaskNotCompleted);
    expect(failure).toMatchObject({
      state: 'failed',
      reason: 'the fibre is cut',
      code: 'unreachable',
      recovery: ['escalate'],
      message: `task ${task.id} for agent "worker" ended as failed: the fibre is cut`,
    });
  });

  it('gives the input that is asked for', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'ask', description: 'ask' });
    for await (const { state } of task.changes()) {
      if (state !== 'input-required') continue;
      expect((await task.view())['input-request']).toMatchObject({ required: 'which link?' });
      expect(await task.provideInput('R1-R2')).toEqual({ state: 'running' });
    }
    expect((await task.result()).artifact).toMatchObject([{ value: 'it is R1-R2' }]);
  });

  it('judges a result', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'count', input: { to: 1 }, verification: { wanted: true } });
    for await (const { state } of task.changes()) if (state === 'verifying') await task.verify('accepted', 'well done');
    expect(await task.result()).toMatchObject({ verification: { verdict: 'accepted', comment: 'well done' } });
  });

  it('calls a task off; whoever waits for its result learns it', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'wait', description: 'wait' });
    const result = task.result();
    expect(await task.cancel('not needed any more')).toEqual({ state: 'canceled' });
    await expect(result).rejects.toMatchObject({ state: 'canceled', reason: 'not needed any more' });
  });

  it('negotiates before it assigns, and about a task', async () => {
    const peer = await connected(way);
    const first = await peer.negotiate({ to: 'worker', type: 'FEASIBILITY', content: 'all of it' });
    expect(first).toMatchObject({ by: 'worker', verdict: 'countered', counter: 'half of it' });
    const second = await peer.negotiate({ thread: first.thread, type: 'FEASIBILITY', content: 'then half' });
    expect(second).toMatchObject({ round: 4, verdict: 'feasible' });
  });

  it('discovers agents and asks what they can do', async () => {
    const peer = await connected(way);
    const { match } = await peer.discover({ skill: ['count'] });
    expect(match?.map(({ id }) => id)).toEqual(['worker']);
    const answer = await peer.negotiateCapability({ to: 'worker', skill: ['count', 'dance'], streaming: true });
    expect(answer).toMatchObject({ agreed: false, missing: ['skill:dance'] });
  });

  it('invokes any other operation of the node', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'count', input: { to: 1 } });
    await task.result();
    const { task: record } = await peer.invoke('yangent-tasks:query', { id: task.id });
    expect(record).toMatchObject({ id: task.id, state: 'completed' });
    expect(await peer.invoke('yangent-tasks:claim-next', { agent: 'noc' })).toEqual({});
    await expect(peer.invoke('acme:nothing', {})).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
  });

  it('misses nothing and tells nothing twice, however often the connection breaks', async () => {
    const peer = await connected(way);
    const cut = cutOf(way);
    const task = await peer.assign({ to: 'worker', type: 'count', description: 'count', input: { to: 60, pause: 20 } });
    const changes: TaskChange[] = [];
    for await (const change of task.changes()) {
      changes.push(change);
      if (changes.length % 15 !== 0) continue;
      cut.sever();
      // It goes on counting meanwhile.
      await until(
        () => node.node.read(`/yangent-tasks:tasks/task[id='${task.id}']/progress/percent`),
        () => true,
      );
      setTimeout(() => cut.mend(), 100);
    }
    expect(changes.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
    expect(changes.at(-1)).toMatchObject({ state: 'completed' });
    expect((await task.result()).artifact).toMatchObject([{ value: '60' }]);
  });

  it('assigns once although the connection broke before the answer came', async () => {
    const peer = await connected(way);
    const cut = cutOf(way);
    cut.sever();
    const assigned = peer.assign({ to: 'worker', type: 'count', input: { to: 1 }, 'task-id': `broken-${way}` });
    setTimeout(() => cut.mend(), 150);
    const { artifact } = await (await assigned).result();
    expect(artifact).toHaveLength(1);
  });

  it('says a round with a number once although its answer was lost, and hears the answer', async () => {
    const peer = await connected(way);
    const watcher = await connected(way === 'NETCONF' ? 'RESTCONF' : 'NETCONF');
    const cut = cutOf(way);
    const key = `lost-${way}`;
    const speech = { to: 'worker', 'task-id': key, type: 'FEASIBILITY', content: 'all of it', round: 1 } as const;
    await peer.discover({ skill: ['count'] });
    cut.hold('back', 0);
    const answer = peer.negotiate(speech);
    const spoken = async () => {
      const task = await watcher.findTask(key).catch(() => undefined);
      return (await task?.view())?.negotiation?.map(({ by, verdict }) => [by, verdict]);
    };
    await until(spoken, (rounds) => rounds?.length === 2);
    cut.sever();
    cut.mend();
    expect(await answer).toMatchObject({ round: 2, by: 'worker', verdict: 'countered' });
    expect(await spoken()).toEqual([
      ['noc', undefined],
      ['worker', 'countered'],
    ]);
    await expect(peer.negotiate({ ...speech, content: 'none of it' })).rejects.toMatchObject({ appTag: 'round-taken' });
  });

  it('goes on behind the change that is known already', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'count', input: { to: 4 } });
    await task.result();
    const rest = await all(task.changes({ after: 6 }));
    expect(rest.map(({ sequence }) => sequence)).toEqual([7, 8]);
    expect(await all(task.changes({ after: 8 }))).toEqual([]);
  });

  it('follows many tasks over one event stream', async () => {
    const peer = await connected(way);
    const tasks = await Promise.all(
      Array.from({ length: 20 }, () => peer.assign({ to: 'worker', type: 'count', input: { to: 2 } })),
    );
    const open = cutOf(way).open;
    const results = await Promise.all(tasks.map((task) => task.result()));
    expect(results.every(({ state }) => state === 'completed')).toBe(true);
    expect(cutOf(way).open).toBeLessThanOrEqual(open + (way === 'RESTCONF' ? 8 : 1));
  });

  it('is given up at once when the signal says so, and does not wait for ever', async () => {
    const peer = await connected(way);
    const task = await peer.assign({ to: 'worker', type: 'wait', description: 'wait' });
    const giving = new AbortController();
    const result = task.result({ signal: giving.signal });
    giving.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    await expect(task.result({ timeout: 50 })).rejects.toMatchObject({ appTag: 'not-in-time' });
    const waiting = expect(task.result()).rejects.toThrow('was closed');
    await peer.close();
    await waiting;
  });

  it('fails when the node stays away for longer than its patience', async () => {
    const peer = await connected(way, { patience: 200 });
    const task = await peer.assign({ to: 'worker', type: 'wait', description: 'wait' });
    const result = task.result();
    cutOf(way).sever();
    await expect(result).rejects.toMatchObject({ type: 'transport' });
    cutOf(way).mend();
    await task.cancel();
  });

  it('says that the node does not let the user in, or is not there', async () => {
    await expect(connected(way, { password: 'wrong' })).rejects.toMatchObject({ tag: 'access-denied' });
    cutOf(way).sever();
    await expect(connected(way)).rejects.toMatchObject({ type: 'transport' });
  });

  it('is refused what the user may not do, and says who has to speak', async () => {
    const peer = await connected(way, { user: 'ann', password: 'the password of ann', as: undefined });
    await expect(peer.assign({ to: 'worker', description: 'x' })).rejects.toMatchObject({ tag: 'missing-element' });
    await expect(peer.task('nowhere').view()).rejects.toMatchObject({ tag: 'data-missing' });
  });
});
