/** Sealed runs: their values are nowhere in clear, and gone once their key is (ATD-6-aa, ATD-8-h, ATD-8-i). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskFailure } from '../../../src/index.js';
import { jwkOf } from '../../../src/keys/index.js';
import { keysOf, verifyExport } from '../../../src/workflows/index.js';
import { edge, type Refused, type Run, stepOf, stepsOf, task, WorkflowRig, worker } from '../rig.js';
import { filesWith } from './scan.js';

/** In the input, the input and output of steps, the text of an error, a note of progress, and a signal. */
const MARKER = 'the-secret-of-Erika-Mustermann-4711';

let rig: WorkflowRig;
let jwks: string;

beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [
      worker('worker', {
        betray: async ({ input }, run) => {
          await run.step('looked up', async () => ({ found: Object(input).person }));
          await run.progress(50, `has ${Object(input).person} in hand`);
          throw new TaskFailure('broken', `cannot mend ${Object(input).person}`, {
            diagnostic: `it was ${Object(input).person}`,
          });
        },
        measured: async ({ input }) => ({
          artifacts: [{ name: 'result', data: { person: Object(input).person } }],
          quality: { who: Object(input).person },
        }),
      }),
      worker('stranger'),
    ],
  });
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = JSON.parse(body)['yangent-keys:active'];
  const { id: kid, text } = jwkOf(Buffer.from(spki, 'base64'));
  jwks = JSON.stringify({ keys: [{ ...JSON.parse(text), kid }] });
});
afterAll(() => rig.stop());

const purge = (when: 'expiry' | 'completion') =>
  rig.rig.node.edit({ 'yangent-workflows:workflows': { retention: { purge: when } } });

const person = { input: [{ name: 'person', value: 'input.person' }] };

/** A graph whose values all contain what is in its input. */
const GRAPH = {
  node: [
    task('look', 'measured', { ...person, sensitivity: 'personal' }),
    task('mend', 'betray', { ...person, 'on-failure': 'continue' }),
    { name: 'hear', type: 'yangent-workflows:wait', wait: { signal: { name: 'word' } } },
    task('tell', 'do', {
      input: [
        { name: 'from', value: 'steps.look.output.result.person' },
        { name: 'who', value: 'steps.look.quality.who' },
        { name: 'heard', value: 'steps.hear.output.word' },
        { name: 'error', value: 'steps.mend.error.message' },
      ],
    }),
  ],
  edge: [edge('look', 'tell'), edge('mend', 'tell'), edge('hear', 'tell')],
  output: [{ name: 'told', value: 'steps.tell.output.result' }],
};

const TOLD = { from: MARKER, who: MARKER, heard: MARKER, error: `cannot mend ${MARKER}` };

async function ended(more: object = {}, graph: object = GRAPH): Promise<Run> {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', ...graph }, input: { person: MARKER }, ...more });
  await rig.until(id, (run) => stepsOf(run).some(({ node, state }) => node === 'hear' && state.endsWith('executing')));
  await rig.act(`${id}/signal`, { name: 'word', data: { word: MARKER } });
  return rig.until(id, ({ state }) => state === 'completed');
}

const exported = async (id: string): Promise<string> => (await rig.act(`${id}/export`)).document;
const taskOf = async (run: Run, node: string) => {
  const [id] = stepOf(run, node).task as readonly string[];
  const { body } = await rig.admin.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
  return JSON.parse(body)['yangent-tasks:task'][0];
};

describe('a run with a node that is personal', () => {
  it('ATD-8-h: shows its values to those who see it, and stores none of them in clear', async () => {
    const run = await ended();
    expect(run).toMatchObject({ seal: 'sealed', input: { person: MARKER }, output: { told: TOLD } });
    expect(stepOf(run, 'mend')).toMatchObject({
      ...{ state: 'yangent-workflows:failed', 'state-reason': `cannot mend ${MARKER}` },
      error: { code: 'broken', message: `cannot mend ${MARKER}`, diagnostic: `it was ${MARKER}` },
    });
    expect(await taskOf(run, 'look')).toMatchObject({
      ...{ state: 'completed', input: { person: MARKER } },
      artifact: [{ name: 'result', data: { person: MARKER } }],
    });
    expect(filesWith(rig.rig.directory, MARKER)).toEqual([]);
  });

  it('ATD-8-h: has digests in its journal from which no value can be guessed', async () => {
    const run = await ended();
    const journal = JSON.stringify(run.event);
    const guessed = createHash('sha256')
      .update(JSON.stringify({ person: MARKER }))
      .digest('hex');
    expect(journal).not.toContain(guessed);
    expect(journal).toMatch(/"input":"hmac-sha-256:[0-9a-f]{64}"/);
    expect(journal).not.toContain(MARKER);
  });

  it('ATD-8-h: is exported without its values, and verified all the same', async () => {
    const { id } = await ended();
    const document = await exported(id);
    expect(document).not.toContain(MARKER);
    const verdicts = await verifyExport(document, keysOf(jwks));
    expect(verdicts.filter(({ holds }) => !holds)).toEqual([]);
    expect(verdicts.find(({ name }) => name === 'values')?.message).toBe(
      'its values are sealed, and none is in the document',
    );
  });

  it('ATD-6-aa: is left without its values once it is completed, where retention says so', async () => {
    await purge('completion');
    const key = { 'run-key': 'shredded' };
    const run = await ended(key);
    const gone = await rig.until(run.id, ({ seal }) => seal === 'shredded', 30_000);
    expect(gone).toMatchObject({ state: 'completed', 'state-hash': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([gone.input, gone.output, JSON.stringify(gone).includes(MARKER)]).toEqual([undefined, undefined, false]);
    expect((gone.event as readonly object[]).at(-1)).toMatchObject({ kind: 'shredded', by: 'node' });
    expect(stepOf(gone, 'mend')).toMatchObject({ error: { code: 'broken', message: 'its text is sealed' } });
    const [first] = gone.checkpoint as readonly { readonly expires: string }[];
    expect(first?.expires).toBe(gone.ended);
    const done = await taskOf(gone, 'look');
    expect([done.state, done.input, done.artifact]).toEqual(['completed', undefined, undefined]);
    const verdicts = await verifyExport(await exported(run.id), keysOf(jwks));
    expect(verdicts.map(({ name, holds, message }) => [name, holds, message]).slice(2, 3)).toEqual([
      ['values', true, 'its values are shredded, and none is in the document'],
    ]);
    expect(verdicts.filter(({ holds }) => !holds)).toEqual([]);
    expect(filesWith(rig.rig.directory, MARKER)).toEqual([]);
    const back: Refused = await rig.act(`${run.id}/roll-back`, { to: '1', reason: 'x' }).catch((e: Refused) => e);
    expect(back.error).toMatchObject({
      ...{ 'error-tag': 'operation-failed', 'error-app-tag': 'shredded' },
      'error-message': `the values of run ${run.id} were deleted when it was completed (retention/purge), so it cannot go back; start a new run`,
    });
    const again = await rig.rpc('start', { dag: { version: '1.0', ...GRAPH }, input: { person: MARKER }, ...key });
    expect(again).toMatchObject({ id: run.id, state: 'completed' });
    await purge('expiry');
  });

  it('in clear, a text is found by the same search', async () => {
    const { id } = await rig.start({ node: [task('look', 'do', person)] }, { input: { person: 'plain-text-0815' } });
    const run = await rig.run(id);
    expect([run.state, run.seal]).toEqual(['completed', undefined]);
    expect(filesWith(rig.rig.directory, 'plain-text-0815')).not.toEqual([]);
  });
});

describe('the sensitivity of a node', () => {
  beforeAll(() =>
    rig.rig.node.edit({
      'yangent-contexts:sharing-policy': [
        { name: 'home', to: ['stranger'], 'min-sensitivity': 'personal', action: 'deny' },
      ],
    }),
  );

  const to = (agent: string, more: object = {}) => ({
    ...{ name: agent, task: { skill: 'do', agent }, retry: { 'max-attempts': 1 } },
    ...{ input: [{ name: 'x', value: '1' }], ...more },
  });

  it('ATD-8-i: keeps its task from an agent that a sharing policy does not let have it', async () => {
    const run = await rig.start({ node: [to('stranger', { sensitivity: 'personal' })] });
    expect(stepOf(run, 'stranger')).toMatchObject({
      state: 'yangent-workflows:failed',
      error: { code: 'access-denied', message: expect.stringContaining('sharing policy "home"') },
    });
    expect(await rig.start({ node: [to('stranger')] })).toMatchObject({ state: 'completed' });
  });

  it('ATD-8-i: is that of the nodes which it reads, unless its author says another', async () => {
    const reads = { input: [{ name: 'x', value: 'steps.worker.output.result' }] };
    const graph = (more: object) => ({
      node: [to('worker', { sensitivity: 'personal' }), to('stranger', { ...reads, ...more })],
      edge: [edge('worker', 'stranger')],
    });
    expect(await rig.start(graph({}))).toMatchObject({ state: 'failed', error: { code: 'access-denied' } });
    expect(await rig.start(graph({ sensitivity: 'internal' }))).toMatchObject({ state: 'completed' });
  });

  it('ATD-8-i: lets no run that is not sealed call one that is; one that is sealed shares its key', async () => {
    await rig.define('inner', { node: [to('worker', { sensitivity: 'secret' })] });
    const call = (more: object) => ({
      node: [
        { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'inner', attempts: 1 }, ...more },
      ],
    });
    expect(await rig.start(call({}))).toMatchObject({
      ...{ state: 'failed', error: { code: 'policy-violation' } },
      'state-reason': expect.stringContaining(
        'the values of workflow "inner" are sealed, and those of the run that calls it are not; give the node that calls it the sensitivity personal, or this workflow an assurance profile with seal',
      ),
    });
    const run = await rig.start(call({ sensitivity: 'secret' }));
    expect(run).toMatchObject({ state: 'completed', seal: 'sealed' });
    expect(await rig.run(stepOf(run, 'call').run as string)).toMatchObject({ state: 'completed', seal: 'sealed' });
  });
});

it('a profile with seal seals a run, and none of its notifications has a value', async () => {
  const run = await rig.start(
    { execution: { assurance: 'regulated' }, node: [task('look', 'betray', { ...person, 'on-failure': 'continue' })] },
    { input: { person: MARKER } },
  );
  expect(run).toMatchObject({ state: 'completed', seal: 'sealed' });
  expect(filesWith(rig.rig.directory, MARKER)).toEqual([]);
});
