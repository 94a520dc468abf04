import { describe, expect, it } from 'vitest';
import { generateTypes, type TypesOptions } from '../../src/bindings/index.js';
import { compile, directories, type Schema } from '../../src/yang/index.js';
import { compileBody, compileTexts, moduleText } from '../yang/support.js';
import { IETF, OWN_MODULES, STANDARD_MODULES, YANG } from '../yang-modules/modules.js';
import { complaints, completions } from './types-program.js';

const KINDS = moduleText(
  'kinds',
  `identity shape; identity round { base shape; }
   typedef label { type union { type enumeration { enum red; enum green; } type string; } }`,
);

const BOX = moduleText(
  'box',
  `typedef name-ref { type leafref { path "/box:boxes/box:box/box:name"; } }
   typedef level { type enumeration { enum low; enum high; } }
   container boxes {
     list box {
       key name;
       leaf name { type string; }
       leaf level { type level; default low; }
       leaf label { type k:label; }
       leaf shape { type identityref { base k:shape; } }
       leaf beside { type name-ref; }
       leaf rack { type leafref { path "../../../racks/rack/number"; } }
       leaf bytes { type binary; }
       leaf flags { type bits { bit hot; bit new; } }
       leaf big { type uint64; }
      leaf-list tag { type string; }
       choice power { mandatory true; leaf ac { type empty; } case dc { leaf volts { type uint16; mandatory true; } } }
       action shake { input { leaf times { type uint8; } } output { leaf level { type level; } } }
     }
   }
   container racks { list rack { key number; leaf number { type uint16; } leaf room { type string; } } }
   rpc empty;
   notification moved { leaf name { type name-ref; } }`,
  'import kinds { prefix k; }',
);

function boxSchema(): Schema {
  return compileTexts([KINDS, BOX], { implement: ['kinds', 'box'] });
}

function fileOf(schema: Schema, modules: readonly string[], name: string, options?: TypesOptions): string {
  return generateTypes(schema, modules, options).find(({ file }) => file === name)?.text ?? '';
}

describe('generated types', () => {
  it('accept what the model accepts, plain strings for references included', () => {
    const program = `import type { Actions, Box, Data, Notifications, Rpcs } from './index.js';
      const name: string = 'b' + Math.random();
      const tags: string[] = [name];
      export const boxes: Box['boxes'] = { box: [
        { name: 'a', level: 'high', label: 'anything', shape: 'kinds:round', beside: name, rack: 4, ac: [null] },
        { name: 'b', label: 'red', shape: 'other:shape', bytes: 'AAEC', flags: 'hot new', big: '5', tag: tags, volts: 48 },
      ] };
      export const document: Data = { 'box:boxes': boxes };
      export const input: Actions['/box:boxes/box/shake']['input'] = { times: 3 };
      export const nothing: Rpcs['box:empty']['input'] = undefined;
      export const moved: Notifications['box:moved'] = { name };
      export const back: string = moved.name ?? '';`;
    expect(complaints(boxSchema(), ['kinds', 'box'], program)).toEqual([]);
  });

  it('refuse what the model refuses', () => {
    const refused = {
      'an unknown enum': "{ name: 'a', ac: [null], level: 'middle' }",
      'a number for a 64-bit integer': "{ name: 'a', ac: [null], big: 5 }",
      'two cases of one choice': "{ name: 'a', ac: [null], volts: 48 }",
      'no case of a mandatory choice': "{ name: 'a' }",
      'a missing key': '{ ac: [null] }',
      'a member that does not exist': "{ name: 'a', ac: [null], colour: 'red' }",
      'a reference into another list': "{ name: 'a', ac: [null], beside: other }",
    };
    const lines = Object.entries(refused).map(
      ([what, entry]) => `// @ts-expect-error ${what}\nuse({ box: [${entry}] });`,
    );
    const program = `import type { Box } from './index.js';
      declare const other: string & { readonly __leafref?: '/other:list/key' };
      declare function use(boxes: Box['boxes']): void;
      ${lines.join('\n')}`;
    expect(complaints(boxSchema(), ['kinds', 'box'], program)).toEqual([]);
  });

  it.each([
    ['label', ['red', 'green']],
    ['shape', ['kinds:round']],
    ['level', ['low', 'high']],
  ])('complete the known values of %s, be others allowed or not', (leaf, known) => {
    const program = `import type { Box } from './index.js';
      export const boxes: Box['boxes'] = { box: [{ name: 'a', ac: [null], ${leaf}: '|' }] };`;
    expect(completions(boxSchema(), ['kinds', 'box'], program).toSorted()).toEqual(known.toSorted());
  });

  it('do not ask configuration for state, but state for what it must have', () => {
    const schema = compileBody(`container port {
      leaf name { type string; mandatory true; }
      leaf up { type boolean; config false; mandatory true; }
      container counters { config false; leaf since { type string; mandatory true; } }
    }`);
    expect(fileOf(schema, ['m'], 'm.ts')).toContain(
      'export type M_Port = {\n  name: string;\n  up?: boolean;\n  counters?: M_Port_Counters;\n};',
    );
    expect(fileOf(schema, ['m'], 'm.ts')).toContain('M_Port_Counters = {\n  since: string;\n};');
  });

  it('write a typedef once and import it where it is used, one import a module', () => {
    const text = fileOf(boxSchema(), ['kinds', 'box'], 'box.ts');
    expect(text).toContain("import type { Kinds_Label } from './kinds.js';");
    expect(text.match(/^export type Box_NameRef = /gm)).toHaveLength(1);
    expect(text.match(/Box_NameRef;/g)).toHaveLength(2);
    expect(fileOf(boxSchema(), ['kinds', 'box'], 'kinds.ts')).toContain(
      "export type Kinds_Label = 'red' | 'green' | (string & {});",
    );
  });

  it('write the containers and lists of a grouping once, wherever it is used', () => {
    const schema = compileTexts([
      moduleText(
        'net',
        `grouping ends { container from { leaf port { type uint16; } } list to { key port; leaf port { type uint16; } } }
         container link { uses ends; }
         list path { key id; leaf id { type uint8; } uses ends; }
         container other { uses ends { refine from { description "Refined."; } } }`,
      ),
    ]);
    const text = fileOf(schema, ['net'], 'net.ts');
    expect(text.match(/^export type .* = \{/gm)).toEqual([
      'export type Net_Link = {',
      'export type Net_Link_From = {',
      'export type Net_Link_To = {',
      'export type Net_Path = {',
      'export type Net_Other = {',
      'export type Net_Other_From = {',
    ]);
    expect(text.match(/to\?: readonly Net_Link_To\[\];/g)).toHaveLength(3);
  });

  it('say where a leafref leads, be its path absolute or relative', () => {
    const text = fileOf(boxSchema(), ['kinds', 'box'], 'box.ts');
    expect(text).toContain("export type Box_NameRef = string & { readonly __leafref?: '/box:boxes/box/name' };");
    expect(text).toContain("rack?: number & { readonly __leafref?: '/box:racks/rack/number' };");
  });

  it('have maps by qualified name and data path, empty ones without a body', () => {
    const text = fileOf(boxSchema(), ['kinds', 'box'], 'box.ts');
    expect(text).toContain("'/box:boxes/box/shake': {");
    expect(text).toContain('export interface BoxStructures {}');
    expect(fileOf(boxSchema(), ['kinds', 'box'], 'kinds.ts')).toContain('export interface KindsData {}');
  });

  it('leave out what is excluded, or not included', () => {
    const only = fileOf(boxSchema(), ['box'], 'box.ts', { include: ['/box:racks/rack/number'] });
    expect(only).toContain('number: number;');
    expect(only).not.toMatch(/room|boxes|empty|moved|shake/);
    const without = fileOf(boxSchema(), ['box'], 'box.ts', { exclude: ['/box:boxes', '/box:empty'] });
    expect(without).toContain('racks?: Box_Racks;');
    expect(without).not.toMatch(/boxes\?|shake|'box:empty'/);
  });

  it('say what made them', () => {
    expect(fileOf(boxSchema(), ['box'], 'box.ts')).toMatch(
      /^\/\/ Made from the YANG models by "yangent generate types"/,
    );
  });

  it('tell a module that is missing', () => {
    expect(() => generateTypes(boxSchema(), ['bax'])).toThrow('the schema has no module "bax"');
  });

  it('compile for all shipped modules together', () => {
    const names = [...OWN_MODULES, ...STANDARD_MODULES]
      .map(({ name }) => name)
      .filter((n) => n !== 'irtf-agent-strict');
    const schema = compile({ sources: directories([YANG, IETF]), implement: names });
    expect(complaints(schema, names, "export type * from './index.js';")).toEqual([]);
  });
});
