/** docs/audit.md: its commands as they stand, and a second auditor that knows the format of archives only. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const AUDITOR = fileURLToPath(new URL('audit_auditor.py', import.meta.url));

const guide = new Guide('docs/audit.md');
const run = async (section: string) => guide.shell(guide.commands(section).join('\n'));
const inFolder = (file: string) => join(guide.folder, file);
const audited = (...args: readonly string[]) =>
  execFileSync('python3', [AUDITOR, ...args], { encoding: 'utf8', stdio: 'pipe' });

beforeAll(async () => {
  const [serve = ''] = guide.commands('# The audit log');
  await guide.serve(serve);
});
afterAll(() => guide.stop());

it('the log shows what was recorded', async () => {
  const shown = await run('See what was recorded');
  expect(shown).toMatch(/^RECORD +AT +USER +OPERATION +OUTCOME +TARGET\n0 .* audit-key .*\n1 .* start /);
  expect(shown).toContain('no such records');
  expect(shown).toMatch(/"input-digest":\s*"[0-9a-f]{64}"/);
});

let key = '';

it('ATD-8-l: a checkpoint is a signed note, and an archive verifies with it', async () => {
  const shown = await run('Keep a checkpoint');
  expect(shown).toMatch(/^[0-9a-f-]{36}\n\d+\n[A-Za-z0-9+/]{43}=\n\n— [0-9a-f-]{36} /m);
  const proved = await run('Prove one record');
  expect(proved).toMatch(/^proof\.json: record 1 is one of the \d+ records of the log [0-9a-f-]{36}\n$/m);
  expect(proved).toMatch(/unanchored/);
  key = /[0-9a-f-]{36}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}/.exec(shown)?.[0] ?? '';
  const verified = await run('Archive and verify');
  expect(verified).toMatch(/a\.jsonl: the records 0 to \d+ of the log/);
  expect(verified).toMatch(/unanchored from record \d+ on/);
  expect(verified).toContain('unanchored: whoever holds the audit key could have rewritten this');
  const checked = await guide.shell(`npx yangent audit prove 2 --key ${key}; echo $?`);
  expect(checked).toMatch(/\nrecord 2 is one of the \d+ records of the log [0-9a-f-]{36}\n0\n$/);
  expect(await guide.shell(`npx yangent audit verify a.jsonl --key ${key}; echo $?`)).toMatch(
    /whole and signed.*\n0\n$/,
  );
});

it('a second auditor comes to the same result', () => {
  expect(audited(inFolder('a.jsonl'))).toMatch(/^\d+ records of [0-9a-f-]{36} are signed\n$/);
  expect(audited(inFolder('a.jsonl'), key)).toMatch(/are signed/);
});

it('both find a record that was changed, and one that was added', async () => {
  const archive = readFileSync(inFolder('a.jsonl'), 'utf8');
  writeFileSync(inFolder('changed.jsonl'), archive.replace('"operation":"start"', '"operation":"begin"'));
  expect(await guide.shell('npx yangent audit verify changed.jsonl; echo $?')).toMatch(/record 1 is bad: .*\n1\n$/);
  expect(() => audited(inFolder('changed.jsonl'))).toThrow(/record 1 was changed/);
  writeFileSync(inFolder('longer.jsonl'), archive);
  appendFileSync(inFolder('longer.jsonl'), `${archive.split('\n')[1]}\n`);
  expect(await guide.shell('npx yangent audit verify longer.jsonl; echo $?')).toMatch(/in its place stands .*\n1\n$/);
  expect(() => audited(inFolder('longer.jsonl'))).toThrow(/is missing/);
});

it('what was archived is pruned, and the rest still verifies, for both', async () => {
  const pruned = await run('Prune');
  expect(pruned).toContain('the log begins with record 3');
  expect(pruned).toMatch(/b\.jsonl: whole and signed: the records 3 to \d+/);
  expect(audited(inFolder('b.jsonl'), key)).toMatch(/are signed/);
});

it('a record that was not archived is not pruned', async () => {
  expect(await guide.shell('npx yangent audit prune 4711; echo $?')).toMatch(/not-archived.*\n1\n$/s);
});

it('who has the key before follows a rotation, until that key is in wrong hands', async () => {
  const shown = await run('Another key');
  expect(shown).toMatch(/c\.jsonl: the records 3 to \d+ of the log/);
  expect(shown).toMatch(/d\.jsonl: whole and signed: .*\n$/);
  expect(await guide.shell(`npx yangent audit verify c.jsonl --key ${key}; echo $?`)).toMatch(
    /whole and signed.*\n0\n$/,
  );
  expect(audited(inFolder('c.jsonl'), key)).toMatch(/are signed/);
  expect(await guide.shell(`npx yangent audit verify d.jsonl --key ${key}; echo $?`)).toMatch(
    /is not signed by .*: record \d+ says that the keys before are in wrong hands, .*\n1\n$/,
  );
  expect(() => audited(inFolder('d.jsonl'), key)).toThrow(/no known key signs the records from \d+ on/);
  expect(audited(inFolder('d.jsonl'))).toMatch(/are signed/);
});
