import { describe, expect, test } from 'vitest';
import {
  type Any,
  type AnyContent,
  any,
  applyEdit,
  decodeJson,
  decodeXml,
  diff,
  emptyTree,
  encodeJson,
  encodeXml,
  equal,
  mergeTrees,
  parseJson,
  parseXml,
  RpcError,
  serializeXml,
  type Tree,
  toValue,
  treeOf,
  validate,
  type XmlElement,
  xmlElement,
  xpathFilter,
} from '../../src/data/index.js';
import { parseXPath, XPathError } from '../../src/yang/index.js';
import { errorOf, schemaOf } from './support.js';

const schema = schemaOf(
  'module m { yang-version 1.1; namespace urn:m; prefix m; anydata any; anyxml free; container c { leaf x { type string; } } }',
);
const node = schema.root.data.get('m:any');
if (node?.kind !== 'anydata') throw new Error('no anydata');

const FAR = 100_000;

function nested<T>(innermost: T, around: (inside: T) => T): T {
  let value = innermost;
  for (let depth = 0; depth < FAR; depth += 1) value = around(value);
  return value;
}

const holding = (content: AnyContent): Tree =>
  treeOf(schema.root, new Map<string, Any>([['m:any', any(node, content)]]));
const circle: Record<string, unknown> = {};
circle.again = circle;
const element = nested<XmlElement>(xmlElement('a', 'urn:m', ['x']), (inside) => xmlElement('a', 'urn:m', [inside]));

const CONTENTS: readonly (readonly [string, () => AnyContent])[] = [
  ['objects', () => ({ form: 'json', value: nested<unknown>(1, (inside) => ({ a: inside })) })],
  ['arrays', () => ({ form: 'json', value: nested<unknown>(1, (inside) => [inside]) })],
  ['a circle', () => ({ form: 'json', value: circle })],
  ['elements', () => ({ form: 'xml', element })],
  [
    'documents',
    () => ({ form: 'tree', tree: nested(emptyTree(schema.root), (tree) => holding({ form: 'tree', tree })) }),
  ],
];
const other = holding({ form: 'json', value: { a: 1 } });

describe.each(CONTENTS)('anydata of %s without end', (_, make) => {
  const tree = holding(make());
  const same = holding(make());

  test.each<[string, () => unknown]>([
    ['encodeJson', () => encodeJson(tree)],
    ['encodeJson with defaults', () => encodeJson(tree, { withDefaults: 'report-all' })],
    ['encodeXml', () => encodeXml(tree)],
    ['encodeXml, indented', () => encodeXml(tree, { pretty: true })],
    ['toValue', () => toValue(tree)],
    ['equal', () => equal(tree, same)],
    ['diff', () => diff(same, tree)],
    ['applyEdit', () => applyEdit(same, tree, 'merge', { schema })],
    ['mergeTrees', () => mergeTrees(same, tree)],
  ])('is refused by %s', (_name, action) => {
    expect(errorOf(action)).toMatchObject({ tag: 'invalid-value' });
    expect(errorOf(action).message).toContain('nested deeper than 200');
  });

  test('is no matter for validation, which does not look into it', () => {
    expect(() => validate(tree, { schema })).not.toThrow();
    expect(encodeJson(applyEdit(tree, diff(tree, emptyTree(schema.root)), 'none', { schema }))).toBe('{}');
    expect(equal(other, other)).toBe(true);
  });
});

describe('values without end', () => {
  test.each<[string, () => unknown]>([
    [
      'an object in anydata',
      () => decodeJson(schema.root, { 'm:any': nested<unknown>(1, (inside) => ({ a: inside })) }, { schema }),
    ],
    [
      'an array in anyxml',
      () => decodeJson(schema.root, { 'm:free': nested<unknown>(1, (inside) => [inside]) }, { schema }),
    ],
    [
      'anydata in anydata',
      () => decodeJson(schema.root, { 'm:any': nested<unknown>({}, (inside) => ({ 'm:any': inside })) }, { schema }),
    ],
    ['a circle', () => decodeJson(schema.root, { 'm:any': circle }, { schema })],
    ['an element', () => decodeXml(schema.root, [{ ...element, name: 'any' }], { schema })],
    ['an element that is not known', () => decodeXml(schema.root, [element], { schema })],
    ['an element to be written', () => serializeXml(element)],
  ])('%s: refused', (_, action) => {
    expect(errorOf(action)).toBeInstanceOf(RpcError);
  });

  test('texts are refused where they go too deep, with the place', () => {
    expect(errorOf(() => parseJson(`${'{"a":'.repeat(FAR)}1${'}'.repeat(FAR)}`)).message).toContain('line 1, column');
    expect(errorOf(() => parseJson('['.repeat(FAR))).tag).toBe('malformed-message');
    expect(errorOf(() => parseXml('<a>'.repeat(FAR) + '</a>'.repeat(FAR))).message).toContain('nested deeper than 200');
    expect(errorOf(() => parseXml('<a>'.repeat(FAR))).tag).toBe('malformed-message');
  });
});

describe('XPath expressions without end', () => {
  const tree = decodeJson(schema.root, { 'm:c': { x: '1' } }, { schema });
  const filter = (text: string) => xpathFilter(tree, parseXPath(text, { module: 'm', prefixes: new Map() }), schema);

  test.each([
    ['parentheses', `${'('.repeat(FAR)}/c${')'.repeat(FAR)}`],
    ['predicates', `/c${'[x'.repeat(FAR)}${']'.repeat(FAR)}`],
    ['calls', `/c[${'not('.repeat(FAR)}x${')'.repeat(FAR)}]`],
    ['operators', `/c[${Array.from({ length: FAR }, () => '1').join(' + ')}]`],
    ['steps', `/c${'/..'.repeat(FAR)}`],
    ['unions', Array.from({ length: FAR }, () => '/c').join('|')],
    ['signs', `/c[${'-'.repeat(FAR)}1]`],
  ])('%s: refused while reading', (_, text) => {
    expect(() => filter(text)).toThrow(XPathError);
  });

  test.each([
    ['parentheses', `${'('.repeat(190)}/c${')'.repeat(190)}`],
    ['predicates', `/c${'[../c'.repeat(190)}${']'.repeat(190)}`],
    ['calls', `/c[${'not('.repeat(190)}x${')'.repeat(190)}]`],
    ['operators', `/c[${Array.from({ length: 3900 }, () => '1').join(' or ')}]`],
    ['sums', `/c[${Array.from({ length: 3900 }, () => '1').join(' + ')} = 3900]`],
    ['steps', `/c${'/../c'.repeat(1900)}`],
    ['unions', Array.from({ length: 2600 }, () => '/c').join('|')],
  ])('%s, as many as are taken: evaluated', (_, text) => {
    expect(encodeJson(filter(text))).toBe('{"m:c":{"x":"1"}}');
  });
});
