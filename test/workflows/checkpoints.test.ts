/** Checkpoints of runs: when they are made, what they bind, who makes them, how many are kept. */
import { createHash } from 'node:crypto';
import { compactVerify, importSPKI } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '../../src/data/canonical-json.js';
import { Https } from '../support/http.js';
import { edge, type Refused, type Run, stepOf, task, WorkflowRig, worker } from './rig.js';

interface Checkpoint {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly 'state-hash': string;
  readonly reference: readonly string[];
  readonly signature: string;
  readonly [member: string]: unknown;
}

let rig: WorkflowRig;
let ann: Https;
let bob: Https;

beforeAll(async () => {
  rig = await WorkflowRig.start({ agents: [worker('worker', { hold: () => new Promise(() => {}) })] });
  await configure({
    'assurance-profile': [
      { name: 'each', checkpoint: { 'every-steps': 1 } },
      { name: 'pairs', checkpoint: { 'every-steps': 2 } },
    ],
    retention: { checkpoints: 3 },
  });
  await rig.rig.node.edit({
    'yangent-agents:agents': { agent: [{ id: 'worker', owner: ['ann'], execution: { kind: 'hosted' } }] },
    'yangent-access:access': {
      user: [
        { name: 'ann', password: '$0$ann-ann-ann' },
        { name: 'bob', password: '$0$bob-bob-bob' },
      ],
    },
  });
  ann = new Https(rig.rig, 'ann', 'ann-ann-ann');
  bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
});

afterAll(async () => {
  ann.close();
  bob.close();
  await rig.stop();
});

async function configure(workflows: object): Promise<void> {
  const answer = await rig.admin.send('PATCH', '/restconf/data/yangent-workflows:workflows', {
    body: JSON.stringify({ 'yangent-workflows:workflows': workflows }),
  });
  expect(answer.status, answer.body).toBe(204);
}

function checkpointsOf(run: Run): readonly Checkpoint[] {
  return run.checkpoint as readonly Checkpoint[];
}

/** Nodes without agents, one behind the other. */
function chain(number: number) {
  const names = Array.from({ length: number }, (_, index) => `n${index + 1}`);
  return {
    node: names.map((name) => ({ name, type: 'yangent-workflows:none' })),
    edge: names.slice(1).map((name, index) => edge(`n${index + 1}`, name, { type: 'yangent-workflows:control' })),
  };
}

/** A chain whose nodes end in turns of their own. */
function waits(number: number) {
  const { node, edge: edges } = chain(number);
  return {
    node: node.map(({ name }) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name } } })),
    edge: edges,
  };
}

/** Ends each wait of a run but the last one. */
async function signalAll(id: string, number: number): Promise<void> {
  for (let at = 1; at < number; at += 1) {
    await rig.act(`${id}/signal`, { name: `n${at}` });
  }
}

/** The public key that signs checkpoints, as the node shows it. */
async function signingKey() {
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = JSON.parse(body)['yangent-keys:active'];
  return importSPKI(`-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----`, 'EdDSA');
}

test('ATD-6-a ATD-6-f ATD-6-g ATD-6-h ATD-T-d: a run has a checkpoint before its first step, which all its events are bound to', async () => {
  const run = await rig.start(chain(2));
  const [first, ...more] = checkpointsOf(run);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    id: '1',
    uri: `${run.uri};c=1`,
    type: 'yangent-workflows:automatic',
    at: run.created,
    sequence: '0',
    version: '1.0',
    digest: run.digest,
    reference: ['user:admin', 'agent:coordinator', 'assurance:standard'],
    by: 'node',
  });
  const input = `sha-256:${createHash('sha256').update('{}').digest('hex')}`;
  const genesis = canonicalJson({ run: run.id, digest: run.digest, input, created: run.created });
  expect(first?.['state-hash']).toBe(createHash('sha256').update(genesis).digest('hex'));
});

test('ATD-6-l ATD-6-e: a checkpoint is signed by the node over all that it says', async () => {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', ...waits(2) } });
  await rig.act(`${id}/take-checkpoint`, { label: 'before the change' });
  const run = await rig.run(id);
  const key = await signingKey();
  for (const { signature, uri: _, ...said } of checkpointsOf(run)) {
    const { payload, protectedHeader } = await compactVerify(signature, key);
    expect(protectedHeader.typ).toBe('yangent-checkpoint+jws');
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({
      ...said,
      run: id,
      sequence: Number(said.sequence),
      type: said.type.replace('yangent-workflows:', ''),
    });
  }
  await rig.act(`${id}/cancel`);
});

test('ATD-4.2-f ATD-6-b ATD-6-i: a checkpoint is made when as many steps have ended as the assurance profile says', async () => {
  const { id } = await rig.rpc('start', {
    dag: { version: '1.0', execution: { assurance: 'pairs' }, ...waits(5) },
  });
  await signalAll(id, 5);
  const run = await rig.run(id);
  expect(checkpointsOf(run).map(({ id: number, type }) => [number, type])).toEqual([
    ['1', 'yangent-workflows:automatic'],
    ['2', 'yangent-workflows:automatic'],
    ['3', 'yangent-workflows:automatic'],
  ]);
  const events = run.event as readonly { readonly sequence: string; readonly hash: string }[];
  for (const { sequence, 'state-hash': hash } of checkpointsOf(run).slice(1))
    expect(events.find((event) => event.sequence === sequence)?.hash).toBe(hash);
  await rig.act(`${id}/cancel`);
});

test('ATD-6-c ATD-6-j: a person who steers the run, and the agent of a running step, take checkpoints; no other does', async () => {
  const run = await rig.rpc('start', { dag: { version: '1.0', node: [task('hold', 'hold')] } });
  const taken = await rig.act(`${run.id}/take-checkpoint`, { label: 'by hand' });
  expect(taken).toEqual({ id: '2', 'state-hash': expect.stringMatching(/^[0-9a-f]{64}$/) });
  const shown = checkpointsOf(await rig.run(run.id)).at(-1);
  expect(shown).toMatchObject({ id: '2', type: 'yangent-workflows:explicit', label: 'by hand', by: 'admin' });
  expect(shown?.['state-hash']).toBe(taken['state-hash']);
  expect(shown?.reference).toContain('agent:worker');
  const events = (await rig.run(run.id)).event as readonly { readonly kind: string; readonly data: object }[];
  expect(events.at(-1)).toMatchObject({ kind: 'action', data: { action: 'take-checkpoint', label: 'by hand' } });
  expect((await rig.act(`${run.id}/take-checkpoint`, {}, ann)).id).toBe('3');
  expect(checkpointsOf(await rig.run(run.id)).at(-1)).toMatchObject({ id: '3', by: 'worker' });
  const stranger: Refused = await rig.act(`${run.id}/take-checkpoint`, {}, bob).catch((error: Refused) => error);
  expect(stranger.error).toMatchObject({ 'error-message': 'the resource does not exist' });
  await rig.act(`${run.id}/cancel`);
  const refused: Refused = await rig.act(`${run.id}/take-checkpoint`).catch((error: Refused) => error);
  expect(refused.error).toMatchObject({ 'error-tag': 'operation-failed', 'error-app-tag': 'bad-transition' });
});

test('ATD-6-z: agents do not fill a run with checkpoints: after each end of a step they take a quarter of those that are kept', async () => {
  const dag = { version: '1.0', node: [task('hold', 'hold'), ...waits(2).node] };
  const run = await rig.rpc('start', { dag });
  await rig.until(run.id, ({ step }) => JSON.stringify(step).includes('"agent":["worker"]'));
  const take = (by: Https) => rig.act(`${run.id}/take-checkpoint`, {}, by);
  expect((await take(ann)).id).toBe('2');
  const refused: Refused = await take(ann).catch((error: Refused) => error);
  expect([refused.status, refused.error['error-tag'], refused.error['error-message']]).toEqual([
    409,
    'resource-denied',
    'agents have taken 1 checkpoints of the run since a step has last ended, which is the most (a quarter of retention/checkpoints)',
  ]);
  expect((await take(rig.admin)).id).toBe('3');
  await rig.act(`${run.id}/signal`, { name: 'n1' });
  expect((await take(ann)).id).toBe('4');
  await rig.act(`${run.id}/cancel`);
});

test('ATD-6-d: a checkpoint stands before a step of high risk', async () => {
  const run = await rig.start({
    node: [task('look', 'do'), { ...task('change', 'do'), risk: 'high' }],
    edge: [edge('look', 'change', { type: 'yangent-workflows:control' })],
  });
  expect(run.state).toBe('completed');
  const [, before] = checkpointsOf(run);
  expect(before).toMatchObject({ type: 'yangent-workflows:recovery', label: 'change' });
  expect(before?.reference).toContain('agent:worker');
  expect(Date.parse(String(before?.at))).toBeLessThanOrEqual(Date.parse(String(stepOf(run, 'change').ended)));
});

test('ATD-6-z: as many checkpoints are kept as configured, and the first one stays', async () => {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', execution: { assurance: 'each' }, ...waits(8) } });
  await signalAll(id, 8);
  expect(checkpointsOf(await rig.run(id)).map((each) => each.id)).toEqual(['1', '6', '7', '8']);
  await rig.act(`${id}/cancel`);
});
