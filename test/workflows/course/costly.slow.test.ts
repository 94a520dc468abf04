/** Runs whose expressions take long let others have their turn, also when many of them meet in one transaction. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitsDuring } from '../probe.js';
import { edge, type Run, states, WorkflowRig } from '../rig.js';

let rig: WorkflowRig;
let data: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'yangent-costly-'));
  rig = await WorkflowRig.start({ data });
});
afterEach(() => rig.stop());

const COSTLY = 'input.l.filter(a, input.l.exists(b, a + b < 0)).size()';
const l = Array.from({ length: 100 }, (_, at) => at);
const SCHEMA = '{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}}';
const MANY = 16;
/** Milliseconds of transactions that took long, of which a few wait for the store when a request comes. */
const LONGEST_WAIT = 12_000;
const PATIENCE = 200_000;

const burning = (name: string, many: number) => ({
  name,
  type: 'yangent-workflows:none',
  output: Array.from({ length: many }, (_, at) => ({ name: `o${at}`, value: COSTLY })),
});
const callers = Array.from({ length: MANY }, (_, at) => ({
  name: `c${at}`,
  type: 'yangent-workflows:workflow',
  workflow: { definition: 'burner' },
  input: [{ name: 'l', value: 'input.l' }],
}));
/** A graph that calls many costly ones at one time. */
const dag = (wait: object) => ({
  version: '1.0',
  'input-schema': SCHEMA,
  node: [{ name: 'w', type: 'yangent-workflows:wait', wait }, ...callers],
  edge: callers.map(({ name }) => edge('w', name)),
});
/** Three steps, each of which takes some 0.3 s. */
const STEPS = ['a', 'b', 'c'];
const define = () =>
  rig.define('burner', {
    'input-schema': SCHEMA,
    node: STEPS.map((name) => burning(name, 150)),
    edge: [edge('a', 'b'), edge('b', 'c')],
  });
const isOver = ({ state }: Run) => state !== 'running';

it('runs that call many others of which each takes long', { timeout: PATIENCE }, async () => {
  await define();
  let run: Run | undefined;
  const { id } = await rig.rpc('start', { input: { l }, dag: dag({ seconds: 1 }) });
  const waits = await waitsDuring(rig, async () => {
    run = await rig.until(id, isOver, PATIENCE);
  });
  expect([run?.state, run?.error]).toEqual(['completed', undefined]);
  expect(new Set(Object.values(states(run as Run)))).toEqual(new Set(['completed']));
  expect(waits.write).toBeLessThan(LONGEST_WAIT);
  expect(waits.read).toBeLessThan(2_000);
});

/** Starts a run that calls many, and the node again in the midst of it. */
async function startedAgain(): Promise<string> {
  await define();
  const { id } = await rig.rpc('start', { input: { l }, dag: dag({ seconds: 1 }) });
  await rig.until(id, (run) => states(run).w === 'completed' || isOver(run), PATIENCE);
  await rig.stop();
  rig = await WorkflowRig.start({ data });
  return id;
}

it('the same goes on after a restart of the node', { timeout: PATIENCE }, async () => {
  const id = await startedAgain();
  const run = await rig.until(id, isOver, PATIENCE);
  expect([run.state, run.error]).toEqual(['completed', undefined]);
});

it('the same is canceled after a restart of the node', { timeout: PATIENCE }, async () => {
  const id = await startedAgain();
  const begin = performance.now();
  await rig.act(`${id}/cancel`);
  expect(performance.now() - begin).toBeLessThan(LONGEST_WAIT);
  const run = await rig.until(id, isOver, PATIENCE);
  expect(run.state).toBe('canceled');
  const { run: left = [] } = await rig.rpc('list-runs', { definition: 'burner', state: 'running' });
  expect(left).toEqual([]);
});

it('many runs that are due at one time', { timeout: PATIENCE }, async () => {
  const at = new Date(Date.now() + 4_000).toISOString();
  const node = [{ name: 'w', type: 'yangent-workflows:wait', wait: { until: 'input.at' } }, burning('a', 120)];
  const ids: string[] = [];
  for (let count = 0; count < 40; count++)
    ids.push((await rig.rpc('start', { input: { l, at }, dag: { version: '1.0', node, edge: [edge('w', 'a')] } })).id);
  await sleep(Math.max(0, Date.parse(at) - Date.now()));
  const ends = new Set<unknown>();
  const waits = await waitsDuring(rig, async () => {
    for (const id of ids) {
      const { state, error } = await rig.until(id, isOver, PATIENCE);
      ends.add(error ?? state);
    }
  });
  expect(ends).toEqual(new Set(['completed']));
  expect(waits.write).toBeLessThan(LONGEST_WAIT);
  expect(waits.read).toBeLessThan(2_000);
});
