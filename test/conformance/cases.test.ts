/** The third-party cases beside the checkout, judged by our engine. They are run from there; none is part of the project. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCases, readExceptions, runCases } from '../../src/cli/conformance/index.js';
import { describeNeeding } from '../peers.js';

const CASES = fileURLToPath(new URL('../../../shared/yang-cases', import.meta.url));
const EXCEPTIONS = fileURLToPath(new URL('exceptions.json', import.meta.url));
const MOST_EXCEPTIONS = 10;

const exceptions = readExceptions(EXCEPTIONS);

describe('the exceptions', () => {
  it('are few', () => {
    expect(exceptions.size).toBeLessThanOrEqual(MOST_EXCEPTIONS);
  });

  it.each([...exceptions.values()])('$id names the section that decides', ({ section, reason }) => {
    expect(section).toMatch(/^RFC \d+ §\d/);
    expect(reason).toMatch(/^[A-Z].*\.$/);
  });
});

describeNeeding(
  existsSync(CASES) ? undefined : 'the cases in ../shared/yang-cases',
  'the verdicts on the cases',
  () => {
    it.each(['schema.jsonl', 'data.jsonl'])('of %s are those of libyang, but for the exceptions', async (file) => {
      const differences = await runCases(readCases(`${CASES}/${file}`), exceptions);
      expect(differences.filter(({ exception }) => exception === undefined)).toEqual([]);
      const needed = differences.map(({ id }) => id);
      const argued = [...exceptions.values()].filter((one) => one.file === basename(file)).map(({ id }) => id);
      expect(needed.toSorted()).toEqual(argued.toSorted());
    });
  },
);
