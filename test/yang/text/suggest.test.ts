import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../../src/yang/text/suggest.js';

describe('a suggestion', () => {
  const known = ['type', 'name', 'host', 'mandatory', 'description'];

  it.each([
    ['tpye', 'type'],
    ['nmae', 'name'],
    ['hots', 'host'],
    ['mandatroy', 'mandatory'],
    ['descripton', 'description'],
  ])('of what "%s" was meant to be is "%s"', (word, meant) => {
    expect(didYouMean(word, known)).toBe(` (did you mean '${meant}'?)`);
  });

  it.each(['xyz', 'to', 'frobnicate'])('is not made for "%s", which is like none of them', (word) => {
    expect(didYouMean(word, known)).toBe('');
  });
});
