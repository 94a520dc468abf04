import { expect, test } from 'vitest';
import { encodeJson, encodeXml, fromValue, type Tree, toValue } from '../../../src/data/index.js';
import { schema } from '../codec/example.js';
import { json, xml } from '../support.js';

const extra = (value: object) => json(schema, { 'box:box': { extra: value } });

test('members keep their names where these are names in XML, too', () => {
  const tree = extra({ é: 'a', 名前: 'b', 'x-1.y_z': 'c', '\u{10000}': 'd', 'extra:naïve': 'e' });
  const text = encodeXml(tree);
  expect(text).toContain(
    '<é>a</é><名前>b</名前><x-1.y_z>c</x-1.y_z><\u{10000}>d</\u{10000}><naïve xmlns="urn:extra">e</naïve>',
  );
  expect(encodeJson(xml(schema, text))).toBe(encodeJson(tree));
});

test.each([
  ['', '_'],
  ['1st', '_1st'],
  ['with space', 'with_space'],
  ['@a', '_a'],
  ['a<b', 'a_b'],
  ['\u0301', '_\u0301'],
  ['a×b', 'a_b'],
])('the member %j becomes the element %s', (name, element) => {
  const text = encodeXml(extra({ [name]: 'x' }));
  expect(text).toContain(`<${element}>x</${element}>`);
  expect(() => xml(schema, text)).not.toThrow();
});

/** As a handler gets it, and gives it back. */
const handled = (tree: Tree) => fromValue(schema.root, toValue(tree), { schema });

test('the namespace of content that no module has is kept on the way through a handler', () => {
  const text =
    '<box xmlns="urn:box"><extra><a xmlns="urn:acme:a"><b>1</b><c xmlns="urn:acme:c"><d xmlns="urn:box">2</d></c></a></extra></box>';
  const handed = handled(xml(schema, text));
  expect(toValue(handed)).toEqual({
    'box:box': { extra: { 'urn:acme:a:a': { b: '1', 'urn:acme:c:c': { 'box:d': '2' } } } },
  });
  expect(encodeXml(handed)).toBe(text);
});

test('a member of a module that is not known comes back from XML as it was', () => {
  const value = { 'no-module:a': { b: 'x', 'urn:acme:c': { 'extra:d': 'y' } } };
  const text = encodeXml(handled(extra(value)));
  expect(text).toContain('<a xmlns="no-module"><b>x</b><c xmlns="urn:acme"><d xmlns="urn:extra">y</d></c></a>');
  expect(toValue(handled(xml(schema, text)))).toEqual({ 'box:box': { extra: value } });
});

test.each([
  ['a b:c', 'a_b_c'],
  ['http://www.w3.org/2000/xmlns/:c', 'http___www.w3.org_2000_xmlns__c'],
])('what cannot be a namespace is none: %j', (name, element) => {
  const text = encodeXml(extra({ [name]: 'x' }));
  expect(text).toContain(`<${element}>x</${element}>`);
  expect(() => xml(schema, text)).not.toThrow();
});
