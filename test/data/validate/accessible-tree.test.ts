import { describe, expect, it } from 'vitest';
import { faults, schemaOfBody } from './support.js';

describe('what an expression can see (RFC 7950 §6.4.1)', () => {
  const schema = schemaOfBody(`
    container c {
      leaf conf { type string; must "not(../state)"; must "count(../*) = 2"; must "not(../..//state)"; must "not(/m:c/m:log[m:id='a'])"; }
      leaf also { type string; default x; }
      leaf state { config false; type string; must "../conf = 'x'"; }
      list log { config false; key id; leaf id { type string; } leaf line { type string; when "../../conf"; } }
      leaf gated { when "../state"; type string; }
      leaf given { config false; when "../state"; type string; default z; }
      leaf reads { config false; type string; must "../given = 'z'"; }
    }
  `);

  it.each<[string, unknown, string[]]>([
    ['configuration sees configuration only', { conf: 'x', state: 's', log: [{ id: 'a' }] }, []],
    ['state sees both', { conf: 'y', state: 's' }, ['/m:c/state operation-failed must-violation']],
    ['state below a list sees both', { log: [{ id: 'a', line: 'l' }] }, ["/m:c/log[id='a']/line unknown-element"]],
    [
      'a when of configuration sees configuration only',
      { state: 's', conf: 'x', gated: 'g' },
      ['/m:c/conf operation-failed must-violation', '/m:c/gated unknown-element'],
    ],
    ['defaults of state depend on state', { conf: 'x', state: 's', reads: 'r' }, []],
    ['and are not in use without it', { conf: 'x', reads: 'r' }, ['/m:c/reads operation-failed must-violation']],
  ])('%s', (_, value, expected) => {
    expect(faults(schema, { 'm:c': value })).toEqual(expected);
  });
});

describe('must and when on every kind of node', () => {
  const schema = schemaOfBody(`
    leaf on { type boolean; default false; }
    container np { must "/on = 'true'" { error-app-tag np; } leaf a { type string; } }
    container pc { presence p; must "/on = 'true'" { error-app-tag pc; } }
    list l { key k; must "k != 'x'" { error-app-tag l; } leaf k { type string; } }
    leaf f { type string; must ". != 'x'" { error-app-tag f; } }
    leaf-list ll { type string; must ". != 'x'" { error-app-tag ll; } }
    anydata ad { must "/on = 'true'" { error-app-tag ad; } }
    anyxml ax { must "/on = 'true'" { error-app-tag ax; } }
    grouping g { leaf gu { type string; } }
    uses g { when "/on = 'true'"; }
    container wc { when "../on = 'true'"; presence p; }
    list wl { when "../on = 'true'"; key k; leaf k { type string; } }
    leaf wf { when "../on = 'true'"; type string; }
    leaf-list wll { when "../on = 'true'"; type string; }
    anydata wad { when "../on = 'true'"; }
    anyxml wax { when "../on = 'true'"; }
    choice wch { when "on = 'true'"; leaf ch { type string; } case deep { choice inner { when "/m:f"; leaf in { type string; } } } }
    choice och { case wca { when "on = 'true'"; leaf ca { type string; } } case other { leaf oc { type string; } } }
    augment /pc { when "../on = 'true'"; leaf au { type string; } }
  `);
  const off = { 'm:np': {} };

  it.each<[string, unknown, string[]]>([
    ['a non-presence container that is not there', {}, ['/m:np operation-failed np']],
    ['a presence container', { 'm:pc': {}, 'm:on': true }, []],
    ['a presence container', { 'm:pc': {} }, ['/m:np operation-failed np', '/m:pc operation-failed pc']],
    ['a list entry', { 'm:on': true, 'm:l': [{ k: 'x' }, { k: 'y' }] }, ["/m:l[k='x'] operation-failed l"]],
    ['a leaf', { 'm:on': true, 'm:f': 'x' }, ['/m:f operation-failed f']],
    ['a leaf-list item', { 'm:on': true, 'm:ll': ['x', 'y'] }, ["/m:ll[.='x'] operation-failed ll"]],
    ['anydata', { ...off, 'm:ad': {} }, ['/m:np operation-failed np', '/m:ad operation-failed ad']],
    ['anyxml', { ...off, 'm:ax': 1 }, ['/m:np operation-failed np', '/m:ax operation-failed ax']],
  ])('must: %s', (_, value, expected) => {
    expect(faults(schema, value)).toEqual(expected);
  });

  it.each<[string, string, unknown]>([
    ['uses', '/m:gu', { 'm:gu': 'x' }],
    ['container', '/m:wc', { 'm:wc': {} }],
    ['list', "/m:wl[k='a']", { 'm:wl': [{ k: 'a' }] }],
    ['leaf', '/m:wf', { 'm:wf': 'x' }],
    ['leaf-list', "/m:wll[.='a']", { 'm:wll': ['a'] }],
    ['anydata', '/m:wad', { 'm:wad': {} }],
    ['anyxml', '/m:wax', { 'm:wax': 1 }],
    ['choice', '/m:ch', { 'm:ch': 'x' }],
    ['case', '/m:ca', { 'm:ca': 'x' }],
    ['augment', '/m:pc/au', { 'm:pc': { au: 'x' } }],
  ])('when: %s', (_, path, value) => {
    const whens = (on: boolean) =>
      faults(schema, { 'm:on': on, ...(value as object) }).filter((fault) => fault.endsWith('unknown-element'));
    expect(whens(false)).toEqual([`${path} unknown-element`]);
    expect(whens(true)).toEqual([]);
  });

  it('when: of a choice within a case, beside that of the choice around it', () => {
    const inner = (more: object) => faults(schema, { 'm:on': true, 'm:in': 'x', ...more });
    expect(inner({})).toEqual(['/m:in unknown-element']);
    expect(inner({ 'm:f': 'y' })).toEqual([]);
    expect(faults(schema, { 'm:in': 'x', 'm:f': 'y' })).toContain('/m:in unknown-element');
  });
});

describe('defaults in use', () => {
  const schema = schemaOfBody(`
    container c {
      leaf kind { type string; default plain; }
      leaf size { type uint8; default 200; must ". < 100 or ../kind != 'plain'"; }
      leaf-list tag { type string; default a; default b; max-elements 2; must "../kind != 'bare'"; }
      leaf to { type leafref { path "../from"; } default nowhere; }
      leaf from { type string; default nowhere; }
      choice way { default road; case road { leaf cars { type uint8; default 4; must "../kind != 'rail'"; } leaf need { type string; } }
        case rail { leaf trains { type uint8; } leaf seats { type uint8; default 9; must "../trains"; } leaf must-have { type string; mandatory true; } } }
      choice deep { case one { leaf one { type string; } choice in { mandatory true; leaf x { type empty; } leaf y { type empty; } } } leaf two { type string; } }
    }
    list u { key k; unique "a/b/c d"; leaf k { type string; } container a { container b { leaf c { type uint8; default 7; } } } leaf d { type string; default x; } }
  `);
  const fine = { kind: 'other' };

  it.each<[string, unknown, string[]]>([
    ['a must on a leaf that is not there', {}, ['/m:c/size operation-failed must-violation']],
    [
      'a must on leaf-list values that are not there',
      { kind: 'bare' },
      ["/m:c/tag[.='a'] operation-failed must-violation", "/m:c/tag[.='b'] operation-failed must-violation"],
    ],
    ['a reference by default to a default', fine, []],
    ['a reference by default to what is not there', { ...fine, from: 'x' }, ['/m:c/to data-missing instance-required']],
    ['of the default case', { kind: 'rail' }, ['/m:c/cars operation-failed must-violation']],
    [
      'not of the default case where another is chosen, but of that one',
      { kind: 'rail', trains: 1 },
      ['/m:c/must-have data-missing'],
    ],
    [
      'a mandatory node of a case that a nested node chooses',
      { ...fine, seats: 3 },
      ['/m:c/seats operation-failed must-violation', '/m:c/must-have data-missing'],
    ],
    [
      'a mandatory choice within a case, where the case is chosen',
      { ...fine, one: 'x' },
      ['/m:c data-missing missing-choice'],
    ],
    ['and not where it is not', { ...fine, two: 'x' }, []],
  ])('%s', (_, value, expected) => {
    expect(faults(schema, { 'm:c': value }).toSorted()).toEqual(expected.toSorted());
  });

  it('more values than there may be are too many, defaults do not count beside them', () => {
    expect(faults(schema, { 'm:c': { ...fine, tag: ['c', 'd'] } })).toEqual([]);
    expect(faults(schema, { 'm:c': { ...fine, tag: ['c', 'd', 'e'] } })).toEqual([
      '/m:c/tag operation-failed too-many-elements',
    ]);
  });

  it('count as values of unique, also far below', () => {
    const entries = (second: object) => ({ 'm:c': fine, 'm:u': [{ k: '1' }, { k: '2', ...second }] });
    expect(faults(schema, entries({}))).toEqual(["/m:u[k='2'] operation-failed data-not-unique"]);
    expect(faults(schema, entries({ a: { b: { c: 7 } }, d: 'x' }))).toEqual([
      "/m:u[k='2'] operation-failed data-not-unique",
    ]);
    expect(faults(schema, entries({ a: { b: { c: 8 } } }))).toEqual([]);
  });
});

describe('unions', () => {
  const schema = schemaOfBody(`
    list host { key name; leaf name { type string; } }
    identity base; identity one { base base; }
    container c {
      leaf a { type union { type leafref { path "/host/name"; } type instance-identifier; type enumeration { enum none; } } }
      leaf b { type union { type identityref { base base; } type leafref { path "/host/name"; require-instance false; } } }
    }
  `);

  it.each<[unknown, string[]]>([
    [{ a: 'h' }, []],
    [{ a: 'none' }, []],
    [{ a: "/m:host[name='h']" }, []],
    [{ a: 'g' }, ['/m:c/a data-missing instance-required']],
    [{ a: "/m:host[name='g']" }, ['/m:c/a data-missing instance-required']],
    [{ b: 'one' }, []],
    [{ b: 'anything' }, []],
  ])('try their members in order, references included: %j', (value, expected) => {
    expect(faults(schema, { 'm:host': [{ name: 'h' }], 'm:c': value })).toEqual(expected);
  });
});
