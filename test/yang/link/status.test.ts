import { describe, expect, test } from 'vitest';
import { bodyErrors } from '../support.js';

describe('status', () => {
  test.each([
    [
      'typedef t { type string; status deprecated; } leaf a { type t; }',
      "this type is current and must not refer to typedef 't', which is deprecated",
    ],
    [
      'typedef t { type string; status obsolete; } leaf a { status deprecated; type union { type t; type int8; } }',
      "this type is deprecated and must not refer to typedef 't', which is obsolete",
    ],
    [
      'grouping g { status deprecated; leaf x { type string; } } uses g;',
      "this uses is current and must not refer to grouping 'g', which is deprecated",
    ],
    [
      'list l { key k; leaf k { type string; status obsolete; } }',
      "list 'l' is current and must not have the key 'k', which is obsolete",
    ],
    [
      'list l { status deprecated; key k; leaf k { type string; status obsolete; } }',
      "list 'l' is deprecated and must not have the key 'k', which is obsolete",
    ],
    [
      'list l { key k; unique "c/u"; leaf k { type string; } container c { leaf u { type string; status deprecated; } } }',
      "list 'l' is current and must not have the unique 'u', which is deprecated",
    ],
  ])('%s is refused', (body, expected) => {
    expect(bodyErrors(body)).toEqual([expected]);
  });

  test.each([
    'list l { status obsolete; key k; leaf k { type string; status deprecated; } }',
    'typedef t { type string; status deprecated; } container c { status deprecated; leaf a { type t; } }',
    'grouping g { status deprecated; leaf x { type string; } } container c { uses g { status deprecated; } }',
    'typedef t { type string; status deprecated; } typedef u { type t; status obsolete; }',
  ])('%s is allowed', (body) => {
    expect(bodyErrors(body)).toEqual([]);
  });
});
