import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/data/canonical-json.js';

it.each([
  // Engines put members that look like integers first, in the order of their numbers.
  ['{"9":1,"10":2,"a":3}', '{"10":2,"9":1,"a":3}'],
  [
    '{"€":1,"\\r":2,"\\ufb33":3,"1":4,"😀":5,"\\u0080":6,"ö":7}',
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  ['{"b":[{"2":1,"10":1}],"a":null}', '{"a":null,"b":[{"10":1,"2":1}]}'],
])('the canonical text of %s has its members in the order of RFC 8785', (text, expected) => {
  expect(canonicalJson(JSON.parse(text))).toBe(expected);
});
