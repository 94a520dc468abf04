import { describe, expect, test } from 'vitest';
import { encodeJson, encodeXml, parseXml, selectionOfSubtree, subtreeFilter } from '../../../src/data/index.js';
import { schema as box } from '../codec/example.js';
import { json, schemaOf } from '../support.js';

const filter = (text: string) => parseXml(`<filter xmlns:b="urn:box" xmlns:e="urn:extra">${text}</filter>`);
const schema = schemaOf(`module w { yang-version 1.1; namespace "urn:w"; prefix w;
  leaf padded { type string { pattern " . "; } }
  leaf plain { type string; }
  list named { key name; leaf name { type string; } leaf n { type uint8; } }
  list padded-name { key name; leaf name { type string { pattern " . "; } } leaf n { type uint8; } }
  leaf-list word { type string; ordered-by user; }
  anyxml raw;
}`);
const select = (value: object, text: string): unknown =>
  JSON.parse(encodeJson(subtreeFilter(json(schema, value), filter(text), schema)));
const W = 'xmlns="urn:w"';

describe('content match nodes (RFC 6241 §6.2.5)', () => {
  test('match values that have white space around them, which is ignored', () => {
    expect(select({ 'w:padded': ' a ' }, `<padded ${W}>a</padded>`)).toEqual({ 'w:padded': ' a ' });
    expect(select({ 'w:padded': ' a ' }, `<padded ${W}> a </padded>`)).toEqual({ 'w:padded': ' a ' });
    expect(select({ 'w:padded': ' a ' }, `<padded ${W}>b</padded>`)).toEqual({});
    expect(select({ 'w:plain': ' a' }, `<plain ${W}>a</plain>`)).toEqual({ 'w:plain': ' a' });
    expect(select({ 'w:word': [' x', 'y'] }, `<word ${W}>x </word><plain ${W}/>`)).toEqual({ 'w:word': [' x'] });
  });

  test('find entries whose keys have white space around them', () => {
    const value = {
      'w:named': [
        { name: ' a ', n: 1 },
        { name: 'b', n: 2 },
      ],
      'w:padded-name': [{ name: ' c ' }],
    };
    expect(select(value, `<named ${W}><name> a </name></named>`)).toEqual({ 'w:named': [{ name: ' a ', n: 1 }] });
    expect(select(value, `<named ${W}><name>\n b\n</name></named>`)).toEqual({ 'w:named': [{ name: 'b', n: 2 }] });
    expect(select(value, `<padded-name ${W}><name> c </name></padded-name>`)).toEqual({
      'w:padded-name': [{ name: ' c ' }],
    });
    expect(select(value, `<padded-name ${W}><name>c</name></padded-name>`)).toEqual({
      'w:padded-name': [{ name: ' c ' }],
    });
    const selection = selectionOfSubtree(filter(`<named ${W}><name> a </name></named>`), schema);
    expect(selection).not.toBe('all');
    if (selection !== 'all') expect(selection.get('w:named')?.[0]?.key).toBeUndefined();
  });

  test('match anyxml that holds text', () => {
    const value = { 'w:raw': 'some text', 'w:plain': 'x' };
    expect(select(value, `<raw ${W}> some text</raw><plain ${W}/>`)).toEqual(value);
    expect(select(value, `<raw ${W}>other</raw><plain ${W}/>`)).toEqual({});
    expect(select({ ...value, 'w:raw': { a: 'b' } }, `<raw ${W}>b</raw>`)).toEqual({});
  });
});

describe('attribute match (RFC 6241 §6.2.2)', () => {
  test('is about the value of the annotation, whatever prefix it is written with', () => {
    const tree = json(box, { 'box:box': { level: 1, '@level': { 'extra:pace': 'box:fast', 'extra:x': 7 } } });
    const of = (attribute: string) =>
      encodeXml(subtreeFilter(tree, filter(`<b:box><b:level ${attribute}/></b:box>`), box));
    expect(of('e:pace="b:fast"')).toContain('level');
    expect(of('xmlns:q="urn:box" e:pace="q:fast" e:x="+7"')).toContain('level');
    expect(of('e:pace="b:slow"')).toBe('');
    expect(of('e:pace="box:fast"')).toBe('');
  });
});
