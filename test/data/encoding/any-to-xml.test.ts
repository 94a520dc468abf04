import { expect, test } from 'vitest';
import { encodeJson, encodeXml } from '../../../src/data/index.js';
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
