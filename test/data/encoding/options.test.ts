import { describe, expect, test } from 'vitest';
import {
  encodeJson,
  encodeNodeJson,
  encodeNodeXml,
  encodeXml,
  find,
  nodeToValue,
  parseInstancePath,
  type Tree,
} from '../../../src/data/index.js';
import { schema } from '../codec/example.js';
import { json, schemaOf } from '../support.js';

const at = (tree: Tree, path: string) => {
  const node = find(tree, parseInstancePath(schema, path));
  if (node === undefined || node.kind === 'item') throw new Error('not found');
  return node;
};

describe('with-defaults (RFC 6243)', () => {
  const tree = json(schema, { 'box:box': { on: true, rule: [{ name: 'a' }], pres: {} } });

  test('explicit shows what was set, trim what differs from its default', () => {
    expect(encodeJson(tree, { withDefaults: 'explicit' })).toBe(
      '{"box:box":{"on":true,"rule":[{"name":"a"}],"pres":{}}}',
    );
    expect(encodeJson(tree, { withDefaults: 'trim' })).toBe('{"box:box":{"rule":[{"name":"a"}],"pres":{}}}');
  });

  test('report-all adds defaults, also in entries, presence containers that are there, and the default case', () => {
    expect(JSON.parse(encodeJson(tree, { withDefaults: 'report-all' }))).toEqual({
      'box:box': { on: true, color: 'red', rule: [{ name: 'a', act: 'drop' }], pres: { in: 'inner' }, altitude: 100 },
    });
    expect(JSON.parse(encodeJson(json(schema, { 'box:box': { lane: 1 } }), { withDefaults: 'report-all' }))).toEqual({
      'box:box': { on: true, color: 'red', lane: 1 },
    });
  });

  test('report-all looks into non-presence containers that are absent, and leaves out nodes under conditions', () => {
    const nested = schemaOf(`module n { yang-version 1.1; namespace "urn:n"; prefix n;
      container a { container b { leaf-list c { type uint8; default 1; default 2; } } leaf d { when "../x"; type string; default q; } leaf x { type string; } container p { presence "p"; leaf e { type string; default z; } } }
    }`);
    expect(encodeJson(json(nested, {}), { withDefaults: 'report-all' })).toBe('{"n:a":{"b":{"c":[1,2]}}}');
    expect(encodeJson(json(nested, { 'n:a': { b: { c: [2, 1] } } }), { withDefaults: 'trim' })).toBe('{}');
    expect(encodeJson(json(nested, { 'n:a': { b: { c: [2] } } }), { withDefaults: 'report-all' })).toBe(
      '{"n:a":{"b":{"c":[2]}}}',
    );
  });

  test('report-all-tagged marks what was added', () => {
    expect(
      encodeXml(json(schema, { 'box:box': { pres: {}, lane: 1, on: true } }), { withDefaults: 'report-all-tagged' }),
    ).toBe(
      '<box xmlns="urn:box"><on>true</on><color xmlns:wd="urn:ietf:params:xml:ns:netconf:default:1.0" wd:default="true">red</color>' +
        '<pres><in xmlns:wd="urn:ietf:params:xml:ns:netconf:default:1.0" wd:default="true">inner</in></pres><lane>1</lane></box>',
    );
    expect(encodeJson(json(schema, { 'box:box': { pres: {} } }), { withDefaults: 'report-all-tagged' })).toContain(
      '"pres":{"in":"inner","@in":{"ietf-netconf-with-defaults:default":true}}',
    );
  });

  test('a default that comes in tagged is known as one', () => {
    const tagged = json(schema, {
      'box:box': { color: 'red', '@color': { 'ietf-netconf-with-defaults:default': true }, level: 1 },
    });
    expect(encodeJson(tagged, { withDefaults: 'explicit' })).toBe('{"box:box":{"level":1}}');
  });
});

describe('depth (RFC 8040 §4.8.2)', () => {
  const tree = json(schema, {
    'box:box': { level: 1, port: [{ number: 1, label: 'x', stats: { seen: '7' } }], pres: { in: 'y' } },
  });

  test.each<[number, unknown]>([
    [0, {}],
    [1, { 'box:box': {} }],
    [2, { 'box:box': { level: 1, port: [{ number: 1 }], pres: {} } }],
    [3, { 'box:box': { level: 1, port: [{ number: 1, label: 'x', stats: {} }], pres: { in: 'y' } } }],
    [4, JSON.parse(encodeJson(tree))],
  ])('%i levels of a document', (depth, expected) => {
    expect(JSON.parse(encodeJson(tree, { depth }))).toEqual(expected);
  });

  test('a node itself is the first level', () => {
    expect(encodeNodeJson(at(tree, '/box:box'), { depth: 1 })).toBe('{"box:box":{}}');
    expect(encodeNodeJson(at(tree, '/box:box'), { depth: 2, content: 'config' })).toBe(
      '{"box:box":{"level":1,"port":[{"number":1}],"pres":{}}}',
    );
    expect(encodeNodeJson(at(tree, "/box:box/port[number='1']"), { depth: 1 })).toBe('{"box:port":[{"number":1}]}');
    expect(encodeNodeJson(at(tree, "/box:box/port[number='1']"), { depth: 2 })).toBe(
      '{"box:port":[{"number":1,"label":"x","stats":{}}]}',
    );
    expect(encodeNodeJson(at(tree, '/box:box/port'), { depth: 1 })).toBe('{"box:port":[{"number":1}]}');
    expect(encodeNodeXml(at(tree, '/box:box/level'), { depth: 1 })).toBe('<level xmlns="urn:box">1</level>');
  });
});

describe('content (RFC 8040 §4.8.1)', () => {
  const tree = json(schema, {
    'box:box': { level: 1, port: [{ number: 1, label: 'x', stats: { seen: '7' } }, { number: 2 }] },
    'box:state': { sample: [1] },
  });

  test('config leaves out state data', () => {
    expect(encodeJson(tree, { content: 'config' })).toBe(
      '{"box:box":{"level":1,"port":[{"number":1,"label":"x"},{"number":2}]}}',
    );
  });

  test('nonconfig leaves state data with what leads to them', () => {
    expect(encodeJson(tree, { content: 'nonconfig' })).toBe(
      '{"box:box":{"port":[{"number":1,"stats":{"seen":"7"}}]},"box:state":{"sample":[1]}}',
    );
    expect(encodeNodeJson(at(tree, '/box:box/level'), { content: 'nonconfig' })).toBe('{}');
    expect(encodeNodeXml(at(tree, "/box:box/port[number='1']"), { content: 'config' })).toBe(
      '<port xmlns="urn:box"><number>1</number><label>x</label></port>',
    );
  });
});

describe('single nodes', () => {
  const tree = json(schema, {
    'box:box': {
      level: 1,
      step: ['b', 'a'],
      port: [{ number: 1, 'extra:vlan': 7 }],
      gone: [null],
      extra: { 'extra:name': { x: 'y' } },
    },
  });

  test.each<[string, string, unknown]>([
    ['/box:box/level', '{"box:level":1}', 1],
    ['/box:box/gone', '{"box:gone":[null]}', [null]],
    ['/box:box/step', '{"box:step":["b","a"]}', ['b', 'a']],
    ["/box:box/port[number='1']", '{"box:port":[{"number":1,"extra:vlan":7}]}', { number: 1, 'extra:vlan': 7 }],
    ['/box:box/port', '{"box:port":[{"number":1,"extra:vlan":7}]}', [{ number: 1, 'extra:vlan': 7 }]],
    ["/box:box/port[number='1']/extra:vlan", '{"extra:vlan":7}', 7],
    ['/box:box/extra', '{"box:extra":{"extra:name":{"x":"y"}}}', { 'extra:name': { x: 'y' } }],
  ])('%s', (path, text, value) => {
    expect(encodeNodeJson(at(tree, path))).toBe(text);
    expect(nodeToValue(at(tree, path))).toEqual(value);
  });
});
