import { expect, it } from 'vitest';
import { countOfPage, PAGE_OCTETS } from '../../src/events/page-cache.js';

it.each([
  ['nothing', [], 0],
  ['all events that fit together', [PAGE_OCTETS / 2, PAGE_OCTETS / 2, 0], 3],
  ['no event beyond what fits', [PAGE_OCTETS / 2, PAGE_OCTETS / 2, 1], 2],
  ['the first event, however large', [9 * PAGE_OCTETS, 1], 1],
])('a page has %s', (_what, octets, count) => {
  expect(countOfPage(octets)).toBe(count);
});
