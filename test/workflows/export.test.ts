/** A run as a document that is verified without the node. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jwkOf } from '../../src/keys/index.js';
import { ALL_CHECKS, keysOf, verifyExport } from '../../src/workflows/index.js';
import { edge, type Refused, task, WorkflowRig } from './rig.js';

type Members = Record<string, unknown>;
interface Dag {
  readonly [list: string]: Members[] & Members;
}

let rig: WorkflowRig;
let id: string;
let jwks: string;

beforeAll(async () => {
  rig = await WorkflowRig.start();
  const run = await rig.start(
    {
      node: [
        { ...task('look', 'do'), input: [{ name: 'site', value: 'input.site' }] },
        { ...task('change', 'do'), risk: 'high' },
      ],
      edge: [edge('look', 'change')],
    },
    { input: { site: 'north' } },
  );
  id = run.id;
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = JSON.parse(body)['yangent-keys:active'];
  const { id: kid, text } = jwkOf(Buffer.from(spki, 'base64'));
  jwks = JSON.stringify({ keys: [{ ...JSON.parse(text), kid }] });
});

afterAll(() => rig.stop());

async function exported(input: object = {}): Promise<string> {
  return (await rig.act(`${id}/export`, input)).document;
}

async function faultsOf(text: string): Promise<readonly string[]> {
  const verdicts = await verifyExport(text, keysOf(jwks), ALL_CHECKS);
  return verdicts.filter(({ holds }) => !holds).map(({ name, message }) => `${name}: ${message}`);
}

/** The document with a change. */
async function changed(change: (dag: Dag) => void): Promise<string> {
  const document = JSON.parse(await exported());
  change(document['yangent-workflows:dag']);
  return JSON.stringify(document);
}

test('ATD-6-k: a run is exported as JSON, compressed where that is wanted, and verified without the node', async () => {
  const text = await exported();
  expect(await verifyExport(text, keysOf(jwks), ALL_CHECKS)).toEqual([
    { name: 'graph', holds: true, message: expect.stringMatching(/^the graph is that of sha-256:/) },
    { name: 'journal', holds: true, message: expect.stringMatching(/^\d+ events, each bound to the one before$/) },
    { name: 'values', holds: true, message: expect.stringMatching(/^\d+ values are those of their digests$/) },
    { name: 'checkpoints', holds: true, message: '2 checkpoints are signed, each at its event' },
    { name: 'votes', holds: true, message: '0 votes are signed, each told by the journal' },
    {
      ...{ name: 'document', holds: true },
      message: expect.stringMatching(new RegExp(`^run ${id} is completed, as the node signed it at \\d{4}-`)),
    },
  ]);
  const { compressed } = await rig.act(`${id}/export`, { format: 'gzip' });
  const { exported: _, signature: __, ...same } = JSON.parse(text)['yangent-workflows:dag'];
  expect(JSON.parse(gunzipSync(Buffer.from(compressed, 'base64')).toString())['yangent-workflows:dag']).toMatchObject(
    same,
  );
});

test('ATD-6-w: the state at a checkpoint is inspected: its steps, and the values until there', async () => {
  const text = await exported({ checkpoint: '2' });
  expect(await faultsOf(text)).toEqual([]);
  const { uri, step, value } = JSON.parse(text)['yangent-workflows:dag'];
  expect(uri).toMatch(/;c=2$/);
  expect(step).toMatchObject([
    { node: 'look', state: 'yangent-workflows:completed', agent: ['worker'] },
    { node: 'change', state: 'yangent-workflows:executing', agent: ['worker'] },
  ]);
  expect(value.map((each: Members) => each.text)).toContain('{"site":"north"}');
  const first = JSON.parse(await exported({ checkpoint: '1' }))['yangent-workflows:dag'];
  expect([first.step, first.event]).toEqual([[], []]);
  const missing: Refused = await rig.act(`${id}/export`, { checkpoint: '9' }).catch((error: Refused) => error);
  expect(missing.error).toMatchObject({
    'error-tag': 'data-missing',
    'error-message': `run ${id} has no checkpoint "9"; its list checkpoint has those there are`,
  });
});

const event = (dag: Dag, at: number): Members => dag.event?.[at] ?? {};
const last = (list: Members[] | undefined): Members => list?.at(-1) ?? {};

test.each<readonly [string, (dag: Dag) => void, RegExp]>([
  ['an event is changed', (dag) => Object.assign(event(dag, 2), { by: 'mallory' }), /^journal: event 3 is not that of/],
  ['an event is left out', (dag) => void dag.event?.splice(1, 1), /^journal: event 2 is missing: 3 stands/],
  ['the end is cut off', (dag) => void dag.event?.pop(), /^journal: the journal ends with event/],
  [
    'the input is changed',
    (dag) => Object.assign(dag.run ?? {}, { input: { site: 'south' } }),
    /^journal: event 1 is not/,
  ],
  [
    'a value is changed',
    (dag) => Object.assign(last(dag.value), { text: '{"site":"south"}' }),
    /^values: the value sha-256:/,
  ],
  [
    'the graph is changed',
    (dag) => Object.assign(dag.graph ?? {}, { version: '2.0' }),
    /^graph: the graph is not that/,
  ],
  [
    'a label is added',
    (dag) => Object.assign(last(dag.checkpoint), { label: 'x' }),
    /^checkpoints: checkpoint 2: the signature is over/,
  ],
  [
    'a checkpoint moves',
    (dag) => Object.assign(last(dag.checkpoint), { sequence: '2' }),
    /^checkpoints: checkpoint 2 has not the hash/,
  ],
])('the first fault is named when %s', async (_, change, fault) => {
  const [first] = await faultsOf(await changed(change));
  expect(first).toMatch(fault);
});

test.each<readonly [string, (dag: Dag) => void]>([
  ['its state', ({ run }) => Object.assign(run ?? {}, { state: 'failed' })],
  ['its initiator', ({ run }) => Object.assign(run ?? {}, { initiator: 'mallory' })],
  ['the output of a step', ({ step }) => Object.assign(step?.[0] ?? {}, { output: last(step).input })],
  ['the agent of a step', ({ step }) => Object.assign(step?.[0] ?? {}, { agent: ['other'] })],
  ['a step that is gone', ({ step }) => void step?.pop()],
  ['a value that is gone', ({ value }) => void value?.pop()],
  ['the time of the export', (dag) => Object.assign(dag, { exported: '2020-01-01T00:00:00.000Z' })],
  ['a member that the node did not write', (dag) => Object.assign(dag, { owner: 'mallory' })],
])('ATD-6-l ATD-8-l: a document that was changed is not as the node signed it: %s', async (_, change) => {
  const [fault, ...others] = await faultsOf(await changed(change));
  expect(fault).toMatch(/^document: the signature by .* does not verify: the document was changed$/);
  expect(others).toEqual([]);
});

test('a document without the signature of the node is none that the node exported', async () => {
  const [fault] = await faultsOf(await changed((dag) => Reflect.deleteProperty(dag, 'signature')));
  expect(fault).toMatch(/^document: it has no signature of the node/);
});

test('a signature by another key does not count', async () => {
  const other = JSON.stringify({ keys: [{ ...JSON.parse(jwks).keys[0], kid: 'other' }] });
  const verdicts = await verifyExport(await exported(), keysOf(other));
  expect(verdicts.at(-1)).toMatchObject({ name: 'checkpoints', holds: false });
  expect(verdicts.at(-1)?.message).toMatch(
    /^checkpoint 1: it is signed with the key .* none of yours; "yangent workflow keys" prints/,
  );
});

test('a graph with an identifier that a node wrote is that of its digest', async () => {
  const done = await rig.start({
    id: 'agent-dag:elsewhere/look',
    node: [{ name: 'only', type: 'yangent-workflows:none' }],
  });
  const { document } = await rig.act(`${done.id}/export`);
  expect(document).toContain('"id":"agent-dag:elsewhere/look"');
  expect(await faultsOf(document)).toEqual([]);
});
