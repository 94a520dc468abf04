import { describe, expect, test } from 'vitest';
import {
  encodeXml,
  parseInstancePath,
  parseXml,
  selectionOfPath,
  selectionOfSubtree,
  subtreeFilter,
} from '../../../src/data/index.js';
import { json, METADATA, schemaOf, xml } from '../support.js';

/** The model behind the examples of RFC 6241 §6.4. */
const schema = schemaOf(
  METADATA,
  `module top {
    yang-version 1.1; namespace "http://example.com/schema/1.2/config"; prefix t;
    container top {
      container users { list user { key name; leaf name { type string; } leaf type { type string; } leaf full-name { type string; }
        container company-info { leaf dept { type uint8; } leaf id { type uint8; } } } }
      container groups { list group { key name; leaf name { type string; } } }
      list rule { key id; ordered-by user; leaf id { type string; } leaf act { type string; } }
      leaf-list tag { type string; }
    }
  }`,
  `module stats {
    yang-version 1.1; namespace "http://example.com/schema/1.2/stats"; prefix s;
    import ietf-yang-metadata { prefix md; }
    md:annotation seen { type string; }
    container top { config false; container interfaces { list interface { key ifName; leaf ifName { type string; } leaf ifInOctets { type uint32; } leaf ifInErrors { type uint32; } } } }
  }`,
);
const CONFIG = 'xmlns="http://example.com/schema/1.2/config"';
const STATS = 'xmlns="http://example.com/schema/1.2/stats"';

const user = (name: string, type: string, full: string, dept: number, id: number): string =>
  `<user><name>${name}</name><type>${type}</type><full-name>${full}</full-name><company-info><dept>${dept}</dept><id>${id}</id></company-info></user>`;
const barney = user('barney', 'admin', 'Barney Rubble', 2, 3);
const fred = user('fred', 'admin', 'Fred Flintstone', 2, 2);
const root = user('root', 'superuser', 'Charlie Root', 1, 1);
const USERS = `<users>${barney}${fred}${root}</users>`;
const INTERFACES =
  '<interfaces><interface><ifName>eth0</ifName><ifInOctets>45621</ifInOctets><ifInErrors>0</ifInErrors></interface><interface><ifName>eth1</ifName><ifInOctets>774344</ifInOctets></interface></interfaces>';
const data = xml(
  schema,
  `<top ${CONFIG}>${USERS}<groups><group><name>admin</name></group></groups></top><top ${STATS}>${INTERFACES}</top>`,
);

const filtered = (filter: string, tree = data): string =>
  encodeXml(subtreeFilter(tree, parseXml(`<filter type="subtree">${filter}</filter>`), schema));
const top = (inside: string): string => `<top ${CONFIG}>${inside}</top>`;

describe('the examples of RFC 6241 §6.4', () => {
  test('§6.4.1 no filter is not this function; §6.4.2 an empty filter selects nothing', () => {
    expect(filtered('')).toBe('');
  });

  test('§6.4.3 an entire subtree', () => {
    expect(filtered(top('<users/>'))).toBe(top(USERS));
    expect(filtered(top('<users><user/></users>'))).toBe(top(USERS));
  });

  test('§6.4.4 the names of all users', () => {
    expect(filtered(top('<users><user><name/></user></users>'))).toBe(
      top(
        '<users><user><name>barney</name></user><user><name>fred</name></user><user><name>root</name></user></users>',
      ),
    );
  });

  test('§6.4.5 one specific entry', () => {
    expect(filtered(top('<users><user><name>fred</name></user></users>'))).toBe(top(`<users>${fred}</users>`));
  });

  test('§6.4.6 specific elements of a specific entry', () => {
    expect(filtered(top('<users><user><name>fred</name><type/><full-name/></user></users>'))).toBe(
      top('<users><user><name>fred</name><type>admin</type><full-name>Fred Flintstone</full-name></user></users>'),
    );
  });

  test('§6.4.7 multiple subtrees', () => {
    const filter =
      '<users><user><name>root</name><company-info/></user><user><name>fred</name><company-info><id/></company-info></user><user><name>barney</name><type>superuser</type><company-info><dept/></company-info></user></users>';
    expect(filtered(top(filter))).toBe(
      top(
        '<users><user><name>fred</name><company-info><id>2</id></company-info></user><user><name>root</name><company-info><dept>1</dept><id>1</id></company-info></user></users>',
      ),
    );
  });
});

describe('subtree filters', () => {
  test('§6.2.1 a namespace selects; none, and the one inherited from the rpc, mean any', () => {
    expect(filtered(`<top ${STATS}><interfaces><interface><ifName>eth1</ifName></interface></interfaces></top>`)).toBe(
      `<top ${STATS}><interfaces><interface><ifName>eth1</ifName><ifInOctets>774344</ifInOctets></interface></interfaces></top>`,
    );
    expect(filtered('<top xmlns=""/>')).toBe(encodeXml(data));
    expect(filtered('<top xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"/>')).toBe(encodeXml(data));
    expect(filtered('<top xmlns="urn:other"/>')).toBe('');
    expect(filtered('<top xmlns=""><interfaces/></top>')).toBe(`<top ${STATS}>${INTERFACES}</top>`);
    expect(
      filtered(
        `${top('<groups/>')}<top ${STATS}><interfaces><interface><ifName>eth0</ifName><ifInErrors/></interface></interfaces></top>`,
      ),
    ).toBe(
      `${top('<groups><group><name>admin</name></group></groups>')}<top ${STATS}><interfaces><interface><ifName>eth0</ifName><ifInErrors>0</ifInErrors></interface></interfaces></top>`,
    );
  });

  test('§6.2.2 attributes have to match', () => {
    const annotated = xml(
      schema,
      `<top ${CONFIG}><users xmlns:s="http://example.com/schema/1.2/stats"><user s:seen="yes"><name>a</name></user><user><name>b</name></user></users></top>`,
    );
    const seen = (value: string): string =>
      top(`<users xmlns:s="http://example.com/schema/1.2/stats"><user s:seen="${value}"/></users>`);
    expect(filtered(seen('yes'), annotated)).toContain('<name>a</name>');
    expect(filtered(seen('yes'), annotated)).not.toContain('<name>b</name>');
    expect(filtered(seen('no'), annotated)).toBe('');
    expect(filtered(top('<users><user x="1"><name/></user></users>'), annotated)).toBe('');
  });

  test('§6.2.5 white space around a value is ignored, a value that differs excludes its siblings', () => {
    expect(filtered(top('<users><user><name>\n fred \n</name><type/></user></users>'))).toBe(
      top('<users><user><name>fred</name><type>admin</type></user></users>'),
    );
    expect(filtered(top('<users><user><type>admin</type><name/></user></users>'))).toBe(
      top(
        '<users><user><name>barney</name><type>admin</type></user><user><name>fred</name><type>admin</type></user></users>',
      ),
    );
    expect(filtered(top('<users><user><name>fred</name><type>superuser</type></user></users>'))).toBe('');
    expect(filtered(top('<users><user><company-info><id>02</id></company-info></user></users>'))).toBe(
      top('<users><user><name>fred</name><company-info><dept>2</dept><id>2</id></company-info></user></users>'),
    );
    expect(filtered(top('<users><user><company-info><id>x</id></company-info></user></users>'))).toBe('');
  });

  test('a containment node in which nothing is selected is left out', () => {
    expect(filtered(top('<users><user><name>nobody</name></user></users><groups/>'))).toBe(
      top('<groups><group><name>admin</name></group></groups>'),
    );
    expect(filtered(top('<users><nothing/></users>'))).toBe('');
  });

  test('several elements for one list select together, in the order of the list', () => {
    const ordered = json(schema, {
      'top:top': { rule: ['c', 'a', 'b'].map((id) => ({ id, act: id })), tag: ['x', 'y'] },
    });
    expect(filtered(top('<rule><id>a</id><act/></rule><rule><id>a</id></rule>'), ordered)).toBe(
      top('<rule><id>a</id><act>a</act></rule>'),
    );
    expect(filtered(top('<rule><id/></rule><rule><id>b</id><act/></rule>'), ordered)).toBe(
      top('<rule><id>c</id></rule><rule><id>a</id></rule><rule><id>b</id><act>b</act></rule>'),
    );
    expect(filtered(top('<tag>x</tag><rule><id>c</id></rule>'), ordered)).toBe(
      top('<rule><id>c</id><act>c</act></rule><tag>x</tag>'),
    );
  });
});

describe('selections', () => {
  const selectionOf = (filter: string) => selectionOfSubtree(parseXml(`<filter>${filter}</filter>`), schema);

  test('of a filter name the entry when all keys are given', () => {
    expect(selectionOf(top('<users><user><name>fred</name><type/></user></users>'))).toEqual(
      new Map([
        [
          'top:top',
          [
            {
              below: new Map([
                [
                  'top:users',
                  [
                    {
                      below: new Map([
                        [
                          'top:user',
                          [
                            {
                              key: 'fred',
                              below: new Map([
                                ['top:name', [{ below: 'all' }]],
                                ['top:type', [{ below: 'all' }]],
                              ]),
                            },
                          ],
                        ],
                      ]),
                    },
                  ],
                ],
              ]),
            },
          ],
        ],
      ]),
    );
    expect(selectionOf(top('<users><user><name>fred</name></user></users>'))).toEqual(
      new Map([
        [
          'top:top',
          [{ below: new Map([['top:users', [{ below: new Map([['top:user', [{ key: 'fred', below: 'all' }]]]) }]]]) }],
        ],
      ]),
    );
  });

  test('of a filter are those of every module it can mean', () => {
    expect([...(selectionOf('<top xmlns=""/>') as Map<string, unknown>).keys()]).toEqual(['top:top', 'stats:top']);
    expect(selectionOf('')).toEqual(new Map());
  });

  test('of a path is that node with all below it', () => {
    expect(selectionOfPath(parseInstancePath(schema, "/top:top/rule[id='a']"))).toEqual(
      new Map([['top:top', [{ below: new Map([['top:rule', [{ key: 'a', below: 'all' }]]]) }]]]),
    );
    expect(selectionOfPath([])).toBe('all');
  });
});
