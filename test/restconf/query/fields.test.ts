import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson, toValue } from '../../../src/data/index.js';
import { parseFields } from '../../../src/restconf/query/fields/grammar.js';
import { resolveFields, selectInTree, selectionOfFields } from '../../../src/restconf/query/fields/index.js';
import { schema } from '../support/model.js';

const select = (text: string, value: Record<string, unknown>) =>
  toValue(selectInTree(decodeJson(schema.root, value, { schema }), resolveFields(schema.root, text)));

const BOX = {
  'acme-box:box': {
    name: 'b',
    mtu: 9000,
    port: [
      { name: 'eth0', speed: 10, 'acme-more:owner': 'ada', stats: { 'in-octets': '5' } },
      { name: 'eth1', speed: 20 },
    ],
    state: { uptime: 3, log: [{ message: 'a' }] },
  },
};

describe('the fields parameter', () => {
  it('keeps the paths named, and the keys of list entries', () => {
    expect(select('acme-box:box/port/speed', BOX)).toEqual({
      'acme-box:box': {
        port: [
          { name: 'eth0', speed: 10 },
          { name: 'eth1', speed: 20 },
        ],
      },
    });
  });

  it('takes several paths, in parentheses too, and more behind a closing one', () => {
    const port = [{ name: 'eth0', 'acme-more:owner': 'ada' }, { name: 'eth1' }];
    expect(select('acme-box:box(mtu;port(acme-more:owner);state/uptime)', BOX)).toEqual({
      'acme-box:box': { mtu: 9000, port, state: { uptime: 3 } },
    });
    expect(select('acme-box:box(port/stats);acme-box:box/name', BOX)).toEqual({
      'acme-box:box': { name: 'b', port: [{ name: 'eth0', stats: { 'in-octets': '5' } }, { name: 'eth1' }] },
    });
  });

  it('a whole node wins over a part of it', () => {
    expect(select('acme-box:box/state/uptime;acme-box:box/state', BOX)).toEqual({
      'acme-box:box': { state: { uptime: 3, log: [{ message: 'a' }] } },
    });
  });

  it('says what must be read', () => {
    expect(selectionOfFields(resolveFields(schema.root, 'acme-box:box(name;mtu)'))).toEqual(
      new Map([
        [
          'acme-box:box',
          [
            {
              below: new Map([
                ['acme-box:name', [{ below: 'all' }]],
                ['acme-box:mtu', [{ below: 'all' }]],
              ]),
            },
          ],
        ],
      ]),
    );
  });

  it.each([
    ['', 'fields, offset 0: expected a node name, found the end'],
    ['acme-box:box(', 'fields, offset 13: expected a node name'],
    ['acme-box:box(name', 'fields, offset 17: expected ")"'],
    ['acme-box:box)', 'fields, offset 12: expected one of'],
    ['acme-box:box(name)mtu', 'fields, offset 18: expected one of'],
    ['acme-box:box//name', 'fields, offset 13: expected a node name'],
    ['box', 'expected the module of "box"'],
    ['acme-box:box/nothing', 'there is no node "nothing"'],
    ['acme-box:box/name/more', '"name" has no children'],
    ['acme-box:box/name(more)', '"name" has no children'],
    [`acme-box:box${'(a'.repeat(1000)}`, 'more than 64 nested parentheses'],
  ])('refuses %s', (text, message) => {
    expect(() => resolveFields(schema.root, text)).toThrow(message);
  });

  it('parses or refuses any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c:;()/ ]*$/), (text) => {
        try {
          expect(parseFields(text).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Refusal', status: 400 });
        }
      }),
    );
  });
});
