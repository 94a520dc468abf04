import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src/data/index.js';
import { accessibleTree, evaluateXPath } from '../../../src/data/xpath/index.js';
import { json, schemaOf } from '../support.js';
import { evaluator, shown, xpath } from './support.js';

const schema = schemaOf(`module m {
  yang-version 1.1; namespace "urn:m"; prefix m;
  identity animal; identity dog { base animal; } identity puppy { base dog; }
  container zoo {
    list cage {
      key "row place"; ordered-by user;
      leaf row { type string; } leaf place { type uint8; }
      leaf size { type decimal64 { fraction-digits 2; } }
      leaf kind { type identityref { base animal; } }
      leaf colour { type enumeration { enum red { value 7; } enum blue; } default blue; }
      leaf flags { type bits { bit old; bit wild; } }
      leaf-list name { type string; ordered-by user; }
      leaf next { type leafref { path "../../cage/place"; require-instance false; } }
      leaf door { type instance-identifier { require-instance false; } }
    }
    container office { leaf open { type boolean; default true; } leaf phone { when "../open = 'false'"; type string; default "1"; } }
    choice food { default hay; case hay { leaf bales { type uint8; default 3; } } case meat { leaf kilos { type uint8; default 5; } leaf vat { type empty; } } }
    leaf-list day { type string; default mon; default tue; }
    leaf odd { type string; when "../odd = 'x'"; default x; }
  }
}`);

const tree = json(schema, {
  'm:zoo': {
    cage: [
      { row: 'b', place: 2, size: '2.5', kind: 'm:puppy', flags: 'wild', name: ['Rex', 'Ada'], next: 1 },
      {
        row: 'a',
        place: 1,
        size: '10',
        kind: 'm:dog',
        colour: 'red',
        door: "/m:zoo/cage[row='b'][place='2']/name[.='Ada']",
      },
      { row: 'a', place: 3, name: ['O\u{1f600}'] },
    ],
  },
});
const evaluate = evaluator(schema, tree);
const FIRST = "/zoo/cage[row='b'][place='2']";

describe('axes and predicates', () => {
  it.each([
    ['/zoo/cage', ['cage[b,2]', 'cage[a,1]', 'cage[a,3]']],
    ["/zoo/cage[row = 'a']", ['cage[a,1]', 'cage[a,3]']],
    ['/zoo/cage[2]', ['cage[a,1]']],
    ['/zoo/cage[last()]/place', ['place=3']],
    ['/zoo/cage[position() < 3]/place', ['place=2', 'place=1']],
    ["/zoo/cage[row='a'][2]", ['cage[a,3]']],
    ["/zoo/cage[row='a' and place=3]", ['cage[a,3]']],
    ["/zoo/cage[place='1'][row='a']/size", ['size=10.0']],
    ["/zoo/cage[row='a'][place='9']", []],
    ['//name', ['name=Rex', 'name=Ada', 'name=O\u{1f600}']],
    ['//name[1]', ['name=Rex', 'name=O\u{1f600}']],
    ['(//name)[1]', ['name=Rex']],
    ["//name[. = 'Ada']/..", ['cage[b,2]']],
    ["//name[.='Ada']/preceding-sibling::name", ['name=Rex']],
    ["//name[.='Ada']/text()", ['text(Ada)']],
    ['/zoo/cage[place=1]/following-sibling::cage', ['cage[a,3]']],
    ['/zoo/cage[place=3]/preceding-sibling::cage[1]', ['cage[a,1]']],
    ["//name[.='Ada']/ancestor::*", ['zoo', 'cage[b,2]']],
    ["//name[.='Ada']/ancestor-or-self::node()[1]", ['name=Ada']],
    ['/zoo/cage/place/.. | /zoo/cage[1]', ['cage[b,2]', 'cage[a,1]', 'cage[a,3]']],
    ['/zoo/cage[3]/place | /zoo/cage[1]/place', ['place=2', 'place=3']],
    ['/zoo/cage[1]/following::name', ['name=O\u{1f600}']],
    ['/zoo/cage[3]/preceding::name', ['name=Rex', 'name=Ada']],
    ['/zoo/@x', []],
    ['/zoo/comment()', []],
    ['/zoo/o:cage', []],
    ['/zoo/m:*[self::office]', ['office']],
  ])('%s', (text, expected) => {
    expect(shown(evaluate(text))).toEqual(expected);
  });

  it('current() is the node the expression was asked for', () => {
    expect(shown(evaluate('../../cage[place = current()]/row', `${FIRST}/place`))).toEqual(['row=b']);
    expect(shown(evaluate('../cage[row=current()/row][place=current()/place]', FIRST))).toEqual(['cage[b,2]']);
  });
});

describe('functions and operators', () => {
  it.each<[string, unknown]>([
    ['1 div 0', Number.POSITIVE_INFINITY],
    ['-7 mod 4', -3],
    ["'a' + 1", Number.NaN],
    ['1 < 2 and not(2 < 1)', true],
    ["'1.0' = 1", true],
    ["'1.0' = '1'", false],
    ['true() = /zoo', true],
    ['/zoo/cage/size > 9', true],
    ['/zoo/cage/size < /zoo/cage/place', true],
    ['/zoo/cage/place = /zoo/cage/next', true],
    ['/zoo/cage/place != /zoo/cage/place', true],
    ['/zoo/none = /zoo/none', false],
    ['/zoo/none != 1', false],
    ['count(/zoo/cage)', 3],
    ['sum(/zoo/cage/place)', 6],
    ['string(/zoo/cage)', 'b22.5m:puppybluewildRexAda1'],
    ['string(1 div 3)', '0.3333333333333333'],
    ['string(1000000000000000000000000)', '1000000000000000000000000'],
    ['string(0.0000001)', '0.0000001'],
    ['string(-0)', '0'],
    ["number(' 12.5 ')", 12.5],
    ["number('1e3')", Number.NaN],
    ["number('')", Number.NaN],
    ["concat('a', 1, true())", 'a1true'],
    ["starts-with('abc', 'ab')", true],
    ["contains('abc', 'x')", false],
    ["substring-before('a=b', '=')", 'a'],
    ["substring-after('a=b', '=')", 'b'],
    ["substring('12345', 1.5, 2.6)", '234'],
    ["substring('12345', 0, 3)", '12'],
    ["substring('12345', -42, 1 div 0)", '12345'],
    ["substring('12345', 0 div 0)", ''],
    ["string-length('a\u{1f600}')", 2],
    ["normalize-space('  a  b ')", 'a b'],
    ["translate('bar', 'abc', 'AB')", 'BAr'],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['floor(-1.5)', -2],
    ['ceiling(1.2)', 2],
    ["boolean('false')", true],
    ['boolean(0)', false],
    ['local-name(/zoo)', 'zoo'],
    ['name(/zoo)', 'm:zoo'],
    ['namespace-uri(/zoo)', 'urn:m'],
    ["lang('en')", false],
    ["id('x')", []],
    ["re-match('192.168.0.1', '\\d{1,3}(\\.\\d{1,3}){3}')", true],
    [`derived-from(${FIRST}/kind, 'animal')`, true],
    [`derived-from(${FIRST}/kind, 'm:dog')`, true],
    [`derived-from(${FIRST}/kind, 'puppy')`, false],
    [`derived-from-or-self(${FIRST}/kind, 'puppy')`, true],
    [`derived-from-or-self(${FIRST}/kind, 'nothing')`, false],
    [`derived-from(${FIRST}/row, 'animal')`, false],
    ["/zoo/cage/kind = 'dog'", true],
    ["/zoo/cage[kind = 'm:puppy']/place = 2", true],
    ['enum-value(/zoo/cage[2]/colour)', 7],
    ['enum-value(/zoo/cage[1]/row)', Number.NaN],
    [`bit-is-set(${FIRST}/flags, 'wild')`, true],
    [`bit-is-set(${FIRST}/flags, 'old')`, false],
    ['deref(/zoo/cage/next)/../row', ['row=a']],
    ['deref(/zoo/cage[2]/door)', ['name=Ada']],
    ['deref(/zoo/cage[1]/row)', []],
  ])('%s', (text, expected) => {
    expect(shown(evaluate(text))).toEqual(expected);
  });

  it('say so when a pattern is none', () => {
    expect(() => evaluate("re-match('a', '(')")).toThrow(RpcError);
  });
});

describe('what is in use without being there', () => {
  it.each([
    ['/zoo/office/open', ['open=true']],
    ['/zoo/cage[1]/colour', ['colour=blue']],
    ['/zoo/day', ['day=mon', 'day=tue']],
    ["/zoo/day[. = 'tue']", ['day=tue']],
    ['/zoo/bales', ['bales=3']],
    ['/zoo/kilos', []],
    ['/zoo/office/phone', []],
    ['/zoo/odd', []],
  ])('%s', (text, expected) => {
    expect(shown(evaluate(text))).toEqual(expected);
  });

  it('follows the case that was chosen, and conditions that hold', () => {
    const other = evaluator(schema, json(schema, { 'm:zoo': { vat: [null], office: { open: false } } }));
    expect(shown(other('/zoo/kilos | /zoo/bales | /zoo/office/phone'))).toEqual(['phone=1', 'kilos=5']);
  });

  it('includes top-level containers of an empty datastore', () => {
    expect(shown(evaluator(schema, json(schema, {}))('/zoo/office/open'))).toEqual(['open=true']);
  });
});

describe('the bound on touched nodes', () => {
  it('ends expressions that multiply nodes with nodes', () => {
    const document = accessibleTree({ schema, datastore: tree, maxNodes: 10_000 });
    expect(() => evaluateXPath(xpath('//*[//*[//*[//*]]]'), document.root)).toThrow(/more than 10000 nodes/);
  });

  it('is not met by references into a long list, whose values are looked up by key', () => {
    const many = schemaOf(`module m {
      yang-version 1.1; namespace "urn:m"; prefix m;
      container net {
        list device { key name; leaf name { type string; } leaf site { type string; } }
        list link { key id; leaf id { type uint16; }
          leaf from { type leafref { path "../../device/name"; } } leaf to { type leafref { path "/net/device/name"; } } }
      }
    }`);
    const device = Array.from({ length: 5_000 }, (_, n) => ({ name: `d${n}`, site: `s${n}` }));
    const datastore = json(many, { 'm:net': { device, link: [{ id: 1, from: 'd7', to: 'd4711' }] } });
    const document = accessibleTree({ schema: many, datastore, maxNodes: 100 });
    const sites = 'deref(/net/link[1]/from)/../site | deref(/net/link[1]/to)/../site';
    expect(shown(evaluateXPath(xpath(sites), document.root))).toEqual(['site=s4711', 'site=s7']);
  });
});
