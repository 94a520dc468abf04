import { expect, test } from 'vitest';
import { parseXml, subtreeFilter, toValue } from '../../../src/data/index.js';
import { schema } from '../codec/example.js';
import { json } from '../support.js';

const select = (value: object, text: string) =>
  toValue(subtreeFilter(json(schema, value), parseXml(`<filter xmlns:b="urn:box">${text}</filter>`), schema));

test('what is selected in parts has the order of the document', () => {
  const members = { rule: ['a', 'b', 'c', 'd'].map((name) => ({ name })), step: ['x', 'y', 'z'] };
  const rule = (name: string) => `<b:rule><b:name>${name}</b:name></b:rule>`;
  expect(select({ 'box:box': members }, `<b:box>${rule('d')}${rule('a')}${rule('c')}</b:box>`)).toEqual({
    'box:box': { rule: [{ name: 'a' }, { name: 'c' }, { name: 'd' }] },
  });
  expect(select({ 'box:box': members }, '<b:box><b:step>z</b:step><b:step>x</b:step><b:level/></b:box>')).toEqual({
    'box:box': { step: ['x', 'z'] },
  });
});

test('so has what an anydata holds of the schema', () => {
  const extra = { 'box:box': { step: ['x', 'y', 'z'] } };
  const filter = '<b:box><b:extra><b:box><b:step>z</b:step><b:step>x</b:step><b:level/></b:box></b:extra></b:box>';
  expect(select({ 'box:box': { extra } }, filter)).toEqual({
    'box:box': { extra: { 'box:box': { step: ['x', 'z'] } } },
  });
});
