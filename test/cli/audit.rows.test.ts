/** The commands about the audit log: files that are kept, records that are listed, proofs that need no node. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { until } from '../until.js';
import { type CommandNode, startCommandNode } from './node.js';
import { yangent } from './support.js';

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);
let node: CommandNode;
let key: string;
beforeAll(async () => {
  node = await startCommandNode();
  await node.node.edit({ 'yangent-access:access': { user: [{ name: 'ann', password: '$0$a long password' }] } });
  const ann = new Https(node, 'ann', 'a long password');
  const { status } = await ann.send('POST', '/restconf/operations/yangent-audit:checkpoint', { body: '' });
  expect(status).toBe(403);
  ann.close();
  const admin = new Https(node);
  const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log/key');
  key = JSON.parse(body)['yangent-audit:key'];
  admin.close();
});
afterAll(() => node.stop());
const audit = (...args: readonly string[]) => node.command('audit', ...args);
const verify = (...args: readonly string[]) => yangent('audit', 'verify', ...args);

test.each([
  ['export', 'a.jsonl', /^\{"v":1,"origin"/],
  ['checkpoint', 'checkpoint.txt', /^[0-9a-f-]{36}\n\d+\n/],
])('%s replaces no file unless it is told to', async (command, name, begin) => {
  writeFileSync(file(name), 'the only copy');
  expect(await audit(command, '--out', file(name))).toMatchObject({
    err: `yangent: ${file(name)} exists already; name another file, or replace it with --force\n`,
    code: 2,
  });
  expect(readFileSync(file(name), 'utf8')).toBe('the only copy');
  expect((await audit(command, '--out', file(name), '--force')).code).toBe(0);
  expect(readFileSync(file(name), 'utf8')).toMatch(begin);
  expect((await verify(file('a.jsonl'))).out).toMatch(/a\.jsonl: whole and signed: the records 0 to \d+ of the log/);
});

test('an export that fails leaves no file', async () => {
  expect((await audit('export', '--out', file('none.jsonl'), '--first', '100000')).code).toBe(1);
  expect(() => readFileSync(file('none.jsonl'))).toThrow(/ENOENT/);
  expect(() => readFileSync(file('none.jsonl.part'))).toThrow(/ENOENT/);
});

test('list tells who acted for a user', async () => {
  const admin = new Https(node);
  const ann = new Https(node, 'ann', 'a long password');
  const call = async (client: Https, name: string, input: object, more: object = {}) => {
    const body = JSON.stringify({ 'yangent-access:input': input });
    return client.send('POST', `/restconf/operations/${name}`, { body, ...more });
  };
  const capability = [{ name: '1', action: ['yangent-audit.checkpoint'] }];
  const expires = new Date(Date.now() + 60_000).toISOString();
  const given = await call(admin, 'yangent-access:delegate', { to: 'ann', capability, expires });
  const { grant } = JSON.parse(given.body)['yangent-access:output'];
  const issued = await call(ann, 'yangent-access:issue-token', { grant });
  const { token } = JSON.parse(issued.body)['yangent-access:output'];
  const headers = { authorization: `Bearer ${token}` };
  expect((await ann.send('POST', '/restconf/operations/yangent-tasks:stop-all', { body: '', headers })).status).toBe(
    403,
  );
  for (const client of [admin, ann]) client.close();
  const stopped = () => audit('list', '--operation', 'yangent-tasks.stop-all');
  await until(stopped, ({ out }) => out.startsWith('RECORD'));
  expect((await stopped()).out).toMatch(/Z +admin \(by ann\) +yangent-tasks:stop-all +denied \(access-denied\)/);
});

test('list finds records by user, operation, outcome and time', async () => {
  const denied = () => audit('list', '--by', 'ann', '--outcome', 'denied', '--since', '1h');
  await until(denied, ({ out }) => out.startsWith('RECORD'));
  expect((await denied()).out).toMatch(
    /^RECORD +AT +USER +OPERATION +OUTCOME +TARGET\n\d+ +\S+Z +ann +yangent-audit:checkpoint +denied \(access-denied\)\n$/,
  );
  expect((await audit('list', '--by', 'ann', '--operation', 'yangent-audit.checkpoint')).out).toMatch(/^\d+ .* ann /m);
  expect((await audit('list', '--operation', 'edit', '--by', 'nobody')).out).toBe('no such records\n');
  expect((await audit('list', '--since', '2999-01-01T00:00:00Z')).out).toBe('no such records\n');
  expect((await audit('list', '--outcome', 'gone')).err).toContain('Allowed choices are intent, done, denied, failed');
});

test('list shows the newest, and goes on before them', async () => {
  const all = (await audit('list', '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).sequence);
  expect(all).toEqual(all.toSorted((a, b) => Number(a) - Number(b)));
  const { out } = await audit('list', '--limit', '2');
  const [, before] = /^earlier ones are not shown: --before (\d+), or a higher --limit$/m.exec(out) ?? [];
  const earlier = await audit('list', '--limit', '2', '--before', before ?? '', '--json');
  const shown = earlier.out
    .trim()
    .split('\n')
    .map((line) => Number(JSON.parse(line).sequence));
  expect(shown).toEqual([Number(before) - 2, Number(before) - 1]);
});

test('who lists the log is recorded with the sensitive readings', async () => {
  await node.node.edit({ 'yangent-audit:audit': { record: { reads: 'sensitive' } } });
  const readings = () => audit('list', '--operation', 'yangent-audit:list', '--json');
  const { out } = await until(readings, (shown) => shown.out.includes('"read"'));
  expect(JSON.parse(out.trim().split('\n')[0] ?? '')).toMatchObject({ 'record-kind': 'read', user: 'admin' });
  await node.node.edit({ 'yangent-audit:audit': { record: { reads: 'none' } } });
});

test('a log that the node has not is told with those that it has', async () => {
  expect(await audit('list', '--log', 'another')).toMatchObject({
    ...{
      err: expect.stringMatching(/^the node has no log another; it has [0-9a-f-]{36} \(invalid-value\)\n$/),
      code: 1,
    },
  });
});

test('ATD-8-l: the proof of a record is verified without a node, with the key, and each change of it is found', async () => {
  expect((await audit('prove', '1', '--out', file('p.json'))).code).toBe(0);
  expect(await audit('prove', '1', '--out', file('p.json'))).toMatchObject({
    ...{ err: expect.stringContaining('exists already'), code: 2 },
  });
  const proved = /"operation": "start",[\s\S]*: record 1 is one of the \d+ records of the log [0-9a-f-]{36}\n/;
  expect((await verify(file('p.json'), '--key', key)).out).toMatch(new RegExp(`${proved.source}$`));
  expect((await verify(file('p.json'))).out).toMatch(new RegExp(`${proved.source}unanchored: whoever holds`));
  const text = readFileSync(file('p.json'), 'utf8');
  const changes: readonly (readonly [string, RegExp])[] = [
    [text.replace('\\"start\\"', '\\"begin\\"'), /the hashes do not lead from the record to the checkpoint/],
    [text.replace('"sequence":1,', '"sequence":2,'), /the proof is of another record/],
    [text.replace('"hashes":', '"hash":'), /a proof has sequence, record, checkpoint and hashes/],
    [text.replace('"v":1,', '"v":2,'), /it is no proof of version 1/],
    [`${text}${text}`, /a proof is one line/],
    [text.replace(/"checkpoint":"[^"]*"/, '"checkpoint":"none"'), /a note is a text, an empty line, and signatures/],
    [text.trim(), /the last line has no end/],
  ];
  for (const [changed, message] of changes) {
    expect(changed).not.toBe(text);
    writeFileSync(file('changed.json'), changed);
    const { err, code } = await verify(file('changed.json'), '--key', key);
    expect([err, code]).toEqual([expect.stringMatching(message), 1]);
  }
  expect(await verify(file('p.json'), '--checkpoint', file('checkpoint.txt'))).toMatchObject({
    ...{ err: expect.stringContaining('which is not yours'), code: 2 },
  });
});

test('a checkpoint of a key in wrong hands verifies with that key and the present one', async () => {
  expect((await node.command('key', 'rotate', 'audit', '--compromised')).code).toBe(0);
  expect((await audit('export', '--out', file('b.jsonl'))).code).toBe(0);
  const kept = ['--checkpoint', file('checkpoint.txt')];
  expect(await verify(file('b.jsonl'), ...kept)).toMatchObject({
    err: expect.stringMatching(
      /your checkpoint of \d+ records is not signed by \S+; if you trust the key that signed it, give that one and the present one, each with --key\n$/,
    ),
    code: 1,
  });
  const { out } = await audit('list', '--operation', 'audit-key', '--json');
  const present: string = JSON.parse(out.trim().split('\n').at(-1) ?? '').key;
  expect(present).not.toBe(key);
  expect(await verify(file('b.jsonl'), '--key', present, '--key', key, ...kept)).toMatchObject({
    ...{ out: expect.stringMatching(/whole and signed: the records 0 to \d+ of the log \S+\n$/), code: 0 },
  });
});
