/** Texts of persons about sealed runs: shown to those who see the run, stored in clear nowhere, and gone with its key (ATD-6-aa, ATD-8-h). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jwkOf } from '../../../src/keys/index.js';
import { ALL_CHECKS, keysOf, verifyExport } from '../../../src/workflows/index.js';
import { edge, type Run, states, stepOf, task, WorkflowRig, worker } from '../rig.js';
import { filesWith } from './scan.js';

/** In all that persons say. */
const MARKER = 'because-of-Erika-Mustermann-4711';

type Members = Readonly<Record<string, unknown>>;

let rig: WorkflowRig;
let jwks: string;

beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [worker('worker', { hold: () => new Promise(() => {}) })],
  });
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = JSON.parse(body)['yangent-keys:active'];
  const { id: kid, text } = jwkOf(Buffer.from(spki, 'base64'));
  jwks = JSON.stringify({ keys: [{ ...JSON.parse(text), kid }] });
});
afterAll(() => rig.stop());

const signal = (name: string) => ({
  ...{ name, type: 'yangent-workflows:wait', wait: { signal: { name } } },
  sensitivity: 'personal',
});
const reason = `it is so ${MARKER}`;
const stored = () => filesWith(rig.rig.directory, MARKER);
const faultsOf = async (id: string) =>
  (await verifyExport((await rig.act(`${id}/export`)).document, keysOf(jwks), ALL_CHECKS)).filter(
    ({ holds }) => !holds,
  );

describe('what persons say about a sealed run', () => {
  it('ATD-8-h: as they act on it, is shown to those who see it, and stored encrypted', async () => {
    const node = [signal('go'), task('bad', 'fail', { 'on-failure': 'escalate' }), task('poor', 'fail')];
    const graph = { node, edge: [edge('go', 'bad'), edge('bad', 'poor')], execution: { 'on-failure': 'escalate' } };
    await rig.define('said', graph);
    const { id } = await rig.rpc('start', { definition: 'said' });
    await rig.define('said', { ...graph, version: '2.0', output: [{ name: 'o', value: '1' }] });
    const is = (state: string) => rig.until(id, (run) => run.state === state);
    await rig.until(id, (run) => states(run).go === 'executing');
    await rig.act(`${id}/pause`, { reason });
    expect(await is('paused')).toMatchObject({ seal: 'sealed', 'state-reason': reason });
    await rig.act(`${id}/migrate`, { reason });
    await rig.act(`${id}/resume`, { reason });
    await rig.act(`${id}/signal`, { name: 'go' });
    await is('escalated');
    await rig.act(`${id}/inject`, { node: 'go', output: { x: 1 }, reason });
    await rig.act(`${id}/step=bad,0,1/retry`, { reason });
    await is('escalated');
    await rig.act(`${id}/step=bad,0,1/set-output`, { output: { x: 1 }, reason });
    await rig.until(id, (run) => states(run).poor === 'failed');
    await rig.act(`${id}/step=poor,0,1/skip`, { reason });
    const run = await is('completed');
    for (const name of ['go', 'bad', 'poor']) expect(stepOf(run, name)).toMatchObject({ 'state-reason': reason });
    expect(JSON.stringify(run.event)).toContain('its text is sealed (hmac-sha-256:');
    expect(JSON.stringify(run.event)).not.toContain(MARKER);
    expect(await faultsOf(id)).toEqual([]);
    expect(stored()).toEqual([]);
  });

  it('ATD-8-h: as they cancel it or send it back, as well, also to the runs below it', async () => {
    await rig.define('held', { node: [task('hold', 'hold')] });
    const node = [
      { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'held' }, sensitivity: 'secret' },
    ];
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node } });
    const called = await rig.until(id, (run) => stepOf(run, 'call').run !== undefined);
    const child = String(stepOf(called, 'call').run);
    // biome-ignore lint/suspicious/noThenProperty: the model has this name
    await rig.act(`${id}/roll-back`, { to: '1', reason, then: 'pause' });
    const back = await rig.until(id, ({ state }) => state === 'paused');
    expect(back.rollback).toMatchObject([{ number: 1, reason, state: 'restored' }]);
    await rig.act(`${id}/resume`);
    const again = await rig.until(id, (run) => stepOf(run, 'call').run !== undefined);
    await rig.act(`${id}/cancel`, { reason });
    expect(await rig.until(id, ({ state }) => state === 'canceled')).toMatchObject({ 'state-reason': reason });
    const below = await rig.until(String(stepOf(again, 'call').run), ({ state }) => state === 'canceled');
    expect(String(below['state-reason'])).not.toContain('hmac-sha-256');
    expect((await rig.run(child)).state).toBe('rolled-back');
    expect(stored()).toEqual([]);
  });
});

describe('a vote on a step of a sealed run', () => {
  const form = JSON.stringify({ type: 'object', properties: { why: { type: 'string' } } });
  const graph = {
    execution: { assurance: 'fast' },
    node: [
      task('look', 'do', { sensitivity: 'personal', oversight: { separation: false, form } }),
      task('mend', 'do', { oversight: { separation: false }, 'on-failure': 'continue' }),
    ],
    edge: [edge('look', 'mend')],
  };
  const gateOf = (run: Run, node: string) => (stepOf(run, node).gate as readonly Members[])[0] ?? {};
  const vote = async (id: string, node: string, verdict: 'approve' | 'reject', said: Members) => {
    const run = await rig.until(id, (now) => states(now)[node] === 'awaiting-approval');
    await rig.act(`${id}/step=${node},0,1/${verdict}`, { digest: gateOf(run, node).digest, ...said });
  };
  const voted = async () => {
    const { id } = await rig.rpc('start', { dag: { version: '1.0', ...graph } });
    await vote(id, 'look', 'approve', { comment: reason, data: { why: MARKER } });
    await vote(id, 'mend', 'reject', { reason });
    return rig.until(id, ({ state }) => state === 'completed');
  };

  it('ATD-8-h: has its comment and data for those who see the run, and is verified without them elsewhere', async () => {
    const run = await voted();
    expect(gateOf(run, 'look').vote).toMatchObject([{ comment: reason, data: { why: MARKER } }]);
    expect(gateOf(run, 'mend')).toMatchObject({ state: 'rejected', reason, vote: [{ comment: reason }] });
    expect(stepOf(run, 'mend').error).toMatchObject({ code: 'rejected', message: `rejected by admin: ${reason}` });
    const { document } = await rig.act(`${run.id}/export`);
    expect(document).not.toContain(MARKER);
    const verdicts = await verifyExport(document, keysOf(jwks), ALL_CHECKS);
    expect(verdicts.find(({ name }) => name === 'votes')).toMatchObject({
      ...{ holds: true, message: '2 votes are signed, each told by the journal' },
    });
    const changed = JSON.parse(document);
    changed['yangent-workflows:dag'].gate[1].vote[0].verdict = 'approve';
    const forged = JSON.stringify(changed);
    const faults = (await verifyExport(forged, keysOf(jwks), ALL_CHECKS)).filter(({ holds }) => !holds);
    expect(faults.map(({ name }) => name)).toEqual(['votes', 'document']);
    expect(stored()).toEqual([]);
  });

  it('ATD-6-aa: is still verified once the values of the run are deleted', async () => {
    const purge = (when: string) =>
      rig.rig.node.edit({ 'yangent-workflows:workflows': { retention: { purge: when as 'expiry' } } });
    await purge('completion');
    const { id } = await voted();
    const gone = await rig.until(id, ({ seal }) => seal === 'shredded', 30_000);
    expect(gateOf(gone, 'look').vote).toMatchObject([{ by: 'admin', verdict: 'approve' }]);
    expect(gateOf(gone, 'mend').reason).toBe('its text is sealed');
    expect(JSON.stringify(gone)).not.toContain(MARKER);
    const verdicts = await verifyExport((await rig.act(`${id}/export`)).document, keysOf(jwks), ALL_CHECKS);
    expect(verdicts.find(({ name }) => name === 'votes')).toMatchObject({
      ...{ holds: true, message: '2 votes are signed, each told by the journal' },
    });
    // Its key is gone: what is said now is kept nowhere.
    for (const [action, more] of [
      ['cancel', {}],
      ['step=look,0,1/set-output', { output: { x: MARKER } }],
    ] as const)
      await expect(rig.act(`${id}/${action}`, { reason, ...more })).rejects.toMatchObject({
        error: { 'error-app-tag': 'bad-transition' },
      });
    expect(stored()).toEqual([]);
    await purge('expiry');
  });
});
