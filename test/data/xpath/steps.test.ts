/** Expressions that look at much are evaluated in steps: to the same values as those that do not. */
import { describe, expect, it } from 'vitest';
import {
  accessibleTree,
  atOnce,
  evaluateXPath,
  inSlices,
  selectNodesSteps,
  TimeSlice,
} from '../../../src/data/index.js';
import { selectNodes } from '../../../src/data/xpath/index.js';
import { parseXPath } from '../../../src/yang/index.js';
import { json, schemaOf } from '../support.js';

const schema = schemaOf(`module m { yang-version 1.1; namespace urn:m; prefix m;
  container top {
    leaf limit { type uint32; default 7; }
    leaf chosen { type leafref { path "../row/name"; } }
    list row {
      key name; ordered-by user;
      leaf name { type string; }
      leaf n { type uint32; }
      leaf kind { type enumeration { enum a; enum b; } default a; }
      container inner { leaf text { type string; } leaf shown { when "../../n > 3"; type string; default yes; } }
      leaf-list tag { type string; }
    }
    leaf-list word { type string; }
  }
  container other { leaf name { type string; } }
}`);
const ROWS = 2_500;
const row = (i: number) => ({
  name: `r${(i * 7) % ROWS}`,
  n: i % 10,
  ...(i % 3 === 0 ? { kind: 'b', inner: { text: `t${i}` } } : {}),
  ...(i % 50 === 0 ? { tag: ['x', `y${i}`] } : {}),
});
const tree = json(schema, {
  'm:top': {
    chosen: 'r14',
    row: Array.from({ length: ROWS }, (_, i) => row(i)),
    word: Array.from({ length: 2_000 }, (_, i) => `w${i}`),
  },
  'm:other': { name: 'r21' },
});
const prefixes = new Map([['m', 'm']]);
const names = (nodes: readonly { readonly data: unknown; readonly depth: number }[]) => nodes.map(({ data }) => data);

const EXPRESSIONS = [
  '/m:top',
  '/m:top/m:row',
  '/m:top/m:row/m:name',
  '/m:top/m:row[m:n = 7]',
  '/m:top/m:row[m:n = 7][2]',
  '/m:top/m:row[5]/m:name',
  '/m:top/m:row[last()]',
  '/m:top/m:row[position() mod 100 = 0]',
  '/m:top/m:row[m:n]/m:tag',
  "/m:top/m:row[m:name = 'r21']",
  '/m:top/m:row[m:name = /m:other/m:name]',
  '/m:top/m:row[m:name = /m:top/m:row[m:n = 1][3]/m:name]',
  '/m:top/m:row[m:name = current()/m:other/m:name]',
  "/m:top/m:row[contains(m:name, '99')]",
  "/m:top/m:row[m:kind = 'a' and not(m:n > 2)]/m:n",
  "/m:top/m:row[m:kind = 'b' or m:n = 0]",
  '/m:top/m:row/m:inner/m:shown',
  '/m:top/m:row[m:inner/m:text]',
  '//m:n',
  '//m:text',
  '//m:row[m:tag]',
  '//*[. = "w100"]',
  '/m:top//m:name | /m:top/m:word',
  '/m:top/m:row[m:n = 1] | /m:top/m:row[m:n = 2] | /m:other',
  '/m:top/m:row[m:name = "r21"]/following-sibling::*[1]',
  '/m:top/m:row[m:name = "r21"]/preceding-sibling::m:row',
  '/m:top/m:row[m:name = "r21"]/preceding-sibling::m:row[1]/m:name',
  '/m:top/m:row[m:name = "r21"]/following::m:n',
  '/m:top/m:row[m:name = "r700"]/preceding::m:text',
  '/m:top/m:row/m:name/ancestor::*',
  '/m:top/m:row/m:name/..',
  '/m:top/m:row/m:name/text()',
  '/m:top/m:row/descendant-or-self::m:row[m:n = 3]',
  '(/m:top/m:row)[3] | (/m:top/m:word)[4]',
  '(//m:row)[m:n = 9][10]/m:name',
  '/m:top[count(m:row) > 5]/m:limit',
  '/m:top[count(m:row[m:n = 3]) = 250 and sum(m:row/m:n) > 10]/m:limit',
  '/m:top[contains(., "r21")]/m:limit',
  '/m:top[string-length(.) > 100]/m:limit',
  '/m:top[string-length() > 100]/m:limit',
  '/m:top[starts-with(m:row, "r0")]/m:chosen',
  '/m:top[m:row = /m:other]/m:chosen',
  '/m:top[m:row/m:name = /m:other/m:name]/m:chosen',
  '/m:top[m:word != m:row/m:name]/m:chosen',
  '/m:top[-sum(m:row/m:n) < -3]/m:chosen',
  '/m:top[count(//m:row) * 2 - 1 = 4999]/m:chosen',
  'deref(/m:top/m:chosen)/../m:n',
  '/m:top[local-name(m:row) = "row"]/m:chosen',
  '/m:top/m:row[m:n = /m:top/m:row[10]/m:n]/m:name',
  '/m:top/m:none',
] as const;

describe.each(EXPRESSIONS)('%s', (text) => {
  const xpath = parseXPath(text, { module: '', prefixes });
  const expected = () => evaluateXPath(xpath, accessibleTree({ schema, datastore: tree }).root);

  it('selects what its closures select', async () => {
    const wanted = expected();
    if (typeof wanted !== 'object') throw new Error('no node-set');
    expect(names(selectNodes(tree, xpath, schema))).toEqual(names(wanted));
    const sliced = await inSlices(new TimeSlice(undefined, 0), (slice) => selectNodesSteps(tree, xpath, schema, slice));
    expect(names(sliced)).toEqual(names(wanted));
  });
});

it('an expression that looks at too much is refused', () => {
  const xpath = parseXPath('//m:row[//m:row[//m:row]]', { module: '', prefixes });
  expect(() => atOnce((slice) => selectNodesSteps(tree, xpath, schema, slice))).toThrow('looks at more than');
});

it('gives others their turn while it searches', () => {
  const xpath = parseXPath('/m:top/m:row[count(/m:top/m:row[m:n = 5]) > 1][1]', { module: '', prefixes });
  const slice = new TimeSlice(undefined, 0);
  const steps = selectNodesSteps(tree, xpath, schema, slice);
  let yields = 0;
  for (let step = steps.next(); !step.done && yields < 500; step = steps.next()) yields += 1;
  expect(yields).toBe(500);
});
