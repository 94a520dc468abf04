import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSubject } from '../../src/sessions/member/subject-filter.js';

describe('a filter of subjects', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['a/b/c', 'a/b', false],
    ['a/+', 'a/b', true],
    ['a/+', 'a', false],
    ['+', 'a', true],
    ['+', 'a/b', false],
    ['a/#', 'a', true],
    ['a/#', 'a/b/c', true],
    ['a/#', 'b', false],
    ['#', 'a/b', true],
    ['a/+/c', 'a/b/c', true],
    ['a/+/c', 'a/b/d', false],
  ])('%s and %s: %s', (filter, subject, fits) => {
    expect(fitsSubject([filter], subject)).toBe(fits);
  });

  it('fits what it was made from, with any word replaced by + and any rest by #', () => {
    const words = fc.array(fc.stringMatching(/^[a-z0-9.-]{1,4}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), fc.nat(6), (subject, plus, rest) => {
        const parts = subject.map((word, at) => (plus[at] ? '+' : word));
        const filter = rest < parts.length && rest > 0 ? [...parts.slice(0, rest), '#'] : parts;
        expect(fitsSubject([filter.join('/')], subject.join('/'))).toBe(true);
      }),
    );
  });

  it('lets all pass when there is none, and what has no subject', () => {
    expect(fitsSubject([], 'a')).toBe(true);
    expect(fitsSubject(['b'], undefined)).toBe(true);
  });
});
