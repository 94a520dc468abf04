/** Every operation on a loop through either protocol, in literal text, and what is then read and told of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import type { Credentials } from '../support/faces.js';
import { type LoopValue, readLoop, startLinkRepair } from '../support/link-repair.js';
import { type LoopWay, netconfWay, restconfWay } from '../support/loop-ways.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

const PASSWORDS = { alice: 'the password of alice', bob: 'the password of bob' } as const;
const EVE: Credentials = { user: 'eve', password: 'the password of eve' };
/** As `observe` of the loop gives it. */
const DOWN = '{"conditions":[{"device":"edge-1","interface":"uplink","condition":"administratively-down"}]}';
const UP = '{"conditions":[{"device":"edge-1","interface":"uplink","condition":"up"}]}';
/** What the loop keeps up; it looks at the device when that tells of a change, and as good as never else. */
const INTENT = { mustBeUp: [{ device: 'edge-1', interface: 'uplink' }], poll: 3600 };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

let device: TestNode;
let node: TestNode;

/** alice owns the agent; bob administers and owns nothing; eve is in no group. */
beforeAll(async () => {
  const intent = join(temporaryFolder(), 'intent.json');
  writeFileSync(intent, JSON.stringify(INTENT));
  vi.stubEnv('LINK_REPAIR_INTENT', intent);
  device = await startTestNode({
    restconf: undefined,
    plugins: ['examples/simulated-device/plugin.ts'],
    config: ['examples/simulated-device/interfaces.json'],
  });
  const hostKey = device.node.ready.netconf?.hostKeyFingerprint ?? '';
  node = await startLinkRepair(
    { port: device.netconf.port, user: 'admin', secret: device.password, hostKey },
    {
      passwords: PASSWORDS,
      document: {
        'yangent-access:access': { user: [{ name: EVE.user, password: `$0$${EVE.password}` }] },
      },
    },
  );
  await node.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'link-repair', owner: ['alice'] }] } });
  await observed('0');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await node?.stop();
  await device?.stop();
});

const configure = (members: object) =>
  node.node.edit({ 'yangent-loops:loops': { loop: [{ name: 'uplink-up', ...members }] } });
const port = (members: object) =>
  device.node.edit({ 'ietf-interfaces:interfaces': { interface: [{ name: 'uplink', ...members }] } });
const isOn = async () =>
  (await device.node.read("/ietf-interfaces:interfaces/interface[name='uplink']/enabled")) as boolean;
const loopWhen = (accepts: (loop: LoopValue) => boolean) => until(() => readLoop(node), accepts);
/** Until the loop has seen more than so many times. */
const observed = (before: string) => loopWhen(({ counters }) => Number(counters.observations) > Number(before));
const lastId = async () => Number((await readLoop(node)).history?.at(-1)?.id ?? 0);
/** Until the cycle of that number has ended. */
const ended = async (id: number) =>
  (await loopWhen(({ history = [] }) => history.some((each) => each.id === String(id)))).history?.find(
    (each) => each.id === String(id),
  );
/** Until a decision waits; gives its number. */
const waits = async () => Number((await loopWhen(({ pending }) => pending !== undefined)).pending?.id);

describe.each([
  ['NETCONF', netconfWay],
  ['RESTCONF', restconfWay],
] as const)('through %s', (_name, open) => {
  let way: LoopWay;
  let since: string;
  beforeAll(async () => {
    way = await open(node);
  });
  afterAll(() => way?.close());
  const begin = () => {
    since = new Date().toISOString();
  };

  it('pause, resume, stop and start answer with the state, which is read and told', async () => {
    begin();
    expect(await way.act('pause', { reason: 'maintenance' })).toEqual(way.output({ state: 'paused' }));
    const paused = { name: 'uplink-up', state: 'paused', 'state-reason': 'maintenance' };
    expect(await way.loop()).toMatchObject(paused);
    expect(await way.loop()).not.toHaveProperty('phase');
    expect(await way.loops()).toMatchObject([paused]);
    expect(await way.act('resume')).toEqual(way.output({ state: 'running' }));
    // It may look at its first observation already.
    expect(await way.loop()).toMatchObject({ state: 'running', phase: expect.stringMatching(/^(observe|analyse)$/) });
    expect(await way.act('stop', { reason: 'out of service' })).toEqual(way.output({ state: 'stopped' }));
    expect(await way.loop()).toMatchObject({ state: 'stopped', 'state-reason': 'out of service' });
    expect(await way.act('start')).toEqual(way.output({ state: 'running' }));
    const common = { name: 'uplink-up', agent: 'link-repair' };
    expect(await way.told(since)).toEqual([
      way.notification('loop-changed', { ...common, state: 'paused', reason: 'maintenance' }),
      way.notification('loop-changed', { ...common, state: 'running' }),
      way.notification('loop-changed', { ...common, state: 'stopped', reason: 'out of service' }),
      way.notification('loop-changed', { ...common, state: 'running' }),
    ]);
  });

  it('what the state does not allow is refused, and changes nothing', async () => {
    const refused = async (...actions: string[]) => {
      const before = await way.loop();
      begin();
      for (const action of actions) {
        expect(await way.refusal(action)).toMatchObject({
          'error-type': 'application',
          'error-tag': 'operation-failed',
          'error-app-tag': 'bad-transition',
          'error-message': expect.stringMatching(/^a loop that is \w+ cannot |^no decision of this loop waits/),
        });
      }
      expect(await way.told(since)).toEqual([]);
      const { state, history } = await way.loop();
      expect([state, history]).toEqual([before.state, before.history]);
    };
    await refused('start', 'resume', 'approve', 'reject');
    await way.act('pause');
    await refused('start', 'pause', 'approve', 'reject');
    await way.act('stop');
    await refused('pause', 'resume', 'stop', 'approve', 'reject');
    const before = await way.loop();
    await way.act('start');
    await observed(before.counters.observations ?? '');
  });

  it('MAG-0-a MAG-1-a: what was perceived, analysed, decided and executed is read by its key and as a whole, with the task', async () => {
    const before = await way.loop();
    const id = (await lastId()) + 1;
    begin();
    await port({ enabled: false });
    await ended(id);
    expect(await isOn()).toBe(true);
    const entry = {
      id: String(id),
      seen: 'uplink of edge-1 is administratively-down',
      concluded: 'against its intent, uplink of edge-1 is administratively-down',
      decided: 'switch on uplink of edge-1',
      affected: 1,
      done: expect.stringMatching(/^task \S+ is completed$/),
      verified: 'uplink of edge-1 is up',
      outcome: 'succeeded',
      at: TIME,
    };
    expect(await way.entry(id)).toEqual(entry);
    const [, task = ''] = /^task (\S+) is/.exec(String((await way.entry(id))?.done)) ?? [];
    expect(await way.task(task)).toMatchObject({
      'task-id': `uplink-up/${id}`,
      type: 'repair-link',
      initiator: 'loop uplink-up',
      state: 'completed',
      artifact: [{ data: { before: 'administratively-down', after: 'up' } }],
    });
    const after = await way.loop();
    expect(after).toMatchObject({ state: 'running', 'last-outcome': 'succeeded' });
    expect(after.history?.at(-1)).toEqual(entry);
    expect((await way.loops())[0]?.history?.at(-1)).toEqual(entry);
    const more = (name: string) => Number(after.counters[name]) - Number(before.counters[name]);
    expect(more('observations')).toBeGreaterThan(0);
    expect(['decisions', 'executions', 'successes', 'failures', 'suppressed', 'rejections'].map(more)).toEqual([
      ...[1, 1, 1, 0, 0, 0],
    ]);
    const common = { name: 'uplink-up', agent: 'link-repair', state: 'running' };
    expect(await way.told(since)).toEqual([
      way.notification('loop-changed', { ...common, phase: 'execute', id: String(id) }),
      way.notification('loop-changed', { ...common, id: String(id), outcome: 'succeeded' }),
    ]);
  });

  it('approve lets the decision be executed that waits, and no other', async () => {
    const id = (await lastId()) + 1;
    begin();
    await configure({ policy: { mode: 'approve', 'approval-timeout': 600 } });
    await port({ enabled: false });
    expect(await waits()).toBe(id);
    const decision = {
      seen: 'uplink of edge-1 is administratively-down',
      concluded: 'against its intent, uplink of edge-1 is administratively-down',
      decided: 'switch on uplink of edge-1',
      affected: 1,
    };
    expect(await way.loop()).toMatchObject({
      state: 'running',
      phase: 'approve',
      pending: { id: String(id), ...decision, since: TIME, expires: TIME },
    });
    const { pending } = await way.loop();
    expect(await way.refusal('approve', { id: String(id + 1) })).toMatchObject({
      'error-tag': 'operation-failed',
      'error-message': `decision ${id} waits for approval, not ${id + 1}`,
    });
    expect(await isOn()).toBe(false);
    const answer = await way.act('approve', { id: String(id), comment: 'go on' });
    expect(answer).toEqual(way.output({ state: 'running' }));
    await ended(id);
    expect(await isOn()).toBe(true);
    expect(await way.entry(id)).toMatchObject({ ...decision, by: 'admin', reason: 'go on', outcome: 'succeeded' });
    const common = { name: 'uplink-up', agent: 'link-repair' };
    expect(await way.told(since)).toEqual([
      way.notification('approval-needed', { ...common, id: String(id), ...decision, expires: pending?.expires }),
      way.notification('loop-changed', { ...common, state: 'running', phase: 'execute', id: String(id) }),
      way.notification('loop-changed', {
        ...{ ...common, state: 'running', id: String(id), outcome: 'succeeded', reason: 'go on' },
      }),
    ]);
  });

  it('reject, and no answer in time, leave everything as it is', async () => {
    const before = await way.loop();
    await port({ enabled: false });
    const id = await waits();
    begin();
    await configure({ policy: { 'approval-timeout': 1 } });
    expect(await way.act('reject', { id: String(id), reason: 'not today' })).toEqual(way.output({ state: 'running' }));
    await ended(id);
    expect(await way.entry(id)).toMatchObject({ by: 'admin', reason: 'not today', outcome: 'rejected', at: TIME });
    // It does not ask for the same again, whatever else changes, until it is resumed.
    const { counters: seen } = await way.loop();
    await port({ description: `rejected through ${way.name}` });
    await observed(seen.observations ?? '');
    await way.act('pause');
    expect(await lastId()).toBe(id);
    await way.act('resume');
    const next = (await loopWhen(({ history = [] }) => history.at(-1)?.outcome === 'expired')).history?.at(-1);
    expect(await way.entry(Number(next?.id))).toMatchObject({
      outcome: 'expired',
      reason: 'nobody approved it in time',
    });
    await way.act('pause');
    expect(await isOn()).toBe(false);
    const { counters, history = [] } = await way.loop();
    const refused = history.filter(
      (each) => Number(each.id) >= id && ['rejected', 'expired'].includes(each.outcome ?? ''),
    );
    expect(Number(counters.rejections) - Number(before.counters.rejections)).toBe(refused.length);
    expect(counters.executions).toBe(before.counters.executions);
    const outcomes = (await way.told(since)).map((each) => JSON.stringify(each));
    for (const each of refused) {
      expect(outcomes.filter((text) => text.includes(each.outcome ?? '') && text.includes(each.id ?? ''))).not.toEqual(
        [],
      );
    }
    await configure({ policy: { mode: 'autonomous', 'approval-timeout': 600 } });
    await way.act('resume');
    await loopWhen(({ 'last-outcome': outcome }) => outcome === 'succeeded');
  });

  it('dry-run says what the loop would do, and neither executes nor records anything', async () => {
    await configure({ policy: { mode: 'approve' } });
    await port({ enabled: false });
    const id = await waits();
    await way.act('pause');
    await ended(id);
    const before = await way.loop();
    begin();
    const decision = {
      seen: DOWN,
      concluded: 'against its intent, uplink of edge-1 is administratively-down',
      decided: 'switch on uplink of edge-1',
      affected: 1,
    };
    expect(await way.act('dry-run', { seen: DOWN })).toEqual(way.output({ ...decision, allowed: false }));
    expect(await way.act('dry-run', { seen: UP })).toEqual(way.output({ seen: UP, allowed: false }));
    // Of what it saw last.
    expect(await way.act('dry-run')).toEqual(
      way.output({ ...decision, seen: 'uplink of edge-1 is administratively-down', allowed: false }),
    );
    await configure({ policy: { mode: 'autonomous' } });
    expect(await way.act('dry-run')).toEqual(
      way.output({ ...decision, seen: 'uplink of edge-1 is administratively-down', allowed: true }),
    );
    expect(await way.refusal('dry-run', { seen: '7' })).toMatchObject({
      'error-tag': 'operation-failed',
      'error-message': expect.stringMatching(/^the loop cannot say what it would do about that: ./),
    });
    expect(await isOn()).toBe(false);
    expect(await way.loop()).toEqual({ ...before, policy: { ...before.policy, mode: 'autonomous' } });
    expect(await way.told(since)).toEqual([]);
    await way.act('resume');
    await loopWhen(({ 'last-outcome': outcome }) => outcome === 'succeeded');
  });

  it('stop-all pauses the loop until resume-all, and a dry run says so', async () => {
    const id = (await lastId()) + 1;
    begin();
    expect(await way.call('stop-all', { reason: 'drill' })).toEqual(way.taskOutput({ tasks: 0 }));
    const reason = 'everything autonomous is stopped (yangent-tasks:stop-all)';
    await loopWhen(({ state }) => state === 'paused');
    expect(await way.loop()).toMatchObject({ state: 'paused', 'state-reason': reason });
    await port({ enabled: false });
    expect(await way.act('dry-run', { seen: DOWN })).toEqual(
      way.output({
        seen: DOWN,
        concluded: 'against its intent, uplink of edge-1 is administratively-down',
        decided: 'switch on uplink of edge-1',
        affected: 1,
        allowed: false,
        reason: `everything autonomous is stopped: ${reason}`,
      }),
    );
    expect(await isOn()).toBe(false);
    expect(await way.call('resume-all')).toEqual(way.taskOutput({ tasks: 0 }));
    expect(await ended(id)).toMatchObject({ outcome: 'succeeded' });
    expect(await isOn()).toBe(true);
    const common = { name: 'uplink-up', agent: 'link-repair' };
    expect((await way.told(since)).slice(0, 2)).toEqual([
      way.notification('loop-changed', { ...common, state: 'paused', reason }),
      way.notification('loop-changed', { ...common, state: 'running' }),
    ]);
  });

  it('a loop that somebody resumes in spite of stop-all does nothing but look', async () => {
    await way.call('stop-all');
    await loopWhen(({ state }) => state === 'paused');
    await port({ enabled: false });
    const id = (await lastId()) + 1;
    const { counters } = await way.loop();
    await way.act('resume');
    await ended(id);
    expect(await way.entry(id)).toMatchObject({
      outcome: 'suppressed',
      reason: expect.stringMatching(/^everything autonomous is stopped/),
    });
    expect((await way.loop()).counters).toMatchObject({ executions: counters.executions });
    expect(await isOn()).toBe(false);
    await way.call('resume-all');
    await port({ description: `resumed through ${way.name}` });
    await loopWhen(({ 'last-outcome': outcome }) => outcome === 'succeeded');
  });

  it('who may neither act for the agent nor operate the node is refused, and sees and hears nothing', async () => {
    const begun = '2020-01-01T00:00:00Z';
    for (const login of [{ user: 'bob', password: PASSWORDS.bob }, EVE]) {
      const stranger = await open(node, login);
      // Whoever administers may halt the whole node.
      if (login === EVE) {
        for (const rpc of ['stop-all', 'resume-all']) {
          expect((await stranger.refusalOf(rpc))['error-tag']).toBe('access-denied');
        }
      }
      const before = await way.loop();
      // For who administers nothing there is no such loop.
      const refusal = login === EVE ? /^(data-missing|invalid-value)$/ : /^access-denied$/;
      // Whoever administers may approve what waits; nothing does.
      const approves = login === EVE ? refusal : /^operation-failed$/;
      expect((await stranger.refusal('approve'))['error-tag']).toMatch(approves);
      for (const action of ['start', 'pause', 'resume', 'stop', 'reject', 'dry-run']) {
        expect((await stranger.refusal(action))['error-tag'], `${login.user} ${action}`).toMatch(refusal);
      }
      const seen = JSON.stringify([await stranger.loops(), await stranger.entry(1)]);
      for (const word of ['state', 'history', 'counters', 'edge-1 is']) expect(seen).not.toContain(word);
      if (login === EVE) expect(await stranger.loops()).toEqual([]);
      expect(await stranger.told(begun)).toEqual([]);
      await stranger.close();
      const { state, history } = await way.loop();
      expect([state, history]).toEqual([before.state, before.history]);
    }
  });

  it('the owner of the agent acts for it, but does not approve', async () => {
    const alice = await open(node, { user: 'alice', password: PASSWORDS.alice });
    expect(await alice.act('pause')).toEqual(way.output({ state: 'paused' }));
    expect(await alice.act('resume')).toEqual(way.output({ state: 'running' }));
    expect(await alice.refusal('approve')).toMatchObject({
      ...{ 'error-tag': 'access-denied', 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('alice asks for it'),
    });
    expect(await alice.loop()).toMatchObject({ state: 'running', history: (await way.loop()).history });
    expect((await alice.told('2020-01-01T00:00:00Z')).length).toBeGreaterThan(0);
    await alice.close();
  });
});
