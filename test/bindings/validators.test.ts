import { describe, expect, expectTypeOf, it } from 'vitest';
import { fromView, type StandardSchema, toView, type View, validators } from '../../src/bindings/index.js';
import { decodeJson, RpcError } from '../../src/data/index.js';
import type { Data, Notifications, Rpcs } from '../../src/generated/index.js';
import { compile, directories } from '../../src/yang/index.js';
import { compileBody } from '../yang/support.js';
import { IETF, YANG } from '../yang-modules/modules.js';

const agents = compile({ sources: directories([YANG, IETF]), implement: ['irtf-agent'] });
const { data, input, notification, document } = validators<{ Data: Data; Rpcs: Rpcs; Notifications: Notifications }>(
  agents,
);

interface Box {
  name: string;
  size?: `${bigint}`;
  flags?: string & { readonly __bits?: 'hot' | 'new' };
  raw?: string & { readonly __binary?: true };
  gone?: readonly [null];
  weight?: `${number}`;
  mixed?: readonly (string | number | boolean)[];
  tags?: readonly string[] & { readonly __set?: true };
  sums?: readonly `${bigint}`[] & { readonly __set?: true };
}

const boxes = compileBody(`
  list box {
    key name;
    leaf name { type string { length "1..8"; } }
    leaf size { type uint64; }
    leaf flags { type bits { bit hot; bit new; } }
    leaf raw { type binary; }
    leaf gone { type empty; }
    leaf weight { type decimal64 { fraction-digits 3; } }
    leaf-list mixed { ordered-by user; type union { type int64; type string; type boolean; } }
    leaf-list tags { type string; }
    leaf-list sums { type uint64; }
    leaf beside { type leafref { path "../../box/name"; } }
    action shake { input { leaf times { type uint8 { range "1..3"; } mandatory true; } } output { leaf ok { type boolean; } } }
  }
  rpc clear;`);
const box = validators<{
  Data: { 'm:box'?: readonly Box[] };
  Actions: { '/m:box/shake': { input: { times: number }; output: { ok?: boolean } } };
  Rpcs: { 'm:clear': { input: undefined; output: undefined } };
}>(boxes);

describe('validators', () => {
  it('answer the value of a top-level node, typed by its binding', () => {
    const agent = {
      name: 'a',
      description: 'd',
      version: '1',
      provider: 'p',
      skills: { skill: [{ 'skill-name': 's' }] },
    };
    const parsed = data('irtf-agent:agent').parse(agent);
    expect(parsed).toEqual(agent);
    expectTypeOf(parsed).toEqualTypeOf<NonNullable<Data['irtf-agent:agent']>>();
  });

  it('check RPC input, with the members named as the model names them', () => {
    const negotiate = input('irtf-agent:task-negotiate');
    expect(negotiate.parse({ 'task-id': 't', type: 'FEASIBILITY' }).type).toBe('FEASIBILITY');
    expect(negotiate.is({ type: 'MAYBE' })).toBe(false);
    expectTypeOf(negotiate.parse({})).toEqualTypeOf<Rpcs['irtf-agent:task-negotiate']['input']>();
  });

  it('check notifications and whole documents', () => {
    expect(notification('irtf-agent:condition-notifications').is({ 'task-id': 't' })).toBe(true);
    expect(document.is({ 'irtf-agent:tasks': { 'task-id': 't' } })).toBe(true);
    expect(document.is({ 'irtf-agent:tasks': { 'task-id': 7 } })).toBe(false);
  });

  it('check the input and output of actions and take undefined where there is none', () => {
    expect(box.input('/m:box/shake').is({ times: 3 })).toBe(true);
    expect(box.input('/m:box/shake').is({ times: 4 })).toBe(false);
    expect(box.input('/m:box/shake').is({})).toBe(false);
    expect(box.output('/m:box/shake').parse({ ok: true })).toEqual({ ok: true });
    expect(box.input('m:clear').parse(undefined)).toBeUndefined();
  });

  it('say every fault, with its place in the value', () => {
    const result = box.data('m:box').safeParse([{ name: 'a' }, { name: 'b', size: '-1', weight: 'x' }]);
    if (result.success) throw new Error('the value is invalid');
    expect(result.error).toBeInstanceOf(RpcError);
    expect(result.issues.map(({ path }) => path)).toEqual([
      [1, 'size'],
      [1, 'weight'],
    ]);
  });

  it('raise what they found', () => {
    expect(() => box.data('m:box').parse([{ name: 'much too long' }])).toThrow(RpcError);
  });

  it('look into the datastore that they are given', () => {
    const context = decodeJson(boxes.root, { 'm:box': [{ name: 'old' }] }, { schema: boxes });
    const value = [{ name: 'new', beside: 'old' }];
    expect(box.data('m:box').is(value)).toBe(false);
    expect(box.data('m:box').is(value, { context })).toBe(true);
  });

  it('are Standard Schema validators', () => {
    const schema: StandardSchema<readonly Box[]> = box.data('m:box');
    expect(schema['~standard'].version).toBe(1);
    expect(schema['~standard'].vendor).toBe('yangent');
    expect(schema['~standard'].validate([{ name: 'a' }])).toEqual({ value: [{ name: 'a' }] });
    expect(schema['~standard'].validate([{ name: 7 }])).toEqual({
      issues: [{ message: expect.any(String), path: [0, 'name'] }],
    });
  });

  it('tell a name that the schema does not have', () => {
    expect(() => validators(boxes).data('m:bax')).toThrow('the schema has no data node "m:bax" (did you mean');
    expect(() => validators(boxes).input('/m:box/shape')).toThrow('no action at "/m:box/shape"');
  });
});

describe('views', () => {
  const value: { 'm:box': readonly Box[] } = {
    'm:box': [
      {
        name: 'a',
        size: '18446744073709551615',
        flags: 'hot new',
        raw: 'AAEC',
        gone: [null],
        weight: '1.5',
        mixed: ['9007199254740993', 'text', true],
        tags: ['b', 'a'],
        sums: ['1', '18446744073709551615'],
      },
    ],
  };

  it('have bigint, Set, Uint8Array and true where RFC 7951 has strings', () => {
    const view = toView(boxes, boxes.root, value);
    expect(view).toEqual({
      'm:box': [
        {
          name: 'a',
          size: 18446744073709551615n,
          flags: new Set(['hot', 'new']),
          raw: new Uint8Array([0, 1, 2]),
          gone: true,
          weight: '1.5',
          mixed: [9007199254740993n, 'text', true],
          tags: new Set(['b', 'a']),
          sums: new Set([1n, 18446744073709551615n]),
        },
      ],
    });
    expectTypeOf<View<Box>>().toEqualTypeOf<{
      name: string;
      size?: bigint;
      flags?: ReadonlySet<'hot' | 'new'>;
      raw?: Uint8Array;
      gone?: true;
      weight?: `${number}`;
      mixed?: readonly (string | number | boolean)[];
      tags?: ReadonlySet<string>;
      sums?: ReadonlySet<bigint>;
    }>();
  });

  it('lead back to the value', () => {
    expect(fromView(boxes.root, toView(boxes, boxes.root, value))).toEqual(value);
  });

  it('have a Set for a leaf-list where its values differ and stand in no order', () => {
    const schema = compileBody(`
      leaf-list set { type string; } leaf-list list { type string; ordered-by user; } leaf-list octets { type binary; }
      leaf-list state { type string; config false; }`);
    const value = { 'm:set': ['x'], 'm:list': ['x'], 'm:octets': ['AAEC'], 'm:state': ['x', 'x'] };
    const view = toView(schema, schema.root, value);
    expect(view).toEqual({
      'm:set': new Set(['x']),
      'm:list': ['x'],
      'm:octets': [new Uint8Array([0, 1, 2])],
      'm:state': ['x', 'x'],
    });
    expect(fromView(schema.root, view)).toEqual(value);
  });

  it('write bits in the order of their positions', () => {
    const view = [{ name: 'a', flags: new Set(['new', 'hot'] as const) }];
    expect(fromView<readonly Box[]>(boxes.root.data.get('m:box') ?? boxes.root, view)).toEqual([
      { name: 'a', flags: 'hot new' },
    ]);
  });
});
