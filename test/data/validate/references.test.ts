import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../../src/data/index.js';
import { json } from '../support.js';
import { faults, problems, schemaOfBody } from './support.js';

const schema = schemaOfBody(`
  list host { key name; leaf name { type string; } list port { key id; leaf id { type uint8; } leaf label { type string; } } leaf-list alias { type string; } }
  container c {
    leaf host { type leafref { path "/m:host/m:name"; } }
    leaf port { type leafref { path "/m:host[m:name = current()/../m:host]/m:port/m:id"; } }
    leaf label { type leafref { path "/m:host/m:port/m:label"; } }
    leaf-list alias { type leafref { path "../../m:host/m:alias"; } }
    leaf free { type leafref { path "/m:host/m:name"; require-instance false; } }
    leaf any { type instance-identifier; }
    leaf loose { type instance-identifier { require-instance false; } }
    leaf either { type union { type leafref { path "/m:host/m:name"; } type uint8; } }
    leaf def { type leafref { path "../../m:host/m:name"; } }
  }
  rpc go { input { leaf host { type leafref { path "/m:host/m:name"; } } leaf a { type string; } leaf b { type leafref { path "../a"; } } } }
  notification boom { leaf host { type leafref { path "/m:host/m:name"; } } }
`);
const host = [{ name: 'x', port: [{ id: 1, label: 'one' }], alias: ['xx'] }, { name: 'y' }];
const datastore = json(schema, { 'm:host': host });

describe('references', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [
      { host: 'x', port: 1, label: 'one', alias: ['xx'], any: "/m:host[name='x']/port[id='1']", either: 'y', def: 'x' },
      [],
    ],
    [{ free: 'nobody', loose: "/m:host[name='nobody']", either: 7 }, []],
    [{ host: 'z' }, ['/m:c/host']],
    [{ host: 'y', port: 1 }, ['/m:c/port']],
    [{ label: 'two' }, ['/m:c/label']],
    [{ alias: ['xx', 'yy'] }, ["/m:c/alias[.='yy']"]],
    [{ any: "/m:host[name='z']" }, ['/m:c/any']],
    [{ either: 'z' }, ['/m:c/either']],
  ])('%j', (value, paths) => {
    expect(faults(schema, { 'm:host': host, 'm:c': value })).toEqual(
      paths.map((path) => `${path} data-missing instance-required`),
    );
  });

  it('say what they must refer to', () => {
    expect(problems(schema, json(schema, { 'm:c': { host: 'z' } }))[0]?.message).toBe(
      `'host' refers to "z", which does not exist; it must be a value of /m:host/m:name`,
    );
  });
});

describe('references in messages', () => {
  const input = schema.rpcs.get('m:go')?.input;
  const notification = schema.notifications.get('m:boom');
  if (!input || !notification) throw new Error('no operations');

  it('lead into the datastore', () => {
    expect(faults(schema, { 'm:host': 'x' }, { type: 'rpc', context: datastore }, input)).toEqual([]);
    expect(faults(schema, { 'm:host': 'z' }, { type: 'rpc', context: datastore }, input)).toEqual([
      '/m:go/host data-missing instance-required',
    ]);
    expect(
      problems(schema, decodeJson(notification, { 'm:host': 'z' }, { schema }), { context: datastore }),
    ).toHaveLength(1);
  });

  it('lead to other parameters', () => {
    expect(faults(schema, { 'm:a': 'p', 'm:b': 'p' }, { type: 'rpc' }, input)).toEqual([]);
    expect(faults(schema, { 'm:a': 'p', 'm:b': 'q' }, { type: 'rpc' }, input)).toEqual([
      '/m:go/b data-missing instance-required',
    ]);
  });
});
