/** What a restart cut off: completed, taken back or given up, by what the loop can do and may do. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/index.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';
import { until } from '../until.js';
import { type AfterRestart, migrations, openLoop, TestLoop } from './loop.js';

const RESTARTED = 'the node was restarted while this was being executed';
const RECOVERS: AfterRestart = { recover: async () => 'found added' };
const TAKES_BACK: AfterRestart = { compensate: async () => 'subtracted' };

/** A loop that is cut off while it executes, perhaps paused by then, and its next life, not restored yet. */
async function cutOff(more: AfterRestart, paused = false) {
  const file = join(temporaryDirectory(), 'yangent.db');
  const before = await openStore({ file, migrations });
  const loop = new TestLoop(more);
  const first = await openLoop(loop, 'autonomous', before);
  await first.runner.start();
  loop.execute = () => new Promise(() => undefined);
  loop.seen.next(-1);
  await until(
    () => loop.executed.length,
    (length) => length === 1,
  );
  if (paused) await first.runner.pause('maintenance');
  // As kill -9 would: nothing gets the chance to write how it ended.
  await before.close();
  const after = await openStore({ file, migrations });
  cleanUp(() => after.close());
  const again = new TestLoop(more);
  return { again, ...(await openLoop(again, 'autonomous', after)) };
}

it.each<readonly [string, AfterRestart, object]>([
  ['completes it', RECOVERS, { done: 'found added', verified: 'it is 0', outcome: 'succeeded' }],
  [
    'finds nothing done',
    { recover: async () => undefined },
    { outcome: 'interrupted', reason: /nothing had been done/ },
  ],
  ['takes it back', TAKES_BACK, { outcome: 'compensated', reason: /; taken back: subtracted$/ }],
  [
    'cannot take it back',
    { compensate: () => Promise.reject(new Error('no answer')) },
    { outcome: 'failed', reason: /; cannot be taken back: no answer$/ },
  ],
  ['gives it up', {}, { outcome: 'interrupted', reason: new RegExp(`^${RESTARTED}$`) }],
])('a loop that was cut off in execute %s, and does not execute again', async (_what, more, recorded) => {
  const { again, runner, history } = await cutOff(more);
  await runner.restore(true);
  const [entry] = await history(1);
  for (const [name, wanted] of Object.entries(recorded)) {
    const value = Reflect.get(entry ?? {}, name);
    if (wanted instanceof RegExp) expect(value).toMatch(wanted);
    else expect(value).toBe(wanted);
  }
  expect(again.executed).toEqual([]);
});

it('a paused loop completes what it had begun, and looks at nothing new', async () => {
  const { again, runner, history } = await cutOff(RECOVERS, true);
  await runner.restore(true);
  expect(await history(1)).toMatchObject([{ id: 1, done: 'found added', outcome: 'succeeded' }]);
  again.seen.next(-2);
  expect([runner.state, again.seen.observed, again.executed]).toEqual(['paused', false, []]);
});

it.each([
  ['disabled meanwhile', false, undefined],
  ['halted with all that is autonomous', true, 'drill'],
])('a loop that was %s neither completes nor takes back', async (_what, enabled, reason) => {
  const done: string[] = [];
  const note = async (what: string) => String(done.push(what));
  const { runner, halted, history } = await cutOff({
    recover: () => note('completed'),
    compensate: () => note('taken back'),
  });
  halted.reason = reason;
  await runner.restore(enabled);
  expect(await history(1)).toMatchObject([{ outcome: 'interrupted', reason: RESTARTED }]);
  expect(done).toEqual([]);
});

it.each([
  ['disabled in configuration', 'running'],
  ['deleted from configuration', 'running'],
  ['maintenance', 'stopped'],
])('a loop that was stopped (%s) and is enabled when the node starts is %s', async (reason, state) => {
  const file = join(temporaryDirectory(), 'yangent.db');
  const before = await openStore({ file, migrations });
  const first = await openLoop(new TestLoop(), 'autonomous', before);
  await first.runner.start();
  await first.runner.stop(reason);
  // The edit that enables the loop is durable; the process ends before the loop hears of it.
  await before.close();
  const after = await openStore({ file, migrations });
  cleanUp(() => after.close());
  const { runner } = await openLoop(new TestLoop(), 'autonomous', after);
  await runner.restore(true);
  expect(runner.state).toBe(state);
});
