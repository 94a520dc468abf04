import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/access/index.js';
import { emptyTree, fromValue, type Tree, toValue } from '../../src/data/index.js';
import { deviceAccess } from '../../src/devices/index.js';
import { openEventLog } from '../../src/events/index.js';
import { configuredLoops, firstConfiguration, Loops, loopNews, loopsProvider } from '../../src/loops/index.js';
import { modelDirectories } from '../../src/node/index.js';
import { type Call, type Keys, notifier } from '../../src/server/index.js';
import { compile, directories } from '../../src/yang/index.js';
import { FakeDevice, openDevices } from '../devices/fake-device.js';
import { cleanUp } from '../support/clean-up.js';
import { until } from '../until.js';
import { log, openTestStore, policyOf, TestLoop } from './loop.js';

const schema = compile({ sources: directories(modelDirectories), implement: ['yangent-loops'] });
const LOOP = '/yangent-loops:loops/loop';

async function openLoops() {
  const store = await openTestStore();
  const events = await openEventLog(store, {});
  cleanUp(() => events.close());
  let running: Tree = emptyTree(schema.root);
  const configure = async (loop: readonly unknown[]) => {
    running = fromValue(schema.root, { 'yangent-loops:loops': { loop } }, { schema });
  };
  const devices = openDevices(new FakeDevice());
  const loops = new Loops({
    store,
    news: loopNews(notifier(events)),
    log,
    devices: (_acting, signal) =>
      deviceAccess(
        devices,
        signal,
        (_device, _document, work) => work(),
        () => {},
      ),
    nameOf: ({ agent, owner }) => owner ?? agent,
    configured: configuredLoops(() => running),
    configure: async (loops) => {
      running = fromValue(schema.root, firstConfiguration(loops), { schema });
    },
    invoke: () => Promise.reject(new Error('not used here')),
    halted: () => undefined,
  });
  cleanUp(() => loops.close());
  const loop = new TestLoop();
  const policy = { mode: 'autonomous', 'rate-limit': 5 } as const;
  await loops.host([{ id: 'watcher', loops: [{ ...loop.definition, policy }] }]);
  await loops.start();
  return { loops, loop, store, configure, running: () => toValue(running) };
}

const votes = { ownersOf: () => ['owen'], recordRecovery: () => undefined };

/** A call by ann, who may act for the agent unless told. */
function callBy(mayAct = true, groups: readonly string[] = []): Call<Keys> {
  const keys = Object.assign(['positive'], { name: 'positive' }) as unknown as Keys;
  const principal = { name: 'ann', groups };
  return { user: 'ann', principal, groups, keys, mayActFor: () => mayAct, sees: () => mayAct } as unknown as Call<Keys>;
}

function faceOf(loops: Loops) {
  const provider = loopsProvider(loops, votes);
  const state = provider.state?.[LOOP];
  return {
    act: (name: string, input: Record<string, unknown> = {}, call = callBy()) =>
      provider.actions?.[`${LOOP}/${name}`]?.(input, call) ?? Promise.reject(new Error(`there is no action ${name}`)),
    state: async (call = callBy()) => (typeof state === 'object' ? state.get(call.keys, call) : undefined),
  };
}

describe('the loops of an agent', () => {
  it('are configured with the policy of their definition, and started', async () => {
    const { loops, running } = await openLoops();
    expect(running()).toEqual({
      'yangent-loops:loops': {
        loop: [{ name: 'positive', agent: 'watcher', policy: { mode: 'autonomous', 'rate-limit': 5 } }],
      },
    });
    expect(loops.need('positive').runner.state).toBe('running');
  });

  it('have names of their own', async () => {
    const { loops } = await openLoops();
    await expect(loops.host([{ id: 'other', loops: [new TestLoop().definition] }])).rejects.toThrow(
      'two agents define a loop "positive"',
    );
    expect(() => loops.need('other')).toThrow('loop "other" is configured, but no agent of this node defines it');
  });

  it('follow a change of enabled; a change of policy wakes no loop that was stopped', async () => {
    const { loops } = await openLoops();
    const { runner } = loops.need('positive');
    const entry = { agent: 'watcher', enabled: true, policy: policyOf('autonomous') };
    await loops.apply('positive', entry, { ...entry, enabled: false });
    expect(runner.state).toBe('stopped');
    await loops.apply('positive', { ...entry, enabled: false }, entry);
    expect(runner.state).toBe('running');
    await runner.stop('by hand');
    await loops.apply('positive', entry, { ...entry, policy: policyOf('observe') });
    expect(runner.state).toBe('stopped');
    await loops.apply('positive', entry, undefined);
    expect(runner.state).toBe('stopped');
  });

  it('decide by the policy that is configured at that moment', async () => {
    const { loops, loop, configure } = await openLoops();
    await configure([{ name: 'positive', agent: 'watcher', policy: { mode: 'observe' } }]);
    loop.seen.next(-1);
    const { journal } = loops.need('positive');
    await until(
      () => journal.status.lastOutcome,
      (outcome) => outcome === 'observed',
    );
  });

  it('are paused together, and only those are resumed together', async () => {
    const { loops } = await openLoops();
    const { runner } = loops.need('positive');
    await loops.pauseAll('drill');
    expect(runner.state).toBe('paused');
    await loops.resumeAll('another reason');
    expect(runner.state).toBe('paused');
    await loops.resumeAll('drill');
    expect(runner.state).toBe('running');
    await runner.pause('by hand');
    await loops.pauseAll('drill');
    await loops.resumeAll('drill');
    expect(runner.state).toBe('paused');
  });

  it('follow a stop and a resumption that come at once, in their order', async () => {
    const { loops } = await openLoops();
    const { runner } = loops.need('positive');
    const stopped = loops.follow(true, 'drill');
    await Promise.all([stopped, loops.follow(false, 'drill')]);
    expect(runner.state).toBe('running');
    await Promise.all([loops.follow(false, 'drill'), loops.follow(true, 'drill')]);
    expect(runner.state).toBe('paused');
  });
});

describe('yangent-loops', () => {
  it('shows state that the model accepts', async () => {
    const { loops, loop } = await openLoops();
    const { state } = faceOf(loops);
    loop.seen.next(-3);
    await until(
      () => loops.need('positive').journal.status.lastOutcome,
      (outcome) => outcome === 'succeeded',
    );
    loop.seen.next(-200);
    await until(
      () => loops.need('positive').journal.status.lastOutcome,
      (outcome) => outcome === 'no-action',
    );
    const shown = await state();
    expect(shown).toMatchObject({
      state: 'running',
      'last-outcome': 'no-action',
      counters: { observations: '2', executions: '1', successes: '1' },
      history: [
        { id: '1', seen: '-3', decided: 'add 3', affected: 3, outcome: 'succeeded' },
        { id: '2', concluded: '-200 is negative', outcome: 'no-action' },
      ],
    });
    const entry = { name: 'positive', agent: 'watcher', ...(typeof shown === 'object' ? shown : {}) };
    expect(() => fromValue(schema.root, { 'yangent-loops:loops': { loop: [entry] } }, { schema })).not.toThrow();
  });

  it('lets an owner or an operator act, and nobody else see or act', async () => {
    const { loops } = await openLoops();
    const { act, state } = faceOf(loops);
    expect(await act('pause', { reason: 'drill' })).toEqual({ state: 'paused' });
    expect(await state()).toMatchObject({ state: 'paused', 'state-reason': 'drill' });
    expect(await act('resume', {}, callBy(false, ['operator']))).toEqual({ state: 'running' });
    expect(await state(callBy(false))).toBeUndefined();
    for (const action of ['start', 'pause', 'resume', 'stop', 'approve', 'reject', 'dry-run']) {
      await expect(act(action, {}, callBy(false))).rejects.toMatchObject({ tag: 'access-denied' });
    }
  });

  it('shows what waits for approval, and takes the answer', async () => {
    const { loops, loop, configure } = await openLoops();
    const { act, state } = faceOf(loops);
    await configure([{ name: 'positive', agent: 'watcher', policy: { mode: 'approve', 'approval-timeout': 600 } }]);
    const operator = () => callBy(false, ['operator']);
    await expect(act('approve', {}, operator())).rejects.toThrow('no decision of this loop waits for approval');
    loop.seen.next(-1);
    const shown = await until(state, (each) =>
      expect.objectContaining({ pending: expect.anything() }).asymmetricMatch(each),
    );
    expect(shown).toMatchObject({
      phase: 'approve',
      pending: { id: '1', decided: 'add 1', affected: 1, since: expect.any(String), expires: expect.any(String) },
    });
    await expect(act('approve', { id: '2' }, operator())).rejects.toThrow('decision 1 waits for approval, not 2');
    await act('approve', { id: '1', comment: 'fine' }, operator());
    await until(
      () => loops.need('positive').journal.status.lastOutcome,
      (outcome) => outcome === 'succeeded',
    );
    expect(await state()).toMatchObject({ history: [{ by: 'ann', reason: 'fine', outcome: 'succeeded' }] });
  });

  it.each<[string, Partial<Principal>, string]>([
    ['an owner of the agent', { name: 'owen' }, 'owen owns the agent "watcher", which asks for it'],
    ['a program', { kind: 'agent' }, 'ann is no person'],
    ['a user for whom something acts', { actors: ['agent:x'] }, 'ann does not speak for itself here'],
    ['an agent of the node', { agent: 'watcher' }, 'ann does not speak for itself here'],
    ['a member of no group that may', { groups: ['staff'] }, 'ann is in none of the groups crew'],
    ['an operator, where the policy names a group', { groups: ['operator'] }, 'ann is in none of the groups crew'],
    ['a member of the group', {}, 'no decision of this loop waits for approval'],
  ])('lets no decision be approved by %s', async (_who, more, refusal) => {
    const { loops, configure } = await openLoops();
    await configure([{ name: 'positive', agent: 'watcher', policy: { mode: 'approve', 'approver-group': ['crew'] } }]);
    const principal = { name: 'ann', groups: ['crew'], ...more };
    const call = { ...callBy(true, principal.groups), user: principal.name, principal };
    await expect(faceOf(loops).act('approve', {}, call)).rejects.toThrow(refusal);
  });

  it('lets no decision be approved by the user who last changed the loop', async () => {
    const { loops, store } = await openLoops();
    await store.transact((tx) => loops.owners.note(tx, [{ loop: 'positive', exists: true, moved: false }], 'ann'));
    await expect(faceOf(loops).act('approve', {}, callBy(false, ['operator']))).rejects.toMatchObject({
      ...{ tag: 'access-denied', appTag: 'not-a-voter' },
      message: 'user "ann" may not approve for loop "positive": ann last changed what is asked for',
    });
  });

  it('runs dry', async () => {
    const { loops, loop } = await openLoops();
    const { act } = faceOf(loops);
    expect(await act('dry-run')).toEqual({ allowed: false, reason: 'the loop has not seen anything yet' });
    expect(await act('dry-run', { seen: '-2' })).toEqual({
      seen: '-2',
      concluded: '-2 is negative',
      decided: 'add 2',
      affected: 2,
      allowed: true,
    });
    expect(loop.executed).toEqual([]);
    loop.think = ({ devices }) => devices.edit('edge-1', {});
    await expect(act('dry-run', { seen: '-2' })).rejects.toMatchObject({
      tag: 'operation-failed',
      message: 'the loop cannot say what it would do about that: a dry run edits no device',
    });
  });

  it('refuses a change window in the time of a place that nobody knows', async () => {
    const { loops } = await openLoops();
    const validate = loopsProvider(loops, votes).config?.[LOOP]?.validate;
    const change = (window: string) => ({
      path: `${LOOP}[name='positive']`,
      keys: callBy().keys,
      before: undefined,
      after: { name: 'positive', agent: 'watcher', policy: { 'change-window': [window] } },
      set: { before: undefined, after: undefined },
    });
    await expect(validate?.(change('daily 01:00-02:00 Nowhere/Land'), callBy())).rejects.toMatchObject({
      tag: 'invalid-value',
      message: '"Nowhere/Land" is no time zone; one has a name like Europe/Berlin',
      path: `${LOOP}[name='positive']/policy/change-window[.='daily 01:00-02:00 Nowhere/Land']`,
    });
    await validate?.(change('daily 01:00-02:00 Europe/Berlin'), callBy());
  });
});
