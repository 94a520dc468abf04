import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { yangent } from './support.js';

const BOX =
  'module box { yang-version 1.1; namespace "urn:box"; prefix b; feature big; leaf size { if-feature big; type uint8; } leaf name { type string; } rpc ping; notification hot; }';
const PARTS = 'module parts { namespace "urn:parts"; prefix p; include parts-more; leaf part { type string; } }';
const USER = 'module user { namespace "urn:user"; prefix u; import parts { prefix p; } leaf part { type string; } }';

const schemaCase = (id: string, main: string, verdict: string) => ({
  id,
  modules: ['box', 'parts', 'user'],
  main: ['box', 'parts', 'user'].indexOf(main),
  features: null,
  context: [],
  verdict,
});
const dataCase = (id: string, data: string, verdict: string, more: object = {}) => ({
  id,
  modules: ['box'],
  implement: [['box', ['*']]],
  format: 'xml',
  op: 'data',
  parse: ['STRICT'],
  validate: ['PRESENT'],
  data,
  verdict,
  ...more,
});

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  const texts = { box: BOX, parts: PARTS, user: USER };
  const modules = Object.entries(texts).map(([name, text]) => [name, { file: `${name}.yang`, text }]);
  writeFileSync(join(folder, 'modules.json'), JSON.stringify(Object.fromEntries(modules)));
});

function written(...cases: readonly object[]): string {
  const file = join(folder, 'cases.jsonl');
  writeFileSync(file, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return file;
}

const last = (out: string): unknown => JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');

describe('yangent conformance', () => {
  test('is content where every verdict is as expected', async () => {
    const file = written(
      schemaCase('s1', 'box', 'valid'),
      dataCase('d1', '<size xmlns="urn:box">1</size>', 'valid'),
      dataCase('d2', '<size xmlns="urn:box">256</size>', 'invalid'),
      dataCase('d3', '{"box:size":1}', 'valid', { format: 'json' }),
    );
    const { code, out } = await yangent('conformance', '--cases', file, '--json');
    expect(code).toBe(0);
    expect(last(out)).toEqual({ cases: 4, wrong: [], seconds: expect.any(Number) });
  });

  test('prints what it judges otherwise and why, and says no', async () => {
    const file = written(dataCase('d1', '<size xmlns="urn:box">256</size>', 'valid'), schemaCase('s1', 'box', 'valid'));
    const { code, out } = await yangent('conformance', '--cases', file, '--json');
    expect(code).toBe(1);
    expect(out).toMatch(/^d1: invalid, expected valid \(.*256.*\)\n/);
    expect(last(out)).toEqual({ cases: 2, wrong: ['d1'], seconds: expect.any(Number) });
  });

  test('does not count differences that are argued', async () => {
    const exceptions = join(folder, 'exceptions.json');
    const exception = { id: 'd1', file: 'cases.jsonl', section: 'RFC 7950 §9.2', reason: 'A uint8 ends at 255.' };
    writeFileSync(exceptions, JSON.stringify({ exceptions: [exception] }));
    const file = written(dataCase('d1', '<size xmlns="urn:box">256</size>', 'valid'));
    const { code, out } = await yangent('conformance', '--cases', file, '--exceptions', exceptions, '--json');
    expect(code).toBe(0);
    expect(out).toContain('rightly (RFC 7950 §9.2): A uint8 ends at 255.');
    expect(last(out)).toMatchObject({ wrong: [] });
  });

  test('refuses unknown data and keys out of place only in strict cases', async () => {
    const unknown = '<other xmlns="urn:box">1</other>';
    const file = written(dataCase('strict', unknown, 'invalid'), dataCase('lenient', unknown, 'valid', { parse: [] }));
    const { out } = await yangent('conformance', '--cases', file, '--json');
    expect(last(out)).toMatchObject({ wrong: [] });
  });

  test('misses a submodule of the module under test and of what it imports, but not of what had been loaded before', async () => {
    const before = { context: [{ name: 'parts', rev: null, impl: 1, feat: [] }] };
    const file = written(
      schemaCase('parts', 'parts', 'invalid'),
      schemaCase('user', 'user', 'invalid'),
      { ...schemaCase('loaded', 'user', 'valid'), ...before },
      {
        ...schemaCase('box', 'box', 'valid'),
        ...before,
      },
    );
    const { out } = await yangent('conformance', '--cases', file, '--json');
    expect(last(out)).toMatchObject({ wrong: [] });
  });

  test('takes documents out of the envelope of their protocol, and no other', async () => {
    const ping = '<ping xmlns="urn:box"/>';
    const hot = '<hot xmlns="urn:box"/>';
    const base = 'xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"';
    const event = 'xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"';
    const time = '<eventTime>2026-01-31T12:00:00Z</eventTime>';
    const rpc = { op: 'nc-rpc' };
    const notification = { op: 'rc-notif' };
    const json = { ...notification, format: 'json' };
    const file = written(
      dataCase('rpc', `<rpc ${base} message-id="1">${ping}</rpc>`, 'valid', rpc),
      dataCase('other rpc', `<rpc xmlns="urn:other" message-id="1">${ping}</rpc>`, 'invalid', rpc),
      dataCase('no message-id', `<rpc ${base}>${ping}</rpc>`, 'invalid', rpc),
      dataCase('bare rpc', ping, 'invalid', rpc),
      dataCase('event', `<notification ${event}>${time}${hot}</notification>`, 'valid', notification),
      dataCase('no time', `<notification ${event}>${hot}</notification>`, 'invalid', notification),
      dataCase('other event', `<notification ${base}>${time}${hot}</notification>`, 'invalid', notification),
      dataCase(
        'json',
        '{"ietf-restconf:notification":{"eventTime":"2026-01-31T12:00:00Z","box:hot":{}}}',
        'valid',
        json,
      ),
      dataCase('json without time', '{"ietf-restconf:notification":{"box:hot":{}}}', 'invalid', json),
      dataCase(
        'json with another time',
        '{"ietf-restconf:notification":{"eventTime":"now","box:hot":{}}}',
        'invalid',
        json,
      ),
      dataCase('bare json', '{"box:hot":{}}', 'invalid', json),
    );
    const { out } = await yangent('conformance', '--cases', file, '--json');
    expect(last(out)).toMatchObject({ wrong: [] });
  });

  test.each([
    ['{"id":"x"}', 'line 1 is no case'],
    ['{', 'line 1 is not JSON'],
    [JSON.stringify({ ...schemaCase('s', 'box', 'valid'), modules: ['none'] }), 'modules.json has no "none"'],
  ])('a line that is no case is a fault of usage: %s', async (line, message) => {
    const file = join(folder, 'cases.jsonl');
    writeFileSync(file, `${line}\n`);
    const { code, err } = await yangent('conformance', '--cases', file);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
