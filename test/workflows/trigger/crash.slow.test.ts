/** Triggers over kills of the node after commits: each time and each notification leads to one run. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/clean-up.js';
import { WorkflowRig } from '../rig.js';
import { TriggerRig } from './rig.js';

const CHILD = fileURLToPath(new URL('../../soak/workflows/triggers.child.ts', import.meta.url));
const SECOND = 1_000;

/** Lets a node live until it kills itself after so many commits. */
function live(data: string, killAfter: number, life: number): Promise<string | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, data, String(killAfter), String(life)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
}

/** The notes of all notifications in the log. */
function notesIn(data: string): readonly string[] {
  const database = new Database(join(data, 'yangent.db'));
  const rows = database.prepare("select value from event where name = 'yangent-tasks:task-changed'").all();
  database.close();
  return rows
    .map((row) => JSON.parse(Object(row).value))
    .flatMap(({ note, from }) => (from === 'outside' ? [note] : []));
}

it('loses and doubles nothing', { timeout: 120_000 }, async () => {
  const data = mkdtempSync(join(temporaryFolder(), 'life-'));
  const ends = [];
  for (const [life, commits] of [9, 14, 5, 22, 17, 30].entries()) ends.push(await live(data, commits, life));
  expect(ends).toEqual(ends.map(() => 'SIGKILL'));
  const notes = notesIn(data);
  const rig = await WorkflowRig.start({ data });
  const triggers = new TriggerRig(rig);
  const noted = await triggers.untilRuns('noted', (runs) => runs.length >= notes.length);
  expect(noted.map(({ input }) => Object(input).note)).toEqual(notes);
  const ticks = (await triggers.untilRuns('tick', (runs) => runs.length > 3)).map(({ input }) =>
    Date.parse(Object(input).at),
  );
  const gaps = ticks.slice(1).map((tick, index) => tick - Number(ticks[index]));
  expect(gaps).toEqual(gaps.map(() => SECOND));
  for (const name of ['noted', 'tick']) expect((await triggers.state(name)).missed).toBe('0');
  await rig.stop();
});
