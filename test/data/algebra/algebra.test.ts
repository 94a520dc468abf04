import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  diff,
  editAt,
  emptyTree,
  encodeJson,
  encodeXml,
  equal,
  find,
  formatPath,
  mergeTrees,
  parseInstancePath,
  type Tree,
  toValue,
} from '../../../src/data/index.js';
import { documents } from '../arbitrary.js';
import { schema } from '../codec/example.js';
import { errorOf, errorsOf, json, xml } from '../support.js';

const trees = documents(schema, schema.root).map((value) => json(schema, value));
const box = (members: object, options = {}) => json(schema, { 'box:box': members }, options);
const boxOf = (tree: Tree): unknown => toValue(tree)['box:box'];
const NC =
  'xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" xmlns:yang="urn:ietf:params:xml:ns:yang:1" xmlns:b="urn:box"';
const edited = (target: Tree, text: string, operation: 'merge' | 'replace' | 'none' = 'merge'): Tree =>
  applyEdit(target, xml(schema, `<box xmlns="urn:box" ${NC}>${text}</box>`, { operations: true }), operation, {
    schema,
  });

/** In milliseconds. */
function timeOf(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

describe('laws', () => {
  test('a difference, applied, gives the other document', () => {
    fc.assert(
      fc.property(trees, trees, (a, b) => {
        const edit = diff(a, b);
        const result = applyEdit(a, edit, 'none', { schema });
        expect(equal(result, b)).toBe(true);
        expect(equal(a, b)).toBe(edit.children.size === 0);
      }),
      { numRuns: 300 },
    );
  });

  test('a difference survives both encodings', () => {
    // Lists without keys, and state values that repeat, cannot be edited entry by entry; no edit-config touches them.
    const config = trees.map((tree) => ({
      ...tree,
      children: new Map([...tree.children].filter(([qname]) => qname !== 'box:state')),
    }));
    fc.assert(
      fc.property(config, config, (a, b) => {
        const edit = diff(a, b);
        const throughJson = json(schema, JSON.parse(encodeJson(edit)), { operations: true });
        const throughXml = xml(schema, encodeXml(edit), { operations: true });
        expect(equal(applyEdit(a, throughJson, 'none', { schema }), b)).toBe(true);
        expect(equal(applyEdit(a, throughXml, 'none', { schema }), b)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('merging a document into itself changes nothing, and into nothing gives it', () => {
    fc.assert(
      fc.property(trees, (a) => {
        expect(mergeTrees(a, a)).toBe(a);
        expect(equal(mergeTrees(emptyTree(schema.root), a), a)).toBe(true);
        expect(equal(applyEdit(a, emptyTree(schema.root), 'replace', { schema }), emptyTree(schema.root))).toBe(true);
        expect(equal(applyEdit(emptyTree(schema.root), a, 'replace', { schema }), a)).toBe(true);
      }),
    );
  });

  test('the order of merging documents does not matter for what each adds alone', () => {
    fc.assert(
      fc.property(trees, trees, (a, b) => {
        const merged = mergeTrees(a, b);
        expect(equal(mergeTrees(merged, b), merged)).toBe(true);
      }),
    );
  });
});

describe('operations (RFC 6241 §7.2)', () => {
  const target = box({ level: 1, tag: ['a'], port: [{ number: 1, label: 'one' }, { number: 2 }], pres: { in: 'x' } });

  test('merge sets what is given and keeps the rest', () => {
    expect(
      boxOf(
        edited(target, '<level>2</level><port><number>1</number><vlan xmlns="urn:extra">7</vlan></port><tag>b</tag>'),
      ),
    ).toEqual({
      level: 2,
      tag: ['a', 'b'],
      port: [{ number: 1, label: 'one', 'extra:vlan': 7 }, { number: 2 }],
      pres: { in: 'x' },
    });
  });

  test('replace leaves nothing of the old node', () => {
    expect(
      boxOf(edited(target, '<port nc:operation="replace"><number>1</number></port><pres nc:operation="replace"/>')),
    ).toEqual({
      level: 1,
      tag: ['a'],
      port: [{ number: 1 }, { number: 2 }],
      pres: {},
    });
    expect(toValue(edited(target, '<level>9</level>', 'replace'))).toEqual({ 'box:box': { level: 9 } });
  });

  test('delete and remove take nodes away; delete insists that they exist', () => {
    expect(
      boxOf(
        edited(
          target,
          '<level nc:operation="delete"/><tag nc:operation="remove">z</tag><port nc:operation="delete"><number>2</number></port>',
        ),
      ),
    ).toEqual({
      tag: ['a'],
      port: [{ number: 1, label: 'one' }],
      pres: { in: 'x' },
    });
    const errors = errorsOf(() =>
      edited(
        target,
        '<i8 nc:operation="delete"/><port nc:operation="delete"><number>3</number></port><tag nc:operation="delete">z</tag>',
      ),
    );
    expect(errors.map((error) => [error.type, error.tag, error.path])).toEqual([
      ['application', 'data-missing', '/box:box/i8'],
      ['application', 'data-missing', "/box:box/port[number='3']"],
      ['application', 'data-missing', "/box:box/tag[.='z']"],
    ]);
  });

  test('create insists that nothing is there', () => {
    const errors = errorsOf(() =>
      edited(
        target,
        '<level nc:operation="create">1</level><port nc:operation="create"><number>1</number></port><pres nc:operation="create"/><i8 nc:operation="create">1</i8>',
      ),
    );
    expect(errors.map((error) => [error.tag, error.path]).toSorted()).toEqual([
      ['data-exists', '/box:box/level'],
      ['data-exists', "/box:box/port[number='1']"],
      ['data-exists', '/box:box/pres'],
    ]);
  });

  test('none only leads to nodes with an operation, and insists that they exist', () => {
    expect(
      boxOf(edited(target, '<port><number>1</number><label nc:operation="delete"/></port>', 'none')),
    ).toMatchObject({ port: [{ number: 1 }, { number: 2 }] });
    expect(
      errorOf(() => edited(target, '<port><number>7</number><label nc:operation="merge">x</label></port>', 'none')),
    ).toMatchObject({ tag: 'data-missing', path: "/box:box/port[number='7']" });
    expect(errorOf(() => edited(target, '<i8>1</i8>', 'none')).tag).toBe('data-missing');
  });

  test('an operation holds for what is below it', () => {
    expect(
      errorOf(() => edited(target, '<port nc:operation="create"><number>1</number><label>x</label></port>', 'none'))
        .tag,
    ).toBe('data-exists');
    expect(
      boxOf(edited(target, '<port nc:operation="create"><number>3</number><label>x</label></port>', 'none')),
    ).toMatchObject({ port: [{ number: 1 }, { number: 2 }, { number: 3, label: 'x' }] });
  });

  test('setting one case removes the others (RFC 7950 §7.9)', () => {
    expect(boxOf(edited(box({ lane: 1, toll: true }), '<altitude>7</altitude>'))).toEqual({ altitude: 7 });
    expect(boxOf(edited(box({ lane: 1, toll: true }), '<by-sea><knots>7</knots></by-sea>'))).toEqual({
      'by-sea': { knots: 7 },
    });
    expect(boxOf(edited(box({ lane: 1, toll: true }), '<lane>2</lane>'))).toEqual({ lane: 2, toll: true });
    expect(boxOf(edited(box({ lane: 1 }), '<altitude>7</altitude><lane nc:operation="delete"/>'))).toEqual({
      altitude: 7,
    });
  });

  test('a non-presence container that becomes empty is gone', () => {
    expect(toValue(edited(box({ level: 1 }), '<level nc:operation="delete"/>'))).toEqual({});
    expect(boxOf(edited(box({ level: 1 }), '<pres/>'))).toEqual({ level: 1, pres: {} });
  });

  test('user-ordered entries go where insert says (RFC 7950 §7.8.6)', () => {
    const ordered = box({ rule: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], step: ['x', 'y'] });
    const rules = (text: string): unknown =>
      (boxOf(edited(ordered, text)) as { rule: { name: string }[] }).rule.map((rule) => rule.name).join('');
    expect(rules('<rule><name>d</name></rule>')).toBe('abcd');
    expect(rules('<rule yang:insert="first"><name>c</name></rule>')).toBe('cab');
    expect(rules(`<rule yang:insert="after" yang:key="[b:name='a']"><name>d</name></rule>`)).toBe('adbc');
    expect(
      rules(
        `<rule yang:insert="before" yang:key="[b:name='a']"><name>c</name></rule><rule yang:insert="last"><name>a</name></rule>`,
      ),
    ).toBe('cba');
    expect(boxOf(edited(ordered, '<step yang:insert="before" yang:value="y">z</step>'))).toMatchObject({
      step: ['x', 'z', 'y'],
    });
    expect(
      errorOf(() => edited(ordered, `<rule yang:insert="after" yang:key="[b:name='q']"><name>d</name></rule>`)),
    ).toMatchObject({
      tag: 'bad-attribute',
      appTag: 'missing-instance',
      path: "/box:box/rule[name='d']",
      info: { 'bad-attribute': 'key', 'bad-element': 'rule' },
    });
  });

  test('what does not change is shared with the old document, and no change gives the old document', () => {
    const changed = edited(target, '<port><number>2</number><label>two</label></port>');
    const at = (tree: Tree, path: string) => find(tree, parseInstancePath(schema, path));
    expect(at(changed, "/box:box/port[number='1']")).toBe(at(target, "/box:box/port[number='1']"));
    expect(at(changed, '/box:box/pres')).toBe(at(target, '/box:box/pres'));
    expect(
      edited(
        target,
        '<level>1</level><port><number>1</number></port><pres><in>x</in></pres><i8 nc:operation="remove"/>',
      ),
    ).toBe(target);
  });
});

describe('differences', () => {
  test('name no more than what changed', () => {
    const a = box({
      level: 1,
      port: [{ number: 1, label: 'x' }, { number: 2 }],
      rule: ['a', 'b', 'c', 'd'].map((name) => ({ name })),
    });
    const b = box({
      level: 2,
      port: [{ number: 1, label: 'y' }, { number: 3 }],
      rule: ['d', 'a', 'b', 'c'].map((name) => ({ name })),
    });
    expect(JSON.parse(encodeJson(diff(a, b)))['box:box']).toEqual({
      level: 2,
      '@level': { 'ietf-netconf:operation': 'replace' },
      port: [
        { number: 1, label: 'y', '@label': { 'ietf-netconf:operation': 'replace' } },
        { '@': { 'ietf-netconf:operation': 'delete' }, number: 2 },
        { '@': { 'ietf-netconf:operation': 'create' }, number: 3 },
      ],
      rule: [{ '@': { 'ietf-netconf:operation': 'merge', 'yang:insert': 'first' }, name: 'd' }],
    });
  });

  test('cost no more than what changed', () => {
    const list = () => box({ port: Array.from({ length: 60_000 }, (_, number) => ({ number, label: 'x' })) });
    const many = list();
    const changed = edited(many, '<port><number>77</number><label>y</label></port>');
    const alike = list();
    const nothingShared = timeOf(() => expect(encodeJson(diff(many, alike))).toBe('{}'));
    const twoHundred = timeOf(() => {
      for (let i = 0; i < 200; i += 1)
        expect(encodeJson(diff(many, changed))).toBe(
          '{"box:box":{"port":[{"number":77,"label":"y","@label":{"ietf-netconf:operation":"replace"}}]}}',
        );
    });
    // Visiting all entries 200 times would take 200 times as long.
    expect(twoHundred).toBeLessThan(5 * nothingShared);
  });
});

describe('paths', () => {
  test.each([
    '/',
    '/box:box',
    "/box:box/port[number='1']/extra:vlan",
    "/box:box/tag[.='a']",
    "/box:box/pair[kind='extra:warp'][id='x']/note",
    '/box:state/log[2]/line',
    `/box:box/tag[.="it's"]`,
  ])('%s is read and written', (text) => {
    expect(formatPath(parseInstancePath(schema, text))).toBe(text);
  });

  test.each([
    ['/box:box/nope', 'unknown-element', "there is no node 'box:nope' in 'box:box'"],
    ['/box', 'unknown-element', "the name 'box' lacks its module"],
    ['/nope:box', 'unknown-element', "'nope' is no known module"],
    ["/box:box/port[num='1']", 'invalid-value', "write [number='...']"],
    ["/box:box/port[number='x']", 'invalid-value', "'x' is not an integer"],
    ["/box:box/pair[id='x']", 'invalid-value', "the key 'kind' of the list 'pair' is missing"],
    ['/box:box/level[1]', 'invalid-value', 'takes no predicates'],
    ['/box:box/level/x', 'unknown-element', 'which has no children'],
    ['box', 'invalid-value', 'expected'],
    ['', 'invalid-value', 'expected'],
    ["/box:box/port[number='1", 'invalid-value', 'a predicate'],
  ])('%s is refused', (text, tag, message) => {
    const error = errorOf(() => parseInstancePath(schema, text));
    expect(error.tag).toBe(tag);
    expect(error.message).toContain(message);
  });

  test('find what is there', () => {
    const tree = box({ level: 1, port: [{ number: 1, label: 'x' }], tag: ['a'] });
    const at = (path: string) => find(tree, parseInstancePath(schema, path));
    expect(at("/box:box/port[number='1']/label")).toMatchObject({ kind: 'leaf', value: 'x' });
    expect(at("/box:box/port[number='1']")).toMatchObject({ kind: 'entry', key: '1' });
    expect(at('/box:box/port')).toMatchObject({ kind: 'list' });
    expect(at("/box:box/tag[.='a']")).toMatchObject({ kind: 'item', value: 'a' });
    expect(at("/box:box/port[number='2']/label")).toBeUndefined();
    expect(at('/box:box/pres/in')).toBeUndefined();
    expect(at('/')).toBeUndefined();
  });
});

describe('editAt', () => {
  const target = box({ level: 1, port: [{ number: 1, label: 'x' }], rule: [{ name: 'a' }] });
  const at = (
    path: string,
    ...rest: Parameters<typeof editAt> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => boxOf(applyEdit(target, editAt(schema, parseInstancePath(schema, path), ...rest), 'none', { schema }));
  const node = (members: object, path: string) => find(box(members), parseInstancePath(schema, path));

  test('sets, places and deletes one node', () => {
    expect(at("/box:box/port[number='1']/label", 'delete', undefined)).toMatchObject({ port: [{ number: 1 }] });
    expect(
      at(
        "/box:box/port[number='1']/label",
        'replace',
        node({ port: [{ number: 1, label: 'z' }] }, "/box:box/port[number='1']/label"),
      ),
    ).toMatchObject({ port: [{ number: 1, label: 'z' }] });
    expect(
      at("/box:box/rule[name='b']", 'create', node({ rule: [{ name: 'b' }] }, "/box:box/rule[name='b']"), {
        at: 'first',
      }),
    ).toMatchObject({ rule: [{ name: 'b' }, { name: 'a' }] });
    expect(at("/box:box/tag[.='q']", 'merge', undefined)).toMatchObject({ tag: ['q'] });
    expect(at('/box:box/port', 'delete', undefined)).toEqual({ level: 1, rule: [{ name: 'a' }] });
    expect(at('/box:box', 'delete', undefined)).toBeUndefined();
  });

  test('insists on the nodes above', () => {
    expect(errorOf(() => at("/box:box/port[number='9']/label", 'remove', undefined))).toMatchObject({
      tag: 'data-missing',
      path: "/box:box/port[number='9']",
    });
    expect(
      errorOf(() => at('/box:box/pres/in', 'merge', node({ pres: { in: 'y' } }, '/box:box/pres/in'))),
    ).toMatchObject({ tag: 'data-missing', path: '/box:box/pres' });
    expect(errorOf(() => at('/box:box/rule', 'create', undefined))).toMatchObject({
      tag: 'data-exists',
      path: '/box:box/rule',
    });
  });
});
