import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateJsonSchemas, type JsonSchema, jsonSchema } from '../../src/bindings/index.js';
import { jsonPattern } from '../../src/bindings/json-schema/pattern.js';
import { decodeJson, parseJson, RpcError, validate } from '../../src/data/index.js';
import {
  compile,
  compilePattern,
  type DataParent,
  directories,
  type Schema,
  schemaNodeAt,
} from '../../src/yang/index.js';
import { documents } from '../data/arbitrary.js';
import { compileBody } from '../yang/support.js';
import { IETF, instances, OWN_MODULES, STANDARD_MODULES, YANG } from '../yang-modules/modules.js';

function ajvOf(schema: JsonSchema): (value: unknown) => boolean {
  const check = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  return (value) => check(value);
}

/** Faults that JSON Schema has no words for: `must`, dangling references, keys or uniques that come twice. */
const BEYOND = /must-violation|instance-required|data-not-unique/;

type Verdict = 'valid' | 'invalid' | 'beyond';

function ours(schema: Schema, parent: DataParent, value: unknown): Verdict {
  try {
    validate(decodeJson(parent, value, { schema }), { schema, type: parent.kind === 'root' ? 'data' : 'rpc' });
    return 'valid';
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const isBeyond = (each: RpcError): boolean =>
      BEYOND.test(each.appTag ?? '') || /come[s]? twice|more than once|repeated|given twice|again/.test(each.message);
    return error.all.every(isBeyond) ? 'beyond' : 'invalid';
  }
}

const RICH = `
  feature f;
  identity kind; identity steel { base kind; }
  typedef code { type string { length "1..4 | 6"; pattern '[a-z]+'; pattern '.*x.*' { modifier invert-match; } } }
  container box {
    presence "there";
    leaf name { type code; mandatory true; }
    leaf level { type int8 { range "-5..5 | 10..20"; } default 3; }
    leaf small { type uint16; }
    leaf big { type uint64; }
    leaf ratio { type decimal64 { fraction-digits 3; } }
    leaf kind { type identityref { base kind; } }
    leaf mode { type enumeration { enum fast; enum slow; } }
    leaf flags { type bits { bit a; bit b.c; } }
    leaf raw { type binary { length "0..3"; } }
    leaf on { type boolean; }
    leaf gone { type empty; }
    leaf either { type union { type uint8; type enumeration { enum many; } } }
    leaf-list tag { type string; max-elements 3; }
    container inner { leaf must-have { type string; mandatory true; } }
    choice power {
      mandatory true;
      leaf ac { type empty; }
      case dc { leaf volts { type uint16; mandatory true; } leaf amps { type uint16; } }
      case other { choice more { mandatory true; leaf sun { type empty; } container wind { presence w; } } leaf note { type string; } }
    }
    list port { key "number"; min-elements 1; leaf number { type uint8; } leaf speed { type uint32; mandatory true; } anydata more; }
  }`;

describe('JSON Schema', () => {
  const rich = compileBody(RICH);
  const richly = ajvOf(jsonSchema(rich.root));
  const valid = {
    name: 'abc',
    inner: { 'must-have': '' },
    port: [{ number: 1, speed: 10 }],
    ac: [null],
  };

  it.each([
    ['valid', {}],
    ['valid', { level: -5, small: 65535, big: '18446744073709551615', ratio: '1.5', kind: 'steel', mode: 'slow' }],
    [
      'valid',
      { kind: 'm:steel', flags: 'a b.c', raw: 'AAEC', on: false, gone: [null], either: 'many', tag: ['a', 'b'] },
    ],
    ['valid', { ac: undefined, volts: 4 }],
    ['valid', { ac: undefined, note: 'n', wind: {} }],
    ['invalid', { name: undefined }],
    ['invalid', { name: 'abcde' }],
    ['invalid', { name: 'ax' }],
    ['invalid', { name: 'A' }],
    ['invalid', { level: 7 }],
    ['invalid', { level: '3' }],
    ['invalid', { big: 5 }],
    ['invalid', { big: '-1' }],
    ['invalid', { ratio: 1.5 }],
    ['invalid', { kind: 'm:kind' }],
    ['invalid', { mode: 'middle' }],
    ['invalid', { flags: 'a c' }],
    ['invalid', { raw: 'AA' }],
    ['invalid', { gone: null }],
    ['invalid', { either: 256 }],
    ['invalid', { tag: ['a', 'a'] }],
    ['invalid', { tag: ['a', 'b', 'c', 'd'] }],
    ['invalid', { inner: undefined }],
    ['invalid', { inner: {} }],
    ['invalid', { ac: undefined }],
    ['invalid', { volts: 4 }],
    ['invalid', { ac: undefined, amps: 4 }],
    ['invalid', { ac: undefined, note: 'n' }],
    ['invalid', { ac: undefined, sun: [null], wind: {} }],
    ['invalid', { port: [] }],
    ['invalid', { port: [{ speed: 10 }] }],
    ['invalid', { port: [{ number: 1 }] }],
    ['invalid', { port: [{ number: 1, speed: 1, more: 'text' }] }],
    ['invalid', { colour: 'red' }],
  ])('finds a document %s that differs by %j, as we do', (verdict, difference) => {
    const document = JSON.parse(JSON.stringify({ 'm:box': { ...valid, ...difference } }));
    expect([ours(rich, rich.root, document), richly(document)]).toEqual([verdict, verdict === 'valid']);
  });

  it('agrees with us on documents made at random', () => {
    fc.assert(
      fc.property(documents(rich, rich.root), (document) => {
        const verdict = ours(rich, rich.root, document);
        if (verdict !== 'beyond') expect([document, richly(document)]).toEqual([document, verdict === 'valid']);
      }),
      { numRuns: 300 },
    );
  });

  const agents = compile({ sources: directories([YANG, IETF]), implement: ['irtf-agent'] });

  it.each(instances())('agrees with us on $title, where it can say the rule', ({ text, type }) => {
    const document = parseJson(text);
    const [name = '', content] = Object.entries(document as Record<string, unknown>)[0] ?? [];
    const parent =
      type === 'data' ? agents.root : type === 'rpc' ? agents.rpcs.get(name)?.input : agents.notifications.get(name);
    if (!parent) throw new Error(`the model has no ${name}`);
    const value = type === 'data' ? document : content;
    const verdict = ours(agents, parent, value);
    const theirs = ajvOf(jsonSchema(parent))(value);
    if (verdict === 'beyond') expect(theirs).toBe(true);
    else expect(theirs).toBe(verdict === 'valid');
  });

  it('is accepted by ajv for every shipped module', () => {
    const names = [...OWN_MODULES, ...STANDARD_MODULES]
      .map(({ name }) => name)
      .filter((n) => n !== 'irtf-agent-strict');
    const schema = compile({ sources: directories([YANG, IETF]), implement: names });
    const files = generateJsonSchemas(schema, names);
    expect(files.map(({ file }) => file)).toContain('irtf-agent.task-negotiate.input.schema.json');
    expect(files.map(({ file }) => file)).toContain('data.schema.json');
    for (const { text } of files) expect(() => ajvOf(JSON.parse(text))).not.toThrow();
  }, 120_000);

  it('asks in the strict mode of ajv for members that it names, and of an identity without derived ones for nothing', () => {
    const schema = compileBody(`identity none;
      choice way { mandatory true; leaf a { type string; } case b { leaf b { type string; mandatory true; } leaf c { type string; } } }
      leaf kind { type identityref { base none; } }`);
    const check = ajvOf(jsonSchema(schema.root));
    expect([{ 'm:a': '' }, { 'm:b': '', 'm:c': '' }].map(check)).toEqual([true, true]);
    expect([{}, { 'm:c': '' }, { 'm:a': '', 'm:b': '' }, { 'm:a': '', 'm:kind': 'none' }].map(check)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('writes types with a name once', () => {
    const schema = jsonSchema(agents.root);
    expect(Object.keys(schema.$defs ?? {})).toContain('agent-message.commu-type');
  });

  it('says defaults, units, status and what is state', () => {
    const schema = compileBody(`
      leaf old { type string; status deprecated; description "An
        old one."; }
      leaf speed { type uint8; units metres; default 4; }
      container state { config false; leaf up { type boolean; } }`);
    expect(jsonSchema(schema.root).properties).toEqual({
      'm:old': { type: 'string', deprecated: true, description: 'An old one.' },
      'm:speed': { type: 'integer', minimum: 0, maximum: 255, default: 4, description: 'Unit: metres.' },
      'm:state': expect.objectContaining({ readOnly: true }),
    });
  });

  it('does not ask for what hangs on a when', () => {
    const schema = compileBody('leaf a { type string; } leaf b { when "../a"; type string; mandatory true; }');
    expect(ajvOf(jsonSchema(schema.root))({})).toBe(true);
  });

  it('is made for actions, by their data path', () => {
    const schema = compileBody('container c { action go { input { leaf x { type int8; } } } }');
    expect(generateJsonSchemas(schema, ['m']).map(({ file }) => file)).toEqual([
      'data.schema.json',
      'm.c.go.input.schema.json',
    ]);
    expect(schemaNodeAt(schema, '/m:c/go')?.kind).toBe('action');
  });
});

describe('patterns in JSON Schema', () => {
  const patterns = [
    '[a-z]+',
    '\\d{3}',
    '[\\d.]+',
    'a^b$',
    '.+',
    '(a|b)*c?',
    '\\i\\c*',
    '[a-z-[aeiou]]+',
    '\\p{L}+',
    '\\p{IsBasicLatin}*',
    '[\\-a]',
    'x\\-y',
    '[^a-z]',
    '\\s\\w',
    '[-+]?[0-9]+',
    '((25[0-5]|2[0-4][0-9])\\.){1,3}',
  ];

  it.each(patterns)('%s means what it means in YANG', (text) => {
    const yang = compilePattern(text);
    const json = new RegExp(jsonPattern(text), 'u');
    const texts = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab^$xy-+.c09é٣ \n\r(|)[]_:😀25'), maxLength: 6 }),
      fc.constantFrom('a^b$', '123', '٣٣٣', 'x-y', '250.', '249.1.'),
    );
    fc.assert(
      fc.property(texts, (value) => {
        expect([value, json.test(value)]).toEqual([value, yang.test(value)]);
      }),
    );
  });

  it('stay readable where the languages agree', () => {
    expect(jsonPattern('[0-9a-fA-F]{2}(:[0-9a-fA-F]{2})*')).toBe('^(?:[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2})*)$');
  });
});
