import { describe, expect, test } from 'vitest';
import {
  decodeMessageJson,
  decodeMessageXml,
  formatPath,
  type Message,
  type MessageKind,
  parseXml,
  toValue,
} from '../../../src/data/index.js';
import { errorOf, schemaOf } from '../support.js';

const schema = schemaOf(
  `module m { yang-version 1.1; namespace urn:m; prefix m;
    container site { list box { key "row id"; leaf row { type uint8; } leaf id { type string; }
      action reset { input { leaf delay { type uint8; } } output { leaf took { type uint8; } } }
      container fan { notification stopped { leaf why { type string; } } } } }
    rpc go { input { leaf a { type string; } } output { leaf b { type string; } } }
    notification boom { leaf why { type string; } } }`,
  'module o { yang-version 1.1; namespace urn:o; prefix o; import m { prefix m; } augment /m:site/m:box { action more; } }',
);

const shown = ({ tree, at }: Message) => [tree.schema.qname, formatPath(at), toValue(tree)];
const fromJson = (value: unknown, kind: MessageKind = 'rpc') => decodeMessageJson(value, kind, { schema });
const fromXml = (text: string, kind: MessageKind = 'rpc') => decodeMessageXml(parseXml(text), kind, { schema });
const way = (inside: object) => ({ 'm:site': { box: [{ row: 1, id: 'x', ...inside }] } });
const wayXml = (inside: string) => `<site xmlns="urn:m"><box><row>1</row><id>x</id>${inside}</box></site>`;
const BOX = "/m:site/box[row='1'][id='x']";

describe('a message is found by its name', () => {
  test.each<[string, MessageKind, unknown, string, readonly unknown[]]>([
    ['an rpc', 'rpc', { 'm:go': { a: 'x' } }, '<go xmlns="urn:m"><a>x</a></go>', ['m:input', '/', { a: 'x' }]],
    ['its reply', 'reply', { 'm:go': { b: 'x' } }, '<go xmlns="urn:m"><b>x</b></go>', ['m:output', '/', { b: 'x' }]],
    [
      'a notification',
      'notification',
      { 'm:boom': { why: 'heat' } },
      '<boom xmlns="urn:m"><why>heat</why></boom>',
      ['m:boom', '/', { why: 'heat' }],
    ],
    [
      'an action',
      'rpc',
      way({ reset: { delay: 3 } }),
      wayXml('<reset><delay>3</delay></reset>'),
      ['m:input', BOX, { delay: 3 }],
    ],
    [
      'what an action answers',
      'reply',
      way({ reset: { took: 3 } }),
      wayXml('<reset><took>3</took></reset>'),
      ['m:output', BOX, { took: 3 }],
    ],
    [
      'an action of another module',
      'rpc',
      way({ 'o:more': {} }),
      wayXml('<more xmlns="urn:o"/>'),
      ['o:input', BOX, {}],
    ],
    [
      'a notification of a node',
      'notification',
      way({ fan: { stopped: { why: 'dust' } } }),
      wayXml('<fan><stopped><why>dust</why></stopped></fan>'),
      ['m:stopped', `${BOX}/fan`, { why: 'dust' }],
    ],
  ])('%s, in JSON and XML', (_, kind, value, text, expected) => {
    expect(shown(fromJson(value, kind))).toEqual(expected);
    expect(shown(fromXml(text, kind))).toEqual(expected);
  });

  test('in the action element of RFC 7950 §7.15.2', () => {
    const text = `<action xmlns="urn:ietf:params:xml:ns:yang:1">${wayXml('<reset/>')}</action>`;
    expect(shown(fromXml(text))).toEqual(['m:input', BOX, {}]);
    expect(shown(fromJson({ 'yang:action': way({ reset: {} }) }))).toEqual(['m:input', BOX, {}]);
  });

  test.each<[string, unknown, string, string]>([
    [
      'a name that is none',
      { 'm:goo': {} },
      'unknown-element',
      "there is no rpc or action 'm:goo' at the top level (did you mean 'm:go'?)",
    ],
    [
      'an action that is none',
      way({ rest: {} }),
      'unknown-element',
      "there is no rpc or action 'm:rest' in 'box' (did you mean 'm:reset'?)",
    ],
    ['nothing', {}, 'missing-element', 'the document leads to no rpc, action or notification'],
    ['no object', 7, 'missing-element', 'the document leads to no rpc, action or notification'],
    ['an entry with nothing to do', way({}), 'missing-element', `${BOX} leads to no rpc, action or notification`],
    ['two', { 'm:go': {}, 'm:boom': {} }, 'bad-element', "beside 'm:go' there is 'm:boom'"],
    [
      'an entry without its keys',
      { 'm:site': { box: [{ row: 1, reset: {} }] } },
      'missing-element',
      "the key 'id' of the list 'box' is missing",
    ],
    ['several entries', { 'm:site': { box: [{}, {}] } }, 'missing-element', "leads through one entry of 'box'"],
    ['a wrong key', { 'm:site': { box: [{ row: 'x', id: 'x', reset: {} }] } }, 'invalid-value', 'JSON number'],
  ])('%s is refused', (_, value, tag, words) => {
    const error = errorOf(() => fromJson(value));
    expect(error.tag).toBe(tag);
    expect(error.message).toContain(words);
  });

  test('faults in it have the whole path', () => {
    expect(errorOf(() => fromJson(way({ reset: { delay: 300 } }))).path).toBe(`${BOX}/reset/delay`);
    expect(errorOf(() => fromXml(wayXml('<reset><dely>3</dely></reset>')))).toMatchObject({
      path: `${BOX}/reset`,
      message: "there is no node 'dely' in 'input' (did you mean 'delay'?)",
    });
    expect(errorOf(() => fromXml('<go xmlns="urn:none"/>')).message).toContain("'urn:none:go'");
  });
});

describe('a message is no data node', () => {
  test('and so takes no attributes or annotations', () => {
    const wanted = { type: 'application', tag: 'unknown-attribute' };
    expect(errorOf(() => fromXml('<go xmlns="urn:m" a="b"/>'))).toMatchObject({
      ...wanted,
      message: "'m:go' takes no attributes or annotations: 'a' stands there",
    });
    expect(errorOf(() => fromJson({ 'm:go': {}, '@m:go': {} }))).toMatchObject(wanted);
  });
});
