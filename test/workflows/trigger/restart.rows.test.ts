/** Triggers over restarts of the node: nothing is lost, and nothing fires twice. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/clean-up.js';
import { resetClock, setClock } from '../../support/clock.js';
import { WorkflowRig } from '../rig.js';
import { TriggerRig } from './rig.js';

let rig: WorkflowRig | undefined;
afterEach(async () => {
  await rig?.stop();
  resetClock();
});

/** Starts the node of a directory, the one before stopped. */
async function live(data: string): Promise<TriggerRig> {
  rig = await WorkflowRig.start({ data });
  return new TriggerRig(rig);
}

const newDirectory = () => mkdtempSync(join(temporaryFolder(), 'triggers-'));
const WORK = { node: [{ name: 'echo', type: 'yangent-workflows:none' }] };
const NOTED = {
  overlap: 'allow',
  notification: { name: 'yangent-tasks:task-changed', 'xpath-filter': "/yangent-tasks:task-changed/to = 'worker'" },
  input: [{ name: 'note', value: 'event.note' }],
};
const notesOf = async (triggers: TriggerRig, number: number) =>
  (await triggers.untilRuns('noted', (runs) => runs.length >= number)).map(({ input }) => Object(input).note);

describe('a notification trigger', () => {
  it('goes on after a restart with the notifications that it has not handled, each once', async () => {
    const data = newDirectory();
    const before = await live(data);
    await before.workflows.define('work', WORK);
    await before.put('noted', NOTED);
    await before.notify({ note: 'a' });
    expect(await notesOf(before, 1)).toEqual(['a']);
    await before.workflows.rig.node.invoke('yangent-tasks:stop-all', {});
    await before.notify({ note: 'b' });
    await before.notify({ note: 'c' });
    await before.workflows.stop();
    const after = await live(data);
    expect(await notesOf(after, 1)).toEqual(['a']);
    await after.workflows.rig.node.invoke('yangent-tasks:resume-all', undefined);
    expect(await notesOf(after, 3)).toEqual(['a', 'b', 'c']);
    await after.notify({ note: 'd' });
    expect(await notesOf(after, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(await after.state('noted')).toMatchObject({ owner: 'admin', missed: '0' });
  });

  it('tells once that notifications are lost, and goes on at the oldest that the log has', async () => {
    const data = newDirectory();
    const before = await live(data);
    await before.workflows.define('work', WORK);
    await before.put('noted', NOTED);
    await before.workflows.rig.node.invoke('yangent-tasks:stop-all', {});
    for (const note of ['a', 'b', 'c']) await before.notify({ note });
    await before.workflows.stop();
    deleteEvents(data, 'value like \'%"note":"b"%\'');
    const after = await live(data);
    await after.workflows.rig.node.invoke('yangent-tasks:resume-all', undefined);
    expect(await notesOf(after, 1)).toEqual(['c']);
    expect(await after.missed('noted')).toEqual([{ name: 'noted', reason: expect.stringContaining('events-lost') }]);
    expect((await after.state('noted')).missed).toBe('1');
  });

  it('loses nothing when the log is trimmed while nothing was wanted', async () => {
    const data = newDirectory();
    const before = await live(data);
    await before.workflows.define('work', WORK);
    await before.put('noted', NOTED);
    for (const note of ['x', 'y']) await before.notify({ note, to: 'elsewhere' });
    await before.workflows.stop();
    deleteEvents(data, 'value like \'%"note":"x"%\'');
    const after = await live(data);
    await after.notify({ note: 'a' });
    expect(await notesOf(after, 1)).toEqual(['a']);
    expect((await after.state('noted')).missed).toBe('0');
  });
});

/** Deletes an event and those before it, as the retention does. */
function deleteEvents(data: string, last: string): void {
  const database = new Database(join(data, 'yangent.db'));
  database.exec(`delete from event where sequence <= (select max(sequence) from event where ${last})`);
  database.close();
}

describe('a schedule', () => {
  const MINUTE = 60_000;
  const next = (every: number) => Math.ceil((Date.now() + MINUTE) / every) * every;

  it('fires late within catch-up after a restart, and counts what is over by more as missed', async () => {
    const data = newDirectory();
    const before = await live(data);
    await before.workflows.define('work', WORK);
    const hourly = (catchUp: number) => ({ overlap: 'allow', schedule: { cron: '0 * * * *', 'catch-up': catchUp } });
    await before.put('late', { ...hourly(60), input: [{ name: 'at', value: 'event.time' }] });
    await before.put('missed', hourly(10));
    await before.put('all', hourly(86_400));
    await before.workflows.stop();
    const hour = 60 * MINUTE;
    const last = next(hour) + 3 * hour;
    setClock(last + 30_000 - Date.now());
    const after = await live(data);
    const [run] = await after.untilRuns('late', (runs) => runs.length > 0);
    expect(run?.input).toEqual({ at: new Date(last).toISOString() });
    await after.untilRuns('all', (runs) => runs.length === 4);
    await after.untilState('missed', ({ missed }) => missed === '4');
    expect(await after.state('late')).toMatchObject({ missed: '3', next: new Date(last + hour).toISOString() });
    expect(await after.missed('missed')).toMatchObject([
      { number: 4, from: new Date(last - 3 * hour).toISOString(), reason: expect.stringContaining('catch-up') },
    ]);
    expect(await after.runs('missed')).toEqual([]);
    expect((await after.state('all')).missed).toBe('0');
  });
});
