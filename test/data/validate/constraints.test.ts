import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../../src/data/index.js';
import { json } from '../support.js';
import { faults, problems, schemaOfBody } from './support.js';

describe('mandatory nodes', () => {
  const schema = schemaOfBody(`
    container here { container inner { leaf need { type string; mandatory true; } } anydata blob { mandatory true; } }
    container maybe { presence yes; leaf need { type string; mandatory true; } container sub { leaf-list two { type string; min-elements 2; } } }
    list l { key k; leaf k { type string; } leaf need { type string; mandatory true; } leaf old { type string; mandatory true; status obsolete; } }
  `);

  it('count below a container without presence, whether it is there or not', () => {
    expect(faults(schema, {})).toEqual(['/m:here/inner/need data-missing', '/m:here/blob data-missing']);
    expect(faults(schema, { 'm:here': { blob: {} } })).toEqual(['/m:here/inner/need data-missing']);
  });

  it('count below a presence container or entry only when that exists', () => {
    const here = { inner: { need: 'x' }, blob: {} };
    expect(faults(schema, { 'm:here': here })).toEqual([]);
    expect(faults(schema, { 'm:here': here, 'm:maybe': {}, 'm:l': [{ k: "it's" }] })).toEqual([
      '/m:maybe/need data-missing',
      '/m:maybe/sub/two operation-failed too-few-elements',
      '/m:l[k="it\'s"]/need data-missing',
    ]);
  });

  it('are not asked for in what is skipped', () => {
    expect(faults(schema, {}, { skip: new Set(['m:here']) })).toEqual([]);
  });

  it('are said with what would be right', () => {
    const [problem] = problems(schema, json(schema, { 'm:here': { blob: {} } }));
    expect(problem?.message).toBe("the mandatory leaf 'need' is missing in 'inner'");
  });
});

describe('choices', () => {
  const schema = schemaOfBody(`
    container c { presence c;
      choice way { mandatory true;
        case road { leaf car { type string; mandatory true; } leaf toll { type string; } container stop { leaf at { type string; mandatory true; } } }
        case rail { leaf train { type string; } choice seat { mandatory true; leaf window { type empty; } leaf aisle { type empty; } } }
        leaf walk { type empty; } } }
  `);

  it.each<[unknown, string[]]>([
    [{}, ['/m:c data-missing missing-choice']],
    [{ walk: [null] }, []],
    [{ toll: 'x' }, ['/m:c/car data-missing', '/m:c/stop/at data-missing']],
    [{ car: 'x', stop: { at: 'y' } }, []],
    [{ train: 'x' }, ['/m:c data-missing missing-choice']],
    [{ train: 'x', aisle: [null] }, []],
  ])('%j', (value, expected) => {
    expect(faults(schema, { 'm:c': value })).toEqual(expected);
  });

  it('name the choice that is missing and its cases', () => {
    const [problem] = problems(schema, json(schema, { 'm:c': {} }));
    expect(problem).toMatchObject({
      info: { 'missing-choice': 'way' },
      message: "the choice 'way' needs one of: car+toll+stop, train+window+aisle, walk",
    });
  });

  it('hold one case only', () => {
    const road = json(schema, { 'm:c': { toll: 'x' } }).children.get('m:c');
    const walk = json(schema, { 'm:c': { walk: [null] } }).children.get('m:c');
    if (road?.kind !== 'container' || walk?.kind !== 'container') throw new Error('no containers');
    const both = { ...road, children: new Map([...road.children, ...walk.children]) };
    const [problem] = problems(schema, { ...json(schema, {}), children: new Map([['m:c', both]]) });
    expect(problem).toMatchObject({ tag: 'bad-element', path: '/m:c/walk', info: { 'bad-element': 'walk' } });
  });
});

describe('numbers of entries', () => {
  const schema = schemaOfBody(`
    leaf-list two { type string; min-elements 2; max-elements 3; }
    list l { key k; min-elements 1; max-elements 2; leaf k { type string; } }
  `);

  it.each<[unknown, string[]]>([
    [{ 'm:two': ['a', 'b'], 'm:l': [{ k: 'a' }] }, []],
    [{}, ['/m:two operation-failed too-few-elements', '/m:l operation-failed too-few-elements']],
    [
      { 'm:two': ['a', 'b', 'c', 'd'], 'm:l': [{ k: 'a' }, { k: 'b' }, { k: 'c' }] },
      ['/m:two operation-failed too-many-elements', '/m:l operation-failed too-many-elements'],
    ],
  ])('%j', (value, expected) => {
    expect(faults(schema, value)).toEqual(expected);
  });
});

describe('unique', () => {
  const schema = schemaOfBody(`
    list s { key k; unique "ip d/port"; leaf k { type string; } leaf ip { type string; }
      container d { leaf port { type uint16; default 80; } leaf no { type string; } } unique "d/no"; }
  `);

  it('is broken by entries with the same values, defaults included', () => {
    expect(
      faults(schema, {
        'm:s': [
          { k: 'a', ip: 'x' },
          { k: 'b', ip: 'x', d: { port: 80 } },
        ],
      }),
    ).toEqual(["/m:s[k='b'] operation-failed data-not-unique"]);
  });

  it('does not count entries that lack a value', () => {
    expect(
      faults(schema, { 'm:s': [{ k: 'a' }, { k: 'b' }, { k: 'c', ip: 'x' }, { k: 'd', ip: 'x', d: { port: 81 } }] }),
    ).toEqual([]);
  });

  it('says which entries and values', () => {
    const [problem] = problems(
      schema,
      json(schema, {
        'm:s': [
          { k: 'a', d: { no: '1' } },
          { k: 'b', d: { no: '1' } },
        ],
      }),
    );
    expect(problem?.message).toBe(`d/no="1" is also in /m:s[k='a']; the entries of 's' must differ in it`);
    expect(problem?.info).toEqual({ 'non-unique': ["/m:s[k='b']/d/no"] });
  });
});

describe('conditions', () => {
  const schema = schemaOfBody(`
    container c {
      leaf kind { type string; }
      leaf limit { type uint8; default 5; must ". < 10 or ../kind = 'big'" { error-message "too large"; error-app-tag "limit"; } }
      leaf extra { when "../kind = 'big'"; type string; mandatory true; }
      leaf def { when "../kind = 'big'"; type string; default x; }
      list l { when "../kind = 'big'"; key k; leaf k { type string; must "count(../../l) < 3"; } }
      container np { must "../kind or not(../limit = 6)"; leaf a { type string; } }
      choice ch { when "kind = 'big'"; leaf one { type string; } }
    }
    augment /m:c { when "m:kind = 'big'"; leaf added { type string; } }
  `);

  it.each<[unknown, string[]]>([
    [{}, []],
    [{ kind: 'big' }, ['/m:c/extra data-missing']],
    [{ kind: 'big', extra: 'x', limit: 20, one: 'x', added: 'y' }, []],
    [{ limit: 20 }, ['/m:c/limit operation-failed limit']],
    [{ limit: 6 }, ['/m:c/np operation-failed must-violation']],
    [{ extra: 'x' }, ['/m:c/extra unknown-element']],
    [{ one: 'x', added: 'y' }, ['/m:c/one unknown-element', '/m:c/added unknown-element']],
    [{ l: [{ k: 'a' }] }, ["/m:c/l[k='a'] unknown-element"]],
    [
      { kind: 'big', extra: '', l: [{ k: 'a' }, { k: 'b' }, { k: 'c' }] },
      ['a', 'b', 'c'].map((k) => `/m:c/l[k='${k}']/k operation-failed must-violation`),
    ],
  ])('%j', (value, expected) => {
    expect(faults(schema, { 'm:c': value })).toEqual(expected);
  });

  it('say what would be right, in the words of the model where it has some', () => {
    expect(problems(schema, json(schema, { 'm:c': { limit: 20, extra: 'x' } })).map(({ message }) => message)).toEqual([
      'too large',
      `'extra' may be here only when "../kind = 'big'" is true`,
    ]);
  });
});

describe('the type of document', () => {
  const schema = schemaOfBody(`
    container c { leaf state { config false; type string; mandatory true; } leaf conf { type string; } }
    rpc go { input { leaf where { type string; mandatory true; } } }
  `);

  it("'config' refuses state data and does not miss them", () => {
    expect(faults(schema, { 'm:c': { conf: 'x' } }, { type: 'config' })).toEqual([]);
    expect(faults(schema, { 'm:c': { state: 'x' } }, { type: 'config' })).toEqual(['/m:c/state unknown-element']);
    expect(faults(schema, { 'm:c': { conf: 'x' } })).toEqual(['/m:c/state data-missing']);
  });

  it('a message misses elements rather than data', () => {
    const input = schema.rpcs.get('m:go')?.input;
    if (!input) throw new Error('no rpc');
    expect(problems(schema, decodeJson(input, {}, { schema }), { type: 'rpc' })).toEqual([
      {
        type: 'application',
        tag: 'missing-element',
        appTag: undefined,
        path: '/m:go/where',
        message: "the mandatory leaf 'where' is missing in 'go'",
        info: { 'bad-element': 'where' },
      },
    ]);
  });
});

describe('a document with very many errors', () => {
  it('is reported with the first of them', () => {
    const schema = schemaOfBody('list l { key k; leaf k { type uint32; } leaf v { type string; mandatory true; } }');
    expect(faults(schema, { 'm:l': Array.from({ length: 5000 }, (_, k) => ({ k })) })).toHaveLength(200);
  });
});
