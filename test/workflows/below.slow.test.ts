/** Pause, resume and cancel of a run with many runs below it: all of them are reached, and others have their turn meanwhile. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Waits, waitsDuring } from './probe.js';
import { WorkflowRig } from './rig.js';

let rig: WorkflowRig;
let data: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'yangent-below-'));
  rig = await WorkflowRig.start({ data });
});
afterEach(() => rig.stop());

const WIDE = 3_000;
const PATIENCE = 200_000;

const wait = { name: 'w', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
const each = {
  name: 'each',
  type: 'yangent-workflows:workflow',
  workflow: { definition: 'waits' },
  'for-each': { items: 'input.l', 'max-parallel': 1_000 },
};
const lists = [0, 1, 2].map((at) => ({ ...each, name: `each${at}` }));

/** Starts a run with many below it, and waits until all of them have begun. */
async function broad(many: number): Promise<string> {
  await rig.define('waits', { node: [wait] });
  const dag = { version: '1.0', execution: { 'max-parallel': WIDE }, node: lists };
  const l = Array.from({ length: many / lists.length }, (_, at) => at);
  const { id } = await rig.rpc('start', { input: { l }, dag });
  await allBelow('running', many);
  return id;
}

/** Counts the runs below that are in a state. */
async function countOf(state: string): Promise<number> {
  let count = 0;
  for (let before: string | undefined; ; ) {
    const wanted = { definition: 'waits', state, limit: 1_000, ...(before === undefined ? {} : { before }) };
    const { run = [] } = await rig.rpc('list-runs', wanted);
    count += run.length;
    before = run.at(-1)?.id;
    if (run.length < 1_000) return count;
  }
}

/** Waits until all runs below are in a state. */
const allBelow = (state: string, many: number) =>
  expect.poll(() => countOf(state), { timeout: PATIENCE, interval: 200 }).toBe(many);

function expectShort({ read, write }: Waits): void {
  expect(read).toBeLessThan(1_500);
  expect(write).toBeLessThan(3_000);
}

it('others wait for no more than a slice', { timeout: PATIENCE }, async () => {
  const id = await broad(WIDE);
  const acts = { pause: 'paused', resume: 'running', cancel: 'canceled' } as const;
  for (const [action, state] of Object.entries(acts))
    expectShort(
      await waitsDuring(rig, async () => {
        await rig.act(`${id}/${action}`);
        await rig.until(id, (run) => run.state === state, PATIENCE);
        await allBelow(state, WIDE);
      }),
    );
});

it('the last one of pause and resume holds for all', { timeout: PATIENCE }, async () => {
  const many = 900;
  const id = await broad(many);
  for (const action of ['pause', 'resume', 'pause']) await rig.act(`${id}/${action}`);
  await allBelow('paused', many);
  for (const action of ['resume', 'pause', 'resume']) await rig.act(`${id}/${action}`);
  await allBelow('running', many);
  for (const action of ['pause', 'cancel']) await rig.act(`${id}/${action}`);
  await allBelow('canceled', many);
  expect((await rig.until(id, ({ state }) => state !== 'paused', PATIENCE)).state).toBe('canceled');
});

it('a node that stops in between goes on with it at its next start', { timeout: PATIENCE }, async () => {
  const many = 900;
  const id = await broad(many);
  for (const [action, state] of [
    ['pause', 'paused'],
    ['resume', 'running'],
    ['cancel', 'canceled'],
  ] as const) {
    await rig.act(`${id}/${action}`);
    await rig.stop();
    rig = await WorkflowRig.start({ data });
    await allBelow(state, many);
    expect((await rig.until(id, (run) => run.state === state, PATIENCE)).state).toBe(state);
  }
});
