import { describe, expect, test } from 'vitest';
import { encodeXml, equal } from '../../../src/data/index.js';
import { schema } from '../codec/example.js';
import { json, schemaOf, xml } from '../support.js';

describe('prefixes', () => {
  test('are declared once where the value and an annotation name the same module', () => {
    const tree = json(schema, { 'box:box': { speed: 'box:fast', '@speed': { 'extra:pace': 'box:slow' } } });
    const text = encodeXml(tree);
    expect(text).toBe(
      '<box xmlns="urn:box"><speed xmlns:b="urn:box" xmlns:e="urn:extra" e:pace="b:slow">b:fast</speed></box>',
    );
    expect(equal(xml(schema, text), tree)).toBe(true);
  });

  test('are told apart where two modules have the same one', () => {
    const other = `module other { yang-version 1.1; namespace "urn:other"; prefix b; import box { prefix box; }
      identity odd { base box:speed; } }`;
    const both = schemaOf(...[...schema.modules.values()].map((module) => module.text), other);
    const tree = json(both, { 'box:box': { speed: 'box:fast', '@speed': { 'extra:pace': 'other:odd' } } });
    const text = encodeXml(tree);
    expect(text).toContain('xmlns:b="urn:box" xmlns:b1="urn:other" xmlns:e="urn:extra" e:pace="b1:odd">b:fast<');
    expect(equal(xml(both, text), tree)).toBe(true);
  });

  test('of annotations are others than those that content without a schema declares', () => {
    const raw = '<raw xmlns:e="urn:mine" e:own="1" xmlns:x="urn:extra" x:x="7"><e:in/></raw>';
    const tree = xml(schema, `<box xmlns="urn:box">${raw}</box>`);
    const text = encodeXml(tree);
    expect(text).toBe(
      '<box xmlns="urn:box"><raw xmlns:e="urn:mine" xmlns:x="urn:extra" e:own="1" xmlns:e1="urn:extra" e1:x="7"><e:in/></raw></box>',
    );
    expect(equal(xml(schema, text), tree)).toBe(true);
  });

  test('that XML keeps for itself are not declared', () => {
    const odd = schemaOf(`module odd { yang-version 1.1; namespace "urn:odd"; prefix xml;
      identity base; identity one { base base; } leaf kind { type identityref { base base; } } }`);
    expect(encodeXml(json(odd, { 'odd:kind': 'odd:one' }))).toBe(
      '<kind xmlns="urn:odd" xmlns:xml1="urn:odd">xml1:one</kind>',
    );
  });
});
