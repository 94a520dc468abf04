import { describe, expect, test } from 'vitest';
import { decodeJson, encodeJson, parseJson, toValue } from '../../../src/data/index.js';
import { errorOf, errorsOf, json } from '../support.js';
import { schema } from './example.js';

const box = (members: object, options = {}) => json(schema, { 'box:box': members }, options);
const again = (members: object): unknown => toValue(box(members))['box:box'];

describe('JSON values', () => {
  test.each<[object, object]>([
    [{ name: 'é😀' }, { name: 'é😀' }],
    [{ i8: -0 }, { i8: 0 }],
    [{ u64: '18446744073709551615' }, { u64: '18446744073709551615' }],
    [{ dec: '1.500' }, { dec: '1.5' }],
    [{ dec: '-0.0' }, { dec: '0.0' }],
    [{ dec: '+07' }, { dec: '7.0' }],
    [{ flags: 'a b' }, { flags: 'b a' }],
    [{ blob: 'AQI=' }, { blob: 'AQI=' }],
    [{ speed: 'fast' }, { speed: 'box:fast' }],
    [{ speed: 'extra:warp' }, { speed: 'extra:warp' }],
    [{ where: "/box:box/port[ number = '7' ]/extra:vlan" }, { where: "/box:box/port[number='7']/extra:vlan" }],
    [{ 'port-ref': 7 }, { 'port-ref': 7 }],
    [{ 'any-of': 7 }, { 'any-of': 7 }],
    [{ 'any-of': 'none' }, { 'any-of': 'none' }],
    [{ 'any-of': 'slow' }, { 'any-of': 'box:slow' }],
    [{ 'any-of': 'xyz' }, { 'any-of': 'xyz' }],
    [{ gone: [null] }, { gone: [null] }],
    [{ 'extra:weight': 1 }, { 'extra:weight': 1 }],
    [{ 'box:level': 3 }, { level: 3 }],
    [
      { tag: ['z', 'a'], step: ['z', 'a'] },
      { tag: ['a', 'z'], step: ['z', 'a'] },
    ],
  ])('%j becomes %j', (given, canonical) => {
    expect(again(given)).toEqual(canonical);
  });

  test.each<[object, string, string]>([
    [{ level: 101 }, 'must be a percentage', '/box:box/level'],
    [
      { level: '7' },
      "a value of type box:percent is a JSON number (RFC 7951 §6), not the string '7'",
      '/box:box/level',
    ],
    [{ i8: 128 }, '128 does not fit int8: -128..127', '/box:box/i8'],
    [{ i8: 1.5 }, "'1.5' is not an integer, as type int8 wants", '/box:box/i8'],
    [{ u64: 7 }, 'JSON string', '/box:box/u64'],
    [{ u64: '0x10' }, 'is not an integer', '/box:box/u64'],
    [{ i64: '0' }, '0 is not in -9223372036854775808..-1 | 1..9223372036854775807', '/box:box/i64'],
    [{ dec: '1.2345' }, "'1.2345' has more than the 3 fraction digits", '/box:box/dec'],
    [{ dec: '10.501' }, '10.501 is not in -10.0..10.5', '/box:box/dec'],
    [{ dec: '1e3' }, 'is not a decimal number', '/box:box/dec'],
    [{ on: 'true' }, 'JSON boolean', '/box:box/on'],
    [{ gone: null }, 'JSON array [null]', '/box:box/gone'],
    [{ color: 'gren' }, "'gren' is not one of: red, green, blue (did you mean 'green'?)", '/box:box/color'],
    [{ flags: 'a d' }, "'d' is not one of the bits: b, a, c", '/box:box/flags'],
    [{ flags: 'a a' }, "the bit 'a' is set twice", '/box:box/flags'],
    [{ blob: 'AQIDBAU=' }, 'the length in octets 5 is not in 0..4', '/box:box/blob'],
    [{ blob: 'AQ=' }, 'is not base64', '/box:box/blob'],
    [{ blob: 'AQ I=' }, 'is not base64', '/box:box/blob'],
    [{ name: '😀😀😀😀😀😀' }, 'the length 6 is not in 1..5', '/box:box/name'],
    [{ name: 'ABC' }, "'ABC' does not match the pattern '[a-z é😀]*'", '/box:box/name'],
    [{ 'port-ref': 'x' }, 'JSON number', '/box:box/port-ref'],
    [{ tag: ['a\u0000'] }, 'U+0000', '/box:box/tag'],
    [{ tag: ['\ud800'] }, 'U+D800', '/box:box/tag'],
    [
      { speed: 'speed' },
      "'box:speed' is not an identity derived from box:speed; these are: box:fast, box:slow, extra:warp",
      '/box:box/speed',
    ],
    [{ speed: ' fast' }, 'is not an identity derived from box:speed', '/box:box/speed'],
    [{ where: '/box:box/box:level' }, "'box:level' names the module that it is in already", '/box:box/where'],
    [{ where: '/box:box/nothing' }, 'there is no node', '/box:box/where'],
    [{ where: '/other:a' }, "'other' is no known module", '/box:box/where'],
    [{ where: 'box' }, "expected '/' and a node name at character 1", '/box:box/where'],
    [{ 'any-of': 300 }, 'fits no member type of union', '/box:box/any-of'],
    [{ tag: 'a' }, "the leaf-list 'tag' is an array in JSON, not the string 'a'", '/box:box/tag'],
    [{ port: {} }, "the list 'port' is an array of objects in JSON, not an object", '/box:box/port'],
    [{ port: [{ number: 1, label: 2 }] }, 'JSON string', "/box:box/port[number='1']/label"],
    [
      { pair: [{ kind: 'fast', id: "it's", note: 7 }] },
      'JSON string',
      `/box:box/pair[kind='box:fast'][id="it's"]/note`,
    ],
  ])('%j is refused', (given, message, path) => {
    const error = errorOf(() => box(given));
    expect(error).toMatchObject({ type: 'application', tag: 'invalid-value', path });
    expect(error.message).toContain(message);
  });

  test('the error-app-tag of a restriction is reported', () => {
    expect(errorOf(() => box({ level: 101 })).appTag).toBe('not-percent');
  });
});

describe('JSON structure', () => {
  test.each<[unknown, string, string, object]>([
    [{ box: {} }, 'unknown-element', "write 'box:box'", { 'bad-element': 'box' }],
    [{ 'box:bxo': {} }, 'unknown-element', "did you mean 'box:box'?", { 'bad-element': 'bxo' }],
    [{ 'bix:box': {} }, 'unknown-namespace', "did you mean 'box'?", { 'bad-element': 'box', 'bad-namespace': 'bix' }],
    [{ 'box:box': { weight: 1 } }, 'unknown-element', "write 'extra:weight'", { 'bad-element': 'weight' }],
    [
      { 'box:box': { port: [{ label: 'x' }] } },
      'missing-element',
      "the key 'number' of the list 'port' is missing",
      { 'bad-element': 'number' },
    ],
    [
      { 'box:box': { port: [{ number: 1 }, { number: 1 }] } },
      'bad-element',
      "with the key '1' stands there twice",
      { 'bad-element': 'port' },
    ],
    [{ 'box:box': { tag: ['a', 'a'] } }, 'bad-element', 'stands there twice', { 'bad-element': 'tag' }],
    [
      { 'box:box': { level: 1, 'box:level': 1 } },
      'bad-element',
      'with and without its module',
      { 'bad-element': 'level' },
    ],
    [
      { 'box:box': { altitude: 1, lane: 1 } },
      'bad-element',
      "different cases of the choice 'way'",
      { 'bad-element': 'lane' },
    ],
    [{ 'box:box': { extra: 1 } }, 'invalid-value', 'is an object in JSON', {}],
    [[], 'invalid-value', 'expected a JSON object, found an array', {}],
  ])('%j is refused', (value, tag, message, info) => {
    const error = errorOf(() => decodeJson(schema.root, value, { schema }));
    expect(error.tag).toBe(tag);
    expect(error.message).toContain(message);
    expect(error.info ?? {}).toEqual(info);
  });

  test('all faults are reported, each with its path, up to a hundred', () => {
    const errors = errorsOf(() =>
      box({ level: 101, port: [{ number: 1, label: 1 }, { label: 2 }, { number: 2, stats: { seen: 1 } }], nope: 1 }),
    );
    expect(errors.map((error) => [error.tag, error.path])).toEqual([
      ['invalid-value', '/box:box/level'],
      ['invalid-value', "/box:box/port[number='1']/label"],
      ['invalid-value', '/box:box/port[2]/label'],
      ['invalid-value', "/box:box/port[number='2']/stats/seen"],
      ['unknown-element', '/box:box'],
    ]);
    expect(errorsOf(() => box({ tag: Array.from({ length: 1000 }, () => 1) }))).toHaveLength(100);
  });

  test('paths start where the document hangs', () => {
    const container = schema.root.data.get('box:box')!;
    if (container.kind !== 'container') throw new Error('not a container');
    const error = errorOf(() =>
      decodeJson(
        container,
        { level: 101, 'box:port': [{ number: 1, vlan: 1 }] },
        { schema, at: [{ schema: container }] },
      ),
    );
    expect(error.all.map((one) => one.path)).toEqual(['/box:box/level', "/box:box/port[number='1']"]);
  });

  test('state data are refused in configuration', () => {
    expect(errorOf(() => json(schema, { 'box:state': {} }, { config: 'only' }))).toMatchObject({
      tag: 'unknown-element',
      path: '/box:state',
    });
    expect(json(schema, { 'box:state': { sample: [1, 1, 2, 1] } })).toBeDefined();
  });

  test('what the schema does not know is left out on request', () => {
    expect(
      toValue(
        json(
          schema,
          { 'box:box': { nope: 1, level: 1, '@level': { 'nope:x': 1 } }, 'new:module': {} },
          { onlyKnown: true },
        ),
      ),
    ).toEqual({ 'box:box': { level: 1 } });
  });

  test('identities that the schema does not know are left out on request', () => {
    for (const speed of ['new:jump', 'box:crawl', 'crawl']) {
      const value = { 'box:box': { speed, level: 1 } };
      expect(errorOf(() => json(schema, value)).tag).toBe('invalid-value');
      expect(toValue(json(schema, value, { onlyKnownIdentities: true }))).toEqual({ 'box:box': { level: 1 } });
    }
  });

  test('members with the names of object internals are ordinary nodes', () => {
    const text = '{"box:box":{"__proto__":"a","constructor":"b"}}';
    const tree = decodeJson(schema.root, parseJson(text), { schema });
    expect(encodeJson(tree)).toBe(text);
    expect(JSON.stringify(toValue(tree))).toBe(text);
    expect(errorOf(() => json(schema, parseJson('{"box:box":{"port":[{"__proto__":1}]}}'))).tag).toBe(
      'unknown-element',
    );
    expect(errorOf(() => json(schema, { 'box:box': { toString: 1 } })).tag).toBe('unknown-element');
  });

  test('keyless lists and repeated state values keep their order', () => {
    const value = { 'box:state': { log: [{ line: 'b' }, { line: 'a' }, { line: 'b' }], sample: [3, 1, 3, 3] } };
    expect(toValue(json(schema, value))).toEqual(value);
  });

  test('text is written in schema order, keys first', () => {
    const tree = box({
      port: [
        { label: 'x', number: 2 },
        { 'extra:vlan': 7, number: 10 },
      ],
      level: 1,
      name: 'a',
    });
    expect(encodeJson(tree)).toBe(
      '{"box:box":{"name":"a","level":1,"port":[{"number":10,"extra:vlan":7},{"number":2,"label":"x"}]}}',
    );
    expect(encodeJson(tree, { pretty: true })).toContain('{\n  "box:box": {\n    "name": "a",');
  });
});

describe('JSON metadata', () => {
  const roundTrip = (members: object, options = {}) => JSON.parse(encodeJson(box(members, options)))['box:box'];

  test('annotations of leaves, containers, entries and items are kept (RFC 7952 §5.2)', () => {
    const value = {
      '@': { 'extra:x': 1 },
      level: 1,
      '@level': { 'extra:x': 2 },
      step: ['b', 'a'],
      '@step': [null, { 'extra:x': 3 }],
      port: [{ '@': { 'extra:x': 4 }, number: 1 }],
    };
    expect(roundTrip(value)).toEqual(value);
  });

  test('edit operations are metadata in edits and refused elsewhere', () => {
    const value = {
      level: 1,
      '@level': { 'ietf-netconf:operation': 'create' },
      rule: [
        { '@': { 'ietf-netconf:operation': 'merge', 'yang:insert': 'after', 'yang:key': "[name='b']" }, name: 'a' },
      ],
      step: ['a', 'b'],
      '@step': [{ 'yang:insert': 'before', 'yang:value': 'c' }, null],
    };
    expect(roundTrip(value, { operations: true })).toEqual(value);
    expect(
      errorsOf(() => box(value))
        .map((error) => [error.tag, error.info?.['bad-attribute']])
        .toSorted(),
    ).toEqual(
      [
        ['unknown-attribute', 'insert'],
        ['unknown-attribute', 'key'],
        ['unknown-attribute', 'operation'],
        ['unknown-attribute', 'operation'],
        ['unknown-attribute', 'insert'],
        ['unknown-attribute', 'value'],
      ].toSorted(),
    );
  });

  test('a leaf to be deleted needs no value', () => {
    const deletion = { 'ietf-netconf:operation': 'delete' };
    const tree = box({ level: null, '@level': deletion, '@i8': deletion }, { operations: true });
    expect(encodeJson(tree)).toBe(
      '{"box:box":{"level":"","@level":{"ietf-netconf:operation":"delete"},"i8":"","@i8":{"ietf-netconf:operation":"delete"}}}',
    );
    expect(
      errorOf(() => box({ level: null, '@level': { 'ietf-netconf:operation': 'merge' } }, { operations: true })).tag,
    ).toBe('invalid-value');
  });

  test.each<[object, string, string]>([
    [{ level: 1, '@level': { 'ietf-netconf:operation': 'destroy' } }, 'bad-attribute', "'destroy' is not an operation"],
    [{ level: 1, '@level': { 'yang:insert': 'first' } }, 'unknown-attribute', 'ordered-by user'],
    [{ tag: ['a'], '@tag': [{ 'yang:insert': 'first' }] }, 'unknown-attribute', 'ordered-by user'],
    [{ rule: [{ '@': { 'yang:insert': 'after' }, name: 'a' }] }, 'missing-attribute', "needs the attribute 'key'"],
    [
      { rule: [{ '@': { 'yang:insert': 'after', 'yang:key': "[id='b']" }, name: 'a' }] },
      'bad-attribute',
      "write [name='...']",
    ],
    [{ rule: [{ '@': { 'yang:insert': 'behind' }, name: 'a' }] }, 'bad-attribute', "'behind' is not a place"],
    [{ level: 1, '@level': { 'nope:x': 1 } }, 'unknown-attribute', 'no module known here'],
    [{ level: 1, '@level': { 'extra:y': 1 } }, 'unknown-attribute', 'module extra defines no annotation'],
    [{ level: 1, '@level': { x: 1 } }, 'bad-attribute', 'module:name'],
    [{ level: 1, '@level': { 'extra:x': '1' } }, 'bad-attribute', 'JSON number'],
    [{ level: 1, '@level': { 'extra:x': 256 } }, 'bad-attribute', 'extra:x'],
    [{ level: 1, '@level': 1 }, 'invalid-value', 'annotations are a JSON object'],
    [{ '@level': { 'extra:x': 1 } }, 'missing-element', "without 'level'"],
  ])('%j is refused', (value, tag, message) => {
    const error = errorOf(() => box(value, { operations: true }));
    expect(error.tag).toBe(tag);
    expect(error.message).toContain(message);
  });
});
