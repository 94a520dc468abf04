import { describe, expect, it } from 'vitest';
import { parseRulePath } from '../../../src/access/index.js';
import { schema } from './rig.js';

describe('paths of rules', () => {
  it.each([
    ['/', { names: [], keyed: [] }],
    ['/acme:box/inner', { names: ['acme:box', 'acme:inner'], keyed: [] }],
    ['/a:box/a:inner', { names: ['acme:box', 'acme:inner'], keyed: [] }],
    ['/acme:box/port/reset', { names: ['acme:box', 'acme:port', 'acme:reset'], keyed: [] }],
    [
      "/acme:box/port[name='p1']/speed",
      {
        names: ['acme:box', 'acme:port', 'acme:speed'],
        keyed: [{ at: 1, keys: [undefined, { kind: 'text', text: 'p1' }] }],
      },
    ],
    ['/acme:box/home[user=$USER]', { names: ['acme:box', 'acme:home'], keyed: [{ at: 1, keys: [{ kind: 'user' }] }] }],
  ])('%s', (text, expected) => {
    expect(parseRulePath(schema, text)).toEqual(expected);
  });

  it.each([
    ['', "expected '/'"],
    ['acme:box', "expected '/'"],
    ['/box', 'names no module'],
    ['/nowhere:box', 'names no module'],
    ['/acme:bax', "no node 'acme:bax'"],
    ['/acme:box/reset', "no node 'acme:reset'"],
    ['/acme:box/port[1]', 'expected a key'],
    ["/acme:box/port[speed='1']", 'not one key'],
    ["/acme:box/port[slot='many']", 'many'],
    ["/acme:box/inner[name='x']", 'not one key'],
    ["/acme:box/port[name='x'", 'expected a key'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => parseRulePath(schema, text)).toThrow(message);
  });
});
