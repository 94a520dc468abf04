import { describe, expect, test } from 'vitest';
import { decodeJson, type RpcError, validate } from '../../../src/data/index.js';
import { errorsOf, json, schemaOf, xml } from '../support.js';

const TEXT = `module m { yang-version 1.1; namespace urn:m; prefix m;
  list port {
    key name;
    unique "address";
    min-elements 1;
    max-elements 3;
    leaf name { type string { length "1..4" { error-message "a short name"; error-app-tag short; } } }
    leaf vlan { type uint16 { range "1..4094" { error-message "vlans are 1 to 4094"; error-app-tag vlan-range; } } }
    leaf mode {
      type string { pattern "[a-z]+" { error-message "lower case"; error-app-tag lower; } }
    }
    leaf address { type string; }
    leaf mtu { type uint16;
      must ". > 1000" { error-message "too small"; error-app-tag mtu; } }
    leaf peer { type leafref { path "../../port/name"; } }
    leaf fast {
      when "../mtu > 9000"; type empty; }
    leaf need { type string; mandatory true; }
  }
  container feed {
    choice kind { mandatory true; leaf ac { type empty; } leaf dc { type empty; } }
  }
}`;
const schema = schemaOf(TEXT);
const shown = (error: RpcError) => {
  const { tag, appTag, message, path, schemaPath, statement } = error;
  return [tag, appTag, message, path, schemaPath, statement && `${statement.file}:${statement.line}`];
};
const valid = { name: 'a', need: 'x' };

describe('every error says what, where in the document, and which statement of the model was not kept', () => {
  test.each<[string, object, readonly unknown[]]>([
    [
      'length',
      { name: 'long-name', need: 'x' },
      ['invalid-value', 'short', 'a short name', '/m:port[1]/name', '/m:port/name', 'm.yang:7'],
    ],
    [
      'range',
      { ...valid, vlan: 0 },
      ['invalid-value', 'vlan-range', 'vlans are 1 to 4094', "/m:port[name='a']/vlan", '/m:port/vlan', 'm.yang:8'],
    ],
    [
      'pattern',
      { ...valid, mode: 'A' },
      ['invalid-value', 'lower', 'lower case', "/m:port[name='a']/mode", '/m:port/mode', 'm.yang:9'],
    ],
    [
      'a type',
      { ...valid, vlan: 'x' },
      [
        'invalid-value',
        undefined,
        "a value of type uint16 is a JSON number (RFC 7951 §6), not the string 'x'",
        "/m:port[name='a']/vlan",
        '/m:port/vlan',
        'm.yang:8',
      ],
    ],
    [
      'an unknown name',
      { ...valid, vlam: 1 },
      [
        'unknown-element',
        undefined,
        "there is no node 'vlam' in 'port' (did you mean 'vlan'?)",
        "/m:port[name='a']",
        '/m:port',
        'm.yang:2',
      ],
    ],
    [
      'a missing key',
      { need: 'x' },
      [
        'missing-element',
        undefined,
        "the key 'name' of the list 'port' is missing",
        '/m:port[1]',
        '/m:port/name',
        'm.yang:7',
      ],
    ],
  ])('%s, while decoding', (_, entry, expected) => {
    expect(errorsOf(() => json(schema, { 'm:port': [entry] })).map(shown)).toEqual([expected]);
  });

  test.each<[string, object, readonly unknown[]]>([
    [
      'must',
      { 'm:port': [{ ...valid, mtu: 900 }] },
      ['operation-failed', 'mtu', 'too small', "/m:port[name='a']/mtu", '/m:port/mtu', 'm.yang:14'],
    ],
    [
      'when',
      { 'm:port': [{ ...valid, mtu: 1500, fast: [null] }] },
      [
        'unknown-element',
        undefined,
        `'fast' may be here only when "../mtu > 9000" is true`,
        "/m:port[name='a']/fast",
        '/m:port/fast',
        'm.yang:17',
      ],
    ],
    [
      'a leafref',
      { 'm:port': [{ ...valid, peer: 'b' }] },
      [
        'data-missing',
        'instance-required',
        `'peer' refers to "b", which does not exist; it must be a value of ../../port/name`,
        "/m:port[name='a']/peer",
        '/m:port/peer',
        'm.yang:15',
      ],
    ],
    [
      'mandatory',
      { 'm:port': [{ name: 'a' }] },
      [
        'data-missing',
        undefined,
        "the mandatory leaf 'need' is missing in 'port'",
        "/m:port[name='a']/need",
        '/m:port/need',
        'm.yang:18',
      ],
    ],
    [
      'unique',
      {
        'm:port': [
          { ...valid, address: 'x' },
          { name: 'b', need: 'x', address: 'x' },
        ],
      },
      [
        'operation-failed',
        'data-not-unique',
        `address="x" is also in /m:port[name='a']; the entries of 'port' must differ in it`,
        "/m:port[name='b']",
        '/m:port',
        'm.yang:2',
      ],
    ],
    [
      'min-elements',
      {},
      [
        'operation-failed',
        'too-few-elements',
        "'port' needs at least 1 entries, not 0",
        '/m:port',
        '/m:port',
        'm.yang:2',
      ],
    ],
    [
      'max-elements',
      { 'm:port': ['a', 'b', 'c', 'd'].map((name) => ({ name, need: 'x' })) },
      [
        'operation-failed',
        'too-many-elements',
        "'port' may have at most 3 entries, not 4",
        '/m:port',
        '/m:port',
        'm.yang:2',
      ],
    ],
  ])('%s', (_, value, expected) => {
    const tree = json(schema, { 'm:feed': { ac: [null] }, ...value });
    expect(errorsOf(() => validate(tree, { schema })).map(shown)).toEqual([expected]);
  });

  test('a mandatory choice', () => {
    const [error] = errorsOf(() => validate(json(schema, { 'm:port': [valid] }), { schema }));
    expect(error && shown(error)).toEqual([
      'data-missing',
      'missing-choice',
      "the choice 'kind' needs one of: ac, dc",
      '/m:feed',
      '/m:feed/kind',
      'm.yang:21',
    ]);
    expect(error?.info).toEqual({ 'missing-choice': 'kind' });
  });

  test('in XML the same', () => {
    const text = '<port xmlns="urn:m"><name>a</name><vlan>0</vlan><need>x</need></port>';
    expect(errorsOf(() => xml(schema, text)).map(shown)).toEqual([
      ['invalid-value', 'vlan-range', 'vlans are 1 to 4094', "/m:port[name='a']/vlan", '/m:port/vlan', 'm.yang:8'],
    ]);
  });
});

describe('the first error alone', () => {
  const wrong = {
    'm:port': [
      { name: 'a', vlan: 0, mode: 'A' },
      { name: 'long-name', vlan: 1 },
    ],
  };

  test('ends decoding', () => {
    expect(errorsOf(() => json(schema, wrong))).toHaveLength(3);
    expect(errorsOf(() => json(schema, wrong, { errors: 'first' })).map(({ path }) => path)).toEqual([
      "/m:port[name='a']/vlan",
    ]);
    const text = '<port xmlns="urn:m"><name>a</name><vlan>0</vlan><mode>A</mode></port>';
    expect(errorsOf(() => xml(schema, text, { errors: 'first' }))).toHaveLength(1);
  });

  test('ends validation', () => {
    const tree = json(schema, { 'm:port': [{ name: 'a', mtu: 1 }] });
    expect(errorsOf(() => validate(tree, { schema }))).toHaveLength(3);
    expect(errorsOf(() => validate(tree, { schema, errors: 'first' }))).toHaveLength(1);
  });
});

describe('errors in messages', () => {
  const rpcs = schemaOf(`module r { namespace urn:r; prefix r;
    rpc go { input { leaf n { type uint8; } } output { leaf n { type uint8; } } } notification n { leaf n { type uint8; } } }`);
  const go = rpcs.rpcs.get('r:go');
  const n = rpcs.notifications.get('r:n');
  if (!go || !n) throw new Error('not compiled');

  test.each([
    [go.input, '/r:go/n', '/r:go/input/n'],
    [go.output, '/r:go/n', '/r:go/output/n'],
    [n, '/r:n/n', '/r:n/n'],
  ])('have the path that begins with its name', (parent, path, schemaPath) => {
    const [error] = errorsOf(() => decodeJson(parent, { n: 300 }, { schema: rpcs }));
    expect([error?.path, error?.schemaPath]).toEqual([path, schemaPath]);
  });
});
