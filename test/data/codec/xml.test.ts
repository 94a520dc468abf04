import { describe, expect, test } from 'vitest';
import { decodeXml, encodeJson, encodeNodeXml, encodeXml, find, parseXml, toValue } from '../../../src/data/index.js';
import { errorOf, errorsOf, json, xml } from '../support.js';
import { schema } from './example.js';

const box = (inside: string, options = {}) =>
  xml(schema, `<box xmlns="urn:box" xmlns:e="urn:extra" xmlns:bb="urn:box">${inside}</box>`, options);
const again = (inside: string): unknown => toValue(box(inside))['box:box'];

describe('XML values', () => {
  test.each<[string, object]>([
    ['<level> 010 </level>', { level: 10 }],
    ['<i8>-0</i8>', { i8: 0 }],
    ['<i8>+7</i8>', { i8: 7 }],
    ['<u64>18446744073709551615</u64>', { u64: '18446744073709551615' }],
    ['<dec>\n 1.50\n</dec>', { dec: '1.5' }],
    ['<on>false</on>', { on: false }],
    ['<gone/>', { gone: [null] }],
    ['<name/>', undefined as never],
    ['<flags>\n a  b </flags>', { flags: 'b a' }],
    ['<blob>AQ\nI=</blob>', { blob: 'AQI=' }],
    ['<speed>fast</speed>', { speed: 'box:fast' }],
    ['<speed>bb:fast</speed>', { speed: 'box:fast' }],
    ['<speed>e:warp</speed>', { speed: 'extra:warp' }],
    ["<where>/bb:box/bb:port[bb:number='7']/e:vlan</where>", { where: "/box:box/port[number='7']/extra:vlan" }],
    [
      "<where>/bb:box/bb:pair[bb:id='x'][bb:kind='e:warp']</where>",
      { where: "/box:box/pair[kind='extra:warp'][id='x']" },
    ],
    ["<where>/bb:box/bb:tag[.='x']</where>", { where: "/box:box/tag[.='x']" }],
    ['<any-of>7</any-of>', { 'any-of': 7 }],
    ['<any-of>e:warp</any-of>', { 'any-of': 'extra:warp' }],
    ['<any-of>x:y</any-of>', { 'any-of': 'x:y' }],
    ['<weight xmlns="urn:extra">1</weight>', { 'extra:weight': 1 }],
    [
      '<tag>b</tag><port><number>1</number></port><tag>a</tag><port><number>2</number></port>',
      { tag: ['a', 'b'], port: [{ number: 1 }, { number: 2 }] },
    ],
  ])('%s is read', (text, value) => {
    if (value === undefined) expect(errorOf(() => box(text)).message).toBe('the length 0 is not in 1..5');
    else expect(again(text)).toEqual(value);
  });

  test('an identity without a prefix is of the default namespace, and of the own module where there is none', () => {
    const speed = (text: string) => toValue(xml(schema, text))['box:box'];
    const fast = { speed: 'box:fast' };
    expect(speed('<b:box xmlns:b="urn:box"><b:speed>fast</b:speed></b:box>')).toEqual(fast);
    expect(speed('<b:box xmlns:b="urn:box" xmlns=""><b:speed>fast</b:speed></b:box>')).toEqual(fast);
    const other = '<b:box xmlns:b="urn:box" xmlns="urn:extra"><b:speed>fast</b:speed></b:box>';
    expect(errorOf(() => speed(other)).message).toContain("'extra:fast' is not an identity");
  });

  test.each<[string, string, string]>([
    ['<level>abc</level>', "'abc' is not an integer, as type box:percent wants", '/box:box/level'],
    ['<i8>0x08</i8>', "'0x08' is not an integer", '/box:box/i8'],
    ['<on> true</on>', "' true' is not a boolean", '/box:box/on'],
    ['<level><x/></level>', "the leaf 'level' cannot hold the element 'x'", '/box:box/level'],
    ['<gone>x</gone>', 'has no content', '/box:box/gone'],
    ['<speed>q:fast</speed>', "'q' is no prefix in scope of a known module", '/box:box/speed'],
    ['<where>/box/name</where>', "the name 'box' lacks its prefix", '/box:box/where'],
    ['text', "the text 'text' stands in 'box', where only elements may", '/box:box'],
    ['<extra>text</extra>', 'holds elements only', '/box:box/extra'],
    ['<extra><a>text<b/></a></extra>', "the text 'text' stands between elements", '/box:box/extra'],
    ['<speed> fast</speed>', 'is not an identity', '/box:box/speed'],
  ])('%s is refused', (text, message, path) => {
    const error = errorOf(() => box(text));
    expect(error).toMatchObject({ type: 'application', tag: 'invalid-value', path });
    expect(error.message).toContain(message);
  });
});

describe('XML structure', () => {
  test.each<[string, string, string, object]>([
    ['<box/>', 'unknown-namespace', 'has no namespace', { 'bad-element': 'box', 'bad-namespace': '' }],
    ['<box xmlns="urn:x"/>', 'unknown-namespace', "'urn:x'", { 'bad-element': 'box', 'bad-namespace': 'urn:x' }],
    ['<box xmlns="urn:extra"/>', 'unknown-element', "'box' is in the namespace 'urn:box'", { 'bad-element': 'box' }],
    ['<bax xmlns="urn:box"/>', 'unknown-element', "did you mean 'box'?", { 'bad-element': 'bax' }],
    [
      '<box xmlns="urn:box"><level>1</level><level>2</level></box>',
      'bad-element',
      "the leaf 'level' stands there twice",
      { 'bad-element': 'level' },
    ],
    [
      '<box xmlns="urn:box"/><box xmlns="urn:box"/>',
      'bad-element',
      "the container 'box' stands there twice",
      { 'bad-element': 'box' },
    ],
    ['<box xmlns="urn:box"><port/></box>', 'missing-element', "the key 'number'", { 'bad-element': 'number' }],
    [
      '<box xmlns="urn:box"><tag>a</tag><tag>a</tag></box>',
      'bad-element',
      'stands there twice',
      { 'bad-element': 'tag' },
    ],
    [
      '<box xmlns="urn:box"><lane>1</lane><by-sea/></box>',
      'bad-element',
      'different cases',
      { 'bad-element': 'by-sea' },
    ],
    [
      '<box xmlns="urn:box" x="1"/>',
      'unknown-attribute',
      "the attribute 'x' is not allowed here",
      { 'bad-attribute': 'x', 'bad-element': 'box' },
    ],
    [
      '<box xmlns="urn:box" operation="delete"/>',
      'unknown-attribute',
      'urn:ietf:params:xml:ns:netconf:base:1.0',
      { 'bad-attribute': 'operation', 'bad-element': 'box' },
    ],
  ])('%s is refused', (text, tag, message, info) => {
    const error = errorOf(() => xml(schema, text));
    expect(error.tag).toBe(tag);
    expect(error.message).toContain(message);
    expect(error.info).toEqual(info);
  });

  test('all faults are reported, each with its path', () => {
    const text =
      '<level>101</level><port><number>1</number><label>a</label><vlan xmlns="urn:extra">x</vlan></port><port><label>a</label></port><nope/>';
    expect(errorsOf(() => box(text)).map((error) => [error.tag, error.path])).toEqual([
      ['invalid-value', '/box:box/level'],
      ['invalid-value', "/box:box/port[number='1']/extra:vlan"],
      ['missing-element', '/box:box/port[2]'],
      ['unknown-element', '/box:box'],
    ]);
  });

  test('state data are refused in configuration', () => {
    expect(errorOf(() => xml(schema, '<state xmlns="urn:box"/>', { config: 'only' }))).toMatchObject({
      tag: 'unknown-element',
      path: '/box:state',
    });
  });

  test('what the schema does not know is left out on request', () => {
    expect(
      toValue(
        xml(schema, '<box xmlns="urn:box" z="1"><nope/><level>1</level></box><new xmlns="urn:new"/>', {
          onlyKnown: true,
        }),
      ),
    ).toEqual({ 'box:box': { level: 1 } });
  });

  test('identities that the schema does not know are left out on request, and other wrong values refused', () => {
    for (const speed of ['<speed xmlns:n="urn:new">n:jump</speed>', '<speed>crawl</speed>']) {
      const text = `<box xmlns="urn:box">${speed}<level>1</level></box>`;
      expect(errorOf(() => xml(schema, text)).tag).toBe('invalid-value');
      expect(toValue(xml(schema, text, { onlyKnownIdentities: true }))).toEqual({ 'box:box': { level: 1 } });
    }
    const wrong = '<box xmlns="urn:box"><level>high</level></box>';
    expect(errorOf(() => xml(schema, wrong, { onlyKnownIdentities: true })).tag).toBe('invalid-value');
  });
});

describe('XML output', () => {
  test('declares namespaces where they change and prefixes where values use them', () => {
    const tree = json(schema, {
      'box:box': {
        name: 'a',
        color: 'red',
        speed: 'extra:warp',
        where: "/box:box/pair[kind='box:fast'][id='x']/note",
        'any-of': 'box:slow',
        port: [{ number: 1, 'extra:vlan': 2 }],
        'extra:weight': 1,
        gone: [null],
      },
      'extra:name': { x: '<&>' },
    });
    expect(encodeXml(tree)).toBe(
      '<box xmlns="urn:box"><name>a</name><gone/><color>red</color><speed xmlns:e="urn:extra">e:warp</speed>' +
        "<where xmlns:b=\"urn:box\">/b:box/b:pair[b:kind='b:fast'][b:id='x']/b:note</where>" +
        '<any-of xmlns:b="urn:box">b:slow</any-of><port><number>1</number><vlan xmlns="urn:extra">2</vlan></port>' +
        '<weight xmlns="urn:extra">1</weight></box><name xmlns="urn:extra"><x>&lt;&amp;&gt;</x></name>',
    );
    expect(encodeXml(tree, { pretty: true })).toContain('<box xmlns="urn:box">\n  <name>a</name>\n  <gone/>');
    expect(encodeXml(tree, { pretty: true })).toContain('\n  <port>\n    <number>1</number>\n');
  });

  test('a single node stands for itself', () => {
    const tree = json(schema, { 'box:box': { port: [{ number: 1 }, { number: 2 }], step: ['b', 'a'], level: 1 } });
    const container = schema.root.data.get('box:box')!;
    const child = (name: string) => (container.kind === 'container' ? container.data.get(name)! : container);
    const at = (name: string, key?: string) => find(tree, [{ schema: container }, { schema: child(name), key }]);
    const node = (name: string, key?: string) => {
      const found = at(name, key);
      if (found === undefined || found.kind === 'item') throw new Error('not found');
      return found;
    };
    expect(encodeNodeXml(node('box:port', '2'))).toBe('<port xmlns="urn:box"><number>2</number></port>');
    expect(encodeNodeXml(node('box:port'))).toBe(
      '<port xmlns="urn:box"><number>1</number></port><port xmlns="urn:box"><number>2</number></port>',
    );
    expect(encodeNodeXml(node('box:step'))).toBe('<step xmlns="urn:box">b</step><step xmlns="urn:box">a</step>');
    expect(encodeNodeXml(node('box:level'))).toBe('<level xmlns="urn:box">1</level>');
  });

  test('rpc input is written in schema order, whatever order it came in (RFC 7950 §7.14.4)', () => {
    const { input } = schema.rpcs.get('box:reset')!;
    const tree = decodeXml(
      input,
      xmlNodes(
        '<order xmlns="urn:box">z</order><why xmlns="urn:box">w</why><order xmlns="urn:box">a</order><delay xmlns="urn:box">1</delay>',
      ),
      { schema },
    );
    expect(encodeXml(tree)).toBe(
      '<delay xmlns="urn:box">1</delay><why xmlns="urn:box">w</why><order xmlns="urn:box">z</order><order xmlns="urn:box">a</order>',
    );
    expect(encodeJson(tree)).toBe('{"delay":1,"why":"w","order":["z","a"]}');
  });
});

describe('XML metadata', () => {
  const NC = 'xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"';
  const YANG = 'xmlns:yang="urn:ietf:params:xml:ns:yang:1"';

  test('the attributes of edits come back as they were', () => {
    const text =
      `<box xmlns="urn:box" ${NC} nc:operation="create"><level ${NC} nc:operation="delete"/><step ${YANG} yang:insert="after" yang:value="x">a</step>` +
      `<port ${NC} nc:operation="remove"><number>1</number></port>` +
      `<rule xmlns:yang="urn:ietf:params:xml:ns:yang:1" xmlns:b="urn:box" yang:insert="before" yang:key="[b:name='n']"><name>m</name></rule></box>`;
    const tree = xml(schema, text, { operations: true });
    expect(encodeXml(tree)).toBe(text);
    expect(JSON.parse(encodeJson(tree))['box:box'].rule).toEqual([
      { '@': { 'yang:insert': 'before', 'yang:key': "[name='n']" }, name: 'm' },
    ]);
  });

  test('they are refused outside edits, and where they make no sense', () => {
    expect(errorOf(() => box(`<level ${NC} nc:operation="create">1</level>`))).toMatchObject({
      tag: 'unknown-attribute',
      path: '/box:box/level',
    });
    expect(errorOf(() => box(`<level ${NC} nc:operation="none">1</level>`, { operations: true }))).toMatchObject({
      tag: 'bad-attribute',
      path: '/box:box/level',
    });
    expect(errorOf(() => box(`<tag ${YANG} yang:insert="first">1</tag>`, { operations: true }))).toMatchObject({
      tag: 'unknown-attribute',
    });
    expect(
      errorOf(() =>
        box(`<rule ${YANG} yang:insert="before" yang:key="[x"><name>m</name></rule>`, { operations: true }),
      ),
    ).toMatchObject({ tag: 'bad-attribute', path: "/box:box/rule[name='m']" });
  });

  test('annotations have the values that their definitions allow (RFC 7952 §3)', () => {
    const text = '<box xmlns="urn:box"><level xmlns:e="urn:extra" e:seen="true">1</level></box>';
    expect(encodeXml(xml(schema, text))).toBe(text);
    expect(encodeJson(xml(schema, text))).toBe('{"box:box":{"level":1,"@level":{"extra:seen":true}}}');
    const pace = '<box xmlns="urn:box"><level xmlns:b="urn:box" xmlns:e="urn:extra" e:pace="b:fast">1</level></box>';
    expect(encodeXml(xml(schema, pace))).toBe(pace);
    expect(encodeJson(xml(schema, pace))).toBe('{"box:box":{"level":1,"@level":{"extra:pace":"box:fast"}}}');
    expect(errorOf(() => xml(schema, text.replace('true', 'yes')))).toMatchObject({
      tag: 'bad-attribute',
      path: '/box:box/level',
      info: { 'bad-attribute': 'extra:seen' },
    });
    expect(errorOf(() => xml(schema, text.replaceAll('seen', 'read')))).toMatchObject({ tag: 'unknown-attribute' });
  });
});

describe('anydata and anyxml', () => {
  test('modelled content has the same meaning in both formats', () => {
    const text =
      '<box xmlns="urn:box"><extra><box xmlns="urn:box"><level>7</level><port><number>1</number></port></box></extra></box>';
    expect(encodeJson(xml(schema, text))).toBe('{"box:box":{"extra":{"box:box":{"level":7,"port":[{"number":1}]}}}}');
    expect(encodeXml(json(schema, JSON.parse(encodeJson(xml(schema, text)))))).toBe(text);
  });

  test('other content stays as it came, and is translated as well as it can be', () => {
    const value = { 'box:box': { extra: { a: [1, { b: null }], 'box:c': 'x', 'extra:d': true }, raw: 'text' } };
    const tree = json(schema, value);
    expect(toValue(tree)).toEqual(value);
    expect(encodeXml(tree)).toBe(
      '<box xmlns="urn:box"><extra><a>1</a><a><b/></a><c>x</c><d xmlns="urn:extra">true</d></extra><raw>text</raw></box>',
    );
    const text = '<box xmlns="urn:box"><raw xmlns:q="urn:q" q:z="1">a<b xmlns="">q:c</b></raw></box>';
    expect(encodeXml(xml(schema, text))).toBe(text);
    expect(
      encodeJson(
        xml(schema, '<box xmlns="urn:box"><extra><a>1</a><a>2</a><d xmlns="urn:extra"><x/></d></extra></box>'),
      ),
    ).toBe('{"box:box":{"extra":{"a":["1","2"],"extra:d":{"x":""}}}}');
  });

  test('values that are not JSON are refused', () => {
    const circle: Record<string, unknown> = {};
    circle.a = circle;
    expect(errorOf(() => json(schema, { 'box:box': { extra: circle } }))).toMatchObject({
      tag: 'invalid-value',
      path: '/box:box/extra',
    });
    expect(errorOf(() => json(schema, { 'box:box': { raw: { x: Number.NaN } } })).message).toContain('NaN');
    expect(errorOf(() => json(schema, { 'box:box': { raw: { x: () => 1 } } })).message).toContain('function');
  });
});

function xmlNodes(text: string) {
  return parseXml(`<x>${text}</x>`).children;
}
