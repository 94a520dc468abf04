import { describe, expect, test } from 'vitest';
import { decodeJson, decodeXml, elementsOf, parseInstancePath, parseXml, validate } from '../../../src/data/index.js';
import { json } from '../support.js';
import { problems, schemaOfBody } from './support.js';

const schema = schemaOfBody(`
  container net { leaf mode { type string; default plain; } leaf owner { type string; mandatory true; }
    list port { key name; unique ip; max-elements 2; leaf name { type string; } leaf ip { type string; } leaf peer { type leafref { path "../../port/name"; } }
      leaf vlan { when "../../mode = 'plain'"; type uint16; must ". < 100 or ../ip"; }
      container qos { leaf class { type uint8; mandatory true; } leaf up { config false; type boolean; } }
      choice feed { mandatory true; leaf ac { type empty; } leaf dc { type empty; } } } }
`);
const datastore = json(schema, {
  'm:net': { owner: 'o', mode: 'trunk', port: [{ name: 'a', ip: '1', qos: { class: 1 }, ac: [null] }] },
});

/** The faults of a document whose nodes are children of the instance at `place`. */
function found(place: string, value: object, options: object = {}): string[] {
  const at = parseInstancePath(schema, place);
  const parent = at.at(-1)?.schema;
  if (parent?.kind !== 'container' && parent?.kind !== 'list') throw new Error('no parent');
  const tree = decodeJson(parent, value, { schema, at });
  return problems(schema, tree, { at, ...options }).map(({ path, tag, appTag }) => `${path} ${appTag ?? tag}`);
}

describe('a document for a node below the root', () => {
  test('is judged by itself, and nothing beside it is missed', () => {
    expect(found('/m:net', { 'm:port': [{ name: 'a', qos: { class: 1 }, ac: [null], vlan: 7 }] })).toEqual([]);
    expect(found("/m:net/port[name='a']", { vlan: 7 })).toEqual([]);
    expect(found("/m:net/port[name='a']/qos", {})).toEqual([]);
  });

  test('has its constraints checked, with paths from the root', () => {
    expect(found('/m:net', { port: [{ name: 'a', vlan: 200 }] })).toEqual([
      "/m:net/port[name='a'] missing-choice",
      "/m:net/port[name='a']/vlan must-violation",
      "/m:net/port[name='a']/qos/class data-missing",
    ]);
    expect(found("/m:net/port[name='a']", { vlan: 200, peer: 'z' })).toEqual([
      "/m:net/port[name='a']/peer instance-required",
      "/m:net/port[name='a']/vlan must-violation",
    ]);
    expect(found("/m:net/port[name='a']", { peer: 'a' })).toEqual([]);
  });

  test('refers into the datastore it is part of', () => {
    expect(found("/m:net/port[name='b']", { peer: 'a' }, { context: datastore })).toEqual([]);
    expect(found("/m:net/port[name='b']", { vlan: 7 }, { context: datastore })).toEqual([
      "/m:net/port[name='b']/vlan unknown-element",
    ]);
    expect(found('/m:net', { mode: 'plain' }, { context: datastore })).toEqual([]);
  });

  test('comes in XML as well', () => {
    const at = parseInstancePath(schema, "/m:net/port[name='a']");
    const parent = schema.root.data.get('m:net');
    const port = parent?.kind === 'container' ? parent.data.get('m:port') : undefined;
    if (port?.kind !== 'list') throw new Error('no list');
    const tree = decodeXml(port, elementsOf(parseXml('<x><vlan xmlns="urn:m">200</vlan></x>')), { schema, at });
    expect(problems(schema, tree, { at })).toMatchObject([
      { path: "/m:net/port[name='a']/vlan", appTag: 'must-violation' },
    ]);
  });

  test('of configuration holds no state', () => {
    expect(found("/m:net/port[name='a']/qos", { up: true }, { type: 'config' })).toEqual([
      "/m:net/port[name='a']/qos/up unknown-element",
    ]);
    expect(found("/m:net/port[name='a']/qos", { up: true })).toEqual([]);
  });

  test('needs to be told where it hangs', () => {
    const net = schema.root.data.get('m:net');
    if (net?.kind !== 'container') throw new Error('no container');
    expect(() => validate(decodeJson(net, {}, { schema }), { schema })).toThrow(
      "a document of '/m:net' is checked with 'at'",
    );
  });
});
