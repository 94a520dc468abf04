import { describe, expect, it } from 'vitest';
import { generateTypes } from '../../src/bindings/index.js';
import { compile, directories, type Schema } from '../../src/yang/index.js';
import { compileBody, compileTexts, moduleText } from '../yang/support.js';
import { IETF, OWN_MODULES, STANDARD_MODULES, YANG } from '../yang-modules/modules.js';
import { complaints } from './types-program.js';

const PROVIDERS = { providers: true } as const;

function fileOf(schema: Schema, modules: readonly string[], name: string): string {
  return generateTypes(schema, modules, PROVIDERS).find(({ file }) => file === name)?.text ?? '';
}

/** The members of a type of the provider file of module `m`, comments apart; undefined where the file has no such type. */
function membersOf(body: string, type: string): string[] | undefined {
  const text = fileOf(compileBody(body), ['m'], 'm.provider.ts').replace(/\/\*\*[\s\S]*?\*\/\n/g, '');
  const found = new RegExp(`export type ${type} = \\{\\n([\\s\\S]*?)\\n\\}`).exec(text)?.[1];
  return found?.split('\n').map((line) => line.trim());
}

describe('a value in use has a member that is always there', () => {
  it.each([
    ['for a leaf with a default', 'leaf a { type uint8; default 7; }', ['a: number;']],
    ['for the default of a typedef', 'typedef t { type string; default x; } leaf a { type t; }', ['a: string;']],
    [
      'for a leaf-list with defaults',
      'leaf-list a { type string; default x; default y; }',
      ['a: readonly string[] & { readonly __set?: true };'],
    ],
    [
      'for a container with an inner default',
      'container a { container b { leaf c { type uint8; default 1; } } }',
      ['a: M_Top_A_InUse;'],
    ],
    [
      'for a refined default',
      'grouping g { leaf a { type uint8; } } uses g { refine a { default 3; } }',
      ['a: number;'],
    ],
  ])('%s', (_, body, members) => {
    const [typedefs, data] = [/^(typedef|grouping) .*?\} (?=leaf|uses)/.exec(body)?.[0] ?? '', body];
    const top = `${typedefs} container top { leaf other { type string; } ${data.slice(typedefs.length)} }`;
    expect(membersOf(top, 'M_Top_InUse')).toEqual(['other?: string;', ...members]);
  });

  it('for a default that an augment or a deviation adds', () => {
    const base = moduleText('base', 'container top { leaf plain { type uint8; } leaf late { type uint8; } }');
    const more = moduleText(
      'more',
      `augment /base:top { leaf added { type uint8; default 2; } }
       deviation /base:top/base:late { deviate add { default 5; } }`,
      'import base { prefix base; }',
    );
    const text = fileOf(compileTexts([base, more], { implement: ['base', 'more'] }), ['base'], 'base.provider.ts');
    expect(text).toContain(
      "  plain?: number;\n  /** @default 5 */\n  late: number;\n  /** @default 2 */\n  'more:added': number;",
    );
  });

  it('for what is mandatory, as in a document', () => {
    const body =
      'container top { presence p; leaf a { type uint8; mandatory true; } leaf b { type uint8; default 1; } }';
    expect(membersOf(body, 'M_Top_InUse')).toEqual(['a: number;', 'b: number;']);
  });
});

describe('a value in use has a member that may be absent', () => {
  it.each([
    ['where its when decides', "leaf a { when '../other'; type uint8; default 7; }", 'a?: number;'],
    ['where the when of a uses decides', "uses g { when 'other'; }", 'g?: number;'],
    ['without a default', 'leaf a { type uint8; }', 'a?: number;'],
    ['for a presence container', 'container a { presence p; leaf b { type uint8; default 1; } }', 'a?: M_Top_A_InUse;'],
    [
      'for a container with a when',
      "container a { when '../other'; leaf b { type uint8; default 1; } }",
      'a?: M_Top_A_InUse;',
    ],
    [
      'for a container whose defaults depend',
      "container a { leaf b { when '../../other'; type uint8; default 1; } }",
      'a?: M_Top_A;',
    ],
    [
      'for a list',
      'list a { key k; leaf k { type string; } leaf b { type uint8; default 1; } }',
      'a?: readonly M_Top_A_InUse[];',
    ],
  ])('%s', (_, data, member) => {
    const body = `grouping g { leaf g { type uint8; default 1; } }
      container top { leaf other { type string; } leaf always { type uint8; default 1; } ${data} }`;
    expect(membersOf(body, 'M_Top_InUse')).toEqual(['other?: string;', 'always: number;', member]);
  });

  it('in a case, also of the default case', () => {
    const body = `container top { leaf always { type uint8; default 1; }
      choice c { default one; case one { leaf a { type uint8; default 1; } } case two { leaf b { type uint8; } } } }`;
    const text = fileOf(compileBody(body), ['m'], 'm.provider.ts');
    expect(text).toContain('always: number;');
    expect(text).toContain('  | {\n    /** @default 1 */\n    a?: number;\n    b?: never;\n  }');
  });
});

describe('types of providers', () => {
  const BODY = `typedef level { type enumeration { enum low; enum high; } }
    rpc ping { input { leaf times { type uint8; default 1; } leaf text { type string; } } output { leaf reply { type string; mandatory true; } } }
    rpc quiet { input { leaf text { type string; } } }
    rpc nothing;
    container ports {
      list port {
        key "name slot"; leaf name { type string; } leaf slot { type uint8; } leaf level { type level; default low; }
        leaf up { type boolean; config false; mandatory true; }
        list lane { key level; leaf level { type level; } leaf errors { type uint64; config false; } }
        action reset { input { leaf hard { type boolean; default false; } } output { leaf done { type boolean; mandatory true; } } }
      }
      leaf count { type uint32; config false; }
    }
    container maybe { presence p; leaf a { type uint8; default 4; } }
    container seen { config false; list event { key id; leaf id { type uint32; } leaf text { type string; mandatory true; } } }
    notification alarm { leaf id { type uint32; mandatory true; } }`;
  const program = (text: string) => complaints(compileBody(BODY), ['m'], text, PROVIDERS);

  it('give handlers input with defaults, and ask for the output of the model', () => {
    expect(
      program(`import type { Rpcs } from './index.js';
        import type { MProvider } from './providers.js';
        declare const ping: MProvider['rpcs']['ping']['input'];
        export const times: number = ping.times;
        // @ts-expect-error a leaf without default
        export const text: string = ping.text;
        // @ts-expect-error a leaf that the model lacks
        export const wrong = ping.time;
        export const written: Rpcs['m:ping']['input'] = {};
        export const reply: MProvider['rpcs']['ping']['output'] = { reply: 'x' };
        export const same: Rpcs['m:quiet']['input'] = {} as MProvider['rpcs']['quiet']['input'];
        export const none: MProvider['rpcs']['nothing']['input'] = {};
        export const noOutput: MProvider['rpcs']['nothing']['output'] = undefined;
        // @ts-expect-error an rpc that the model lacks
        export type Wrong = MProvider['rpcs']['pong'];`),
    ).toEqual([]);
  });

  it('give the keys on the path by position and by name, outermost first', () => {
    expect(
      program(`import type { MProvider } from './providers.js';
        declare const reset: MProvider['actions']['/m:ports/port/reset'];
        const [name, slot]: readonly [string, number] = reset.keys;
        export const same: [string, number] = [reset.keys.name, reset.keys.slot];
        export const hard: boolean = reset.input.hard;
        declare const lane: MProvider['state']['/m:ports/port/lane']['keys'];
        export const all: readonly [string, number, 'low' | 'high'] = lane;
        export const inner: 'low' | 'high' = lane.level;
        export default [name, slot];`),
    ).toEqual([]);
  });

  it('separate the state of configured entries from their configuration', () => {
    expect(
      program(`import type { Configuration, MProvider } from './providers.js';
        export const state: MProvider['state']['/m:ports/port']['entry'] = { up: true };
        // @ts-expect-error mandatory state
        export const bad: MProvider['state']['/m:ports/port']['entry'] = {};
        declare const port: Configuration['/m:ports/port']['value'];
        export const level: 'low' | 'high' = port.level;
        // @ts-expect-error state is not part of configuration
        export const up = port.up;
        export const count: MProvider['state']['/m:ports/count']['value'] = 4;
        export const event: MProvider['state']['/m:seen/event']['entry'] = { id: 1, text: 'x' };
        declare const maybe: Configuration['/m:maybe']['value'];
        // @ts-expect-error a presence container may be absent
        export const a: number = maybe.a;
        export const alarm: MProvider['notifications']['m:alarm'] = { id: 1 };`),
    ).toEqual([]);
  });

  it('are written only where defaults or state make a difference', () => {
    const text = fileOf(compileBody(BODY), ['m'], 'm.provider.ts');
    expect(text.match(/^export type \w+/gm)).toEqual([
      'export type M_Ping_Input_InUse',
      'export type M_Ports_Port_Reset_Input_InUse',
      'export type M_Ports_Port_Lane_InUse',
      'export type M_Ports_Port_InUse',
      'export type M_Ports_InUse',
      'export type M_Maybe_InUse',
      'export type M_Ports_Port_State',
      'export type M_Ports_Port_Lane_State',
    ]);
    expect(text).toContain("input: MRpcs['m:quiet']['input'];");
  });

  it('are not loaded by clients', () => {
    const files = generateTypes(compileBody(BODY), ['m'], PROVIDERS);
    expect(files.map(({ file }) => file)).toEqual(['m.ts', 'm.provider.ts', 'index.ts', 'providers.ts', 'defaults.ts']);
    expect(files.find(({ file }) => file === 'index.ts')?.text).not.toContain('provider');
    expect(generateTypes(compileBody(BODY), ['m']).map(({ file }) => file)).toEqual(['m.ts', 'index.ts']);
  });

  it('have the defaults of inputs as values, but for those on which a when or a choice decides', () => {
    const body = `
      rpc r {
        input {
          leaf a { type uint8; default 3; }
          leaf b { type string; default "it's"; }
          leaf c { type uint64; default 7; }
          container d { leaf e { type boolean; default true; } leaf f { type string; } }
          leaf g { when "../a = 3"; type uint8; default 1; }
          choice h { default i; leaf i { type uint8; default 1; } }
          container j { presence "p"; leaf k { type uint8; default 1; } }
        }
      }
      rpc s { input { leaf a { type uint8; } } }`;
    expect(fileOf(compileBody(body), ['m'], 'defaults.ts')).toContain(
      "export const INPUT_DEFAULTS = {\n  'm:r': {\n    a: 3,\n    b: 'it\\'s',\n    c: '7',\n    d: {\n      e: true,\n    },\n  },\n} as const;",
    );
  });

  it('compile for all shipped modules together', () => {
    const names = [...OWN_MODULES, ...STANDARD_MODULES]
      .map(({ name }) => name)
      .filter((name) => name !== 'irtf-agent-strict');
    const schema = compile({ sources: directories([YANG, IETF]), implement: names });
    expect(complaints(schema, names, "export type * from './providers.js';", PROVIDERS)).toEqual([]);
  });
});

describe('choices', () => {
  const choices = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `choice c${at} { leaf a${at} { type uint8; } leaf b${at} { type uint8; } }`,
    );

  it('exclude one another up to six in a node', () => {
    const text = fileOf(compileBody(`container top { ${choices(6).join(' ')} }`), ['m'], 'm.ts');
    expect(text.match(/\?: never;/g)).toHaveLength(6 * 4);
  });

  it('are optional members where a node has more, for TypeScript would multiply them out', () => {
    const schema = compileBody(`container top { leaf plain { type uint8; } ${choices(20).join(' ')} }`);
    expect(fileOf(schema, ['m'], 'm.ts')).not.toContain('never');
    const program = `import type { M } from './index.js';
      export const top: M['top'] = { plain: 1, a0: 1, b1: 2, a19: 3 };`;
    expect(complaints(schema, ['m'], program)).toEqual([]);
  });
});
