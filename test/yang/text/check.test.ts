import { describe, expect, test } from 'vitest';
import { bodyErrors, errorsOf, moduleText } from '../support.js';

describe('the grammar', () => {
  test.each([
    ['container a { leafs b { type string; } }', "unknown statement 'leafs' in container (did you mean 'leaf'?)"],
    ['container a { key b; }', 'key is not allowed in container'],
    ['leaf a { units s; }', "leaf 'a' needs a type statement"],
    ['leaf a { type string; type string; }', 'leaf takes only one type, this is another'],
    ['leaf 1a { type string; }', "leaf has the argument '1a' where an identifier"],
    ['leaf { type string; }', 'leaf needs an argument: an identifier'],
    ['rpc a { input x; }', 'input takes no argument'],
    ['leaf a { type string; config yes; }', "config has the argument 'yes' where 'true' or 'false' is expected"],
    ['list a { key "a,b"; }', "key has the argument 'a,b' where names of leafs separated by blanks is expected"],
    ['list a { max-elements 0; }', "max-elements has the argument '0'"],
    ['deviation x { deviate not-supported; }', "deviation has the argument 'x' where an absolute schema path"],
    ['deviation /m:x { deviate delete { type string; } }', 'type is not allowed in deviate'],
  ])('refuses %j', (body, expected) => {
    expect(bodyErrors(body)[0]).toContain(expected);
  });

  test('a revision must be a date of the calendar', () => {
    expect(errorsOf([moduleText('m', 'revision 2025-02-30;')])).toEqual([
      "revision has the argument '2025-02-30' where a date YYYY-MM-DD is expected",
    ]);
  });

  test('header statements come before all others', () => {
    expect(bodyErrors('leaf a { type string; } description "late";')).toEqual([
      expect.stringMatching(/^description must come before leaf 'a' of line/),
    ]);
  });

  test('what YANG 1.1 added needs yang-version 1.1', () => {
    const text = 'module m { namespace urn:m; prefix m; container c { action a; anydata d; } }';
    expect(errorsOf([text])).toEqual([
      "action in container needs 'yang-version 1.1' in the module",
      "anydata in container needs 'yang-version 1.1' in the module",
    ]);
  });

  test('reports all errors of a module with their places', () => {
    expect(bodyErrors('leaf a;\nleaf b;\nleaf c;')).toHaveLength(3);
  });
});
