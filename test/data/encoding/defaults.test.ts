import { describe, expect, test } from 'vitest';
import { encodeJson, encodeXml, toValue, validate, type WithDefaults } from '../../../src/data/index.js';
import { json, schemaOf, xml } from '../support.js';

const schema = schemaOf(`module m { yang-version 1.1; namespace urn:m; prefix m;
  container c {
    leaf kind { type string; default plain; }
    leaf set { type uint8; default 5; }
    leaf gated { when "../kind = 'plain'"; type string; default g; }
    leaf shut { when "../kind = 'fancy'"; type string; default s; }
    choice way { default road; case road { when "kind = 'plain'"; leaf cars { type uint8; default 4; } } case rail { leaf trains { type uint8; default 2; } leaf fast { type empty; } } }
    choice gate { when "kind = 'fancy'"; default one; leaf one { type string; default o; } leaf two { type string; } }
    leaf-list tag { type string; default a; default b; }
    container inner { when "../set < 9"; leaf deep { type string; default d; when "../../kind = 'plain'"; } }
    container present { presence p; leaf no { type string; default n; } }
    list l { key k; leaf k { type string; } leaf v { type string; default "v"; when "../k = 'x'"; } leaf w { type string; default w; } }
  }
}`);
const written = (members: object, withDefaults?: WithDefaults) =>
  JSON.parse(encodeJson(json(schema, { 'm:c': members }), { withDefaults }))['m:c'];

describe('with-defaults (RFC 6243 §3)', () => {
  test('report-all has every default in use, conditions and cases considered', () => {
    expect(written({}, 'report-all')).toEqual({
      kind: 'plain',
      set: 5,
      gated: 'g',
      cars: 4,
      tag: ['a', 'b'],
      inner: { deep: 'd' },
    });
    expect(written({ kind: 'fancy', present: {}, l: [{ k: 'x' }, { k: 'y' }] }, 'report-all')).toEqual({
      kind: 'fancy',
      set: 5,
      shut: 's',
      one: 'o',
      tag: ['a', 'b'],
      present: { no: 'n' },
      l: [
        { k: 'x', v: 'v', w: 'w' },
        { k: 'y', w: 'w' },
      ],
    });
    expect(written({ set: 10, fast: [null] }, 'report-all')).toEqual({
      kind: 'plain',
      set: 10,
      gated: 'g',
      trains: 2,
      fast: [null],
      tag: ['a', 'b'],
    });
  });

  test('report-all-tagged says which of them are', () => {
    expect(written({ kind: 'fancy', set: 5 }, 'report-all-tagged')).toMatchObject({
      kind: 'fancy',
      set: 5,
      shut: 's',
      '@shut': { 'ietf-netconf-with-defaults:default': true },
      tag: ['a', 'b'],
    });
    const text = encodeXml(json(schema, { 'm:c': { kind: 'other' } }), { withDefaults: 'report-all-tagged' });
    expect(text).toContain(
      '<kind>other</kind><set xmlns:wd="urn:ietf:params:xml:ns:netconf:default:1.0" wd:default="true">5</set>',
    );
    expect(text).not.toContain('gated');
  });

  test('trim leaves out what equals its default, however it came; explicit shows it where it was set', () => {
    const members = { kind: 'plain', set: 6, tag: ['a', 'b'], cars: 4 };
    expect(written(members, 'trim')).toEqual({ set: 6 });
    expect(written(members, 'explicit')).toEqual(members);
    expect(written(members)).toEqual(members);
  });

  test('what report-all-tagged writes is the same document again, and valid', () => {
    const tree = json(schema, { 'm:c': { kind: 'fancy', l: [{ k: 'x' }] } });
    for (const again of [
      json(schema, JSON.parse(encodeJson(tree, { withDefaults: 'report-all-tagged' }))),
      xml(schema, encodeXml(tree, { withDefaults: 'report-all-tagged' })),
    ]) {
      expect(() => validate(again, { schema })).not.toThrow();
      expect(toValue(json(schema, JSON.parse(encodeJson(again, { withDefaults: 'explicit' }))))).toEqual(toValue(tree));
    }
  });
});
