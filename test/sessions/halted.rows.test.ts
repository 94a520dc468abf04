/** What is due in teams stands during stop-all, and is put off by its length when that ends. */
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { useSessionsRig } from './sessions-rig.js';

const { rig, call, read } = useSessionsRig();

const operate = async (name: string) => (await rig.operation('admin', `yangent-tasks:${name}`, {})).status;

it('resume-all puts off the times of teams, or does not resume', async () => {
  const opening = { from: 'noc', kind: 'team', goal: 'why', member: [{ agent: 'ip' }] };
  const { id } = (await call('alice', 'open', { ...opening, 'turn-taking': { 'speaker-timeout': 3600 } })).output;
  const expires = async () => Date.parse((await read('alice', id)).floor.expires);
  const before = await expires();
  const stopping = Date.now();
  expect(await operate('stop-all')).toBe(200);
  const stopped = Date.now();
  const database = new Database(join(rig.node.directory, 'yangent.db'));
  database.exec(
    `create trigger broken before update on agent_session_timer begin select raise(abort, 'the disk is broken'); end`,
  );
  expect(await operate('resume-all')).toBe(500);
  const tasks = await rig.http('admin', 'GET', '/restconf/data/yangent-tasks:tasks/halt');
  expect(tasks.body).toContain('"by"');
  // The times that are shown are rounded.
  expect(Math.abs((await expires()) - before)).toBeLessThan(50);
  database.exec('drop trigger broken');
  database.close();
  // A second stop-all begins another halt: the time of the first one is counted too.
  expect(await operate('stop-all')).toBe(200);
  await expect.poll(() => Date.now() - stopped, { interval: 5 }).toBeGreaterThan(300);
  const resuming = Date.now();
  expect(await operate('resume-all')).toBe(200);
  const longer = (await expires()) - before;
  expect(longer).toBeGreaterThanOrEqual(resuming - stopped - 1_000);
  expect(longer).toBeGreaterThan(250);
  expect(longer).toBeLessThanOrEqual(Date.now() - stopping + 1_000);
});
