/** docs/coverage.md says of each requirement which test shows it; the tests it names exist. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageFaults, coverageLines } from '../scripts/coverage.js';

const lines = coverageLines(readFileSync('docs/coverage.md', 'utf8'));

/** How many rows each group of the requirements has. */
const GROUPS: Readonly<Record<string, number>> = {
  'ANF-2': 4,
  'ANF-3': 14,
  'ANF-6': 15,
  'ANF-7': 10,
  'ANF-8': 16,
  'ANF-11': 8,
  'ANF-12': 4,
  'ATD-0': 2,
  'ATD-T': 6,
  'ATD-1': 3,
  'ATD-3': 2,
  'ATD-4': 30,
  'ATD-5': 26,
  'ATD-10': 1,
  'CUI-2': 5,
  'CUI-3': 8,
  'CUI-5': 7,
  'CUI-6': 22,
  'CUI-0': 4,
  'CUI-1': 13,
  'CUI-4': 44,
  'IOA-4.2': 5,
  'IOA-4.3': 5,
  'IOA-4.4': 6,
  'IOA-4.5': 19,
  'IOA-5': 6,
  'IOA-E': 2,
  'MAG-0': 1,
  'MAG-1': 5,
  'MAG-2': 17,
  'MAG-3': 3,
  'MAG-4': 10,
  'MAG-5': 78,
  'MAG-A': 6,
  'MAG-E': 12,
};

describe('docs/coverage.md', () => {
  it.each(Object.entries(GROUPS))('has every row of %s', (group, count) => {
    const rows = lines.filter(({ id }) => id.startsWith(`${group}.`) || id.startsWith(`${group}-`));
    expect(rows).toHaveLength(count);
  });

  it('names tests and files that exist', () => {
    expect(coverageFaults(lines)).toEqual([]);
  });

  it('leaves at most a tenth of the rows without a test, and says why', () => {
    const without = lines.filter(({ test }) => !test);
    expect(without.length).toBeLessThanOrEqual(lines.length / 10);
    for (const { reason } of without) expect(reason?.length).toBeGreaterThan(30);
  });

  it('would show a test that is missing, a title that is another, and a line that stands there twice', () => {
    const line = { id: 'ABC-1-a', where: '`src/nowhere.ts`', test: { file: 'x.test.ts', title: 'ABC-1-a: works' } };
    expect(coverageFaults([line, line], () => undefined)).toEqual([
      'ABC-1-a: there is no src/nowhere.ts',
      'ABC-1-a: there is no x.test.ts',
      'ABC-1-a stands there twice',
      'ABC-1-a: there is no src/nowhere.ts',
      'ABC-1-a: there is no x.test.ts',
    ]);
    expect(coverageFaults([{ ...line, where: 'here' }], () => "it('ABC-1-a: breaks', () => {})")).toEqual([
      'ABC-1-a: x.test.ts has no test "ABC-1-a: works"',
    ]);
    expect(() => coverageLines('| ABC-1-a | here |')).toThrow('this is no line of coverage');
  });
});
