/** The members of the input of a task that leave the node. */
import { expect, it } from 'vitest';
import { namedMembers } from '../../src/tasks/executors/remote/named-members.js';

const LINKS = { type: 'array', items: { properties: { id: {}, end: { properties: { port: {} } } } } };
const schema = JSON.stringify({ type: 'object', properties: { links: LINKS, note: {} } });

it('are those that the schema names, at each depth', () => {
  const links = [{ id: 1, owner: 'Ann', end: { port: 2, site: 'home' } }, 'odd'];
  expect(namedMembers(schema, { links, note: { any: 1 }, customer: 'ACME', constructor: 'x' })).toEqual({
    links: [{ id: 1, end: { port: 2 } }, 'odd'],
    note: { any: 1 },
  });
});

it.each([
  ['there is no schema', undefined],
  ['the schema names none', '{"type":"object"}'],
  ['it is no schema', 'no JSON'],
])('are all of them when %s', (_, text) => {
  expect(namedMembers(text, { customer: 'ACME' })).toEqual({ customer: 'ACME' });
});

const PROPERTIES = { link: {} };
const INPUT = { link: 1, secret: 2, customer: { name: 'ACME', ssn: 3 } };
it.each([
  ['a reference', { $ref: '#/$defs/t', $defs: { t: { properties: PROPERTIES } } }, { link: 1 }],
  ['alternatives', { oneOf: [{ properties: PROPERTIES }] }, { link: 1 }],
  ['parts', { allOf: [{ properties: PROPERTIES }, { properties: { secret: {} } }] }, { link: 1, secret: 2 }],
  ['a condition', { if: { properties: PROPERTIES }, else: { required: ['link'] } }, { link: 1 }],
  [
    'a reference below',
    { properties: { customer: { $ref: '#/$defs/a~1b' } }, $defs: { 'a/b': { properties: { name: {} } } } },
    { customer: { name: 'ACME' } },
  ],
  ['a reference to itself', { properties: { link: {}, customer: { $ref: '#' } } }, { link: 1, customer: {} }],
  ['a reference elsewhere', { $ref: 'https://elsewhere.example/schema' }, {}],
  ['a reference to nothing', { $ref: '#/$defs/none' }, {}],
])('are those that it names by %s', (_, text, left) => {
  expect(namedMembers(JSON.stringify(text), INPUT)).toEqual(left);
});
