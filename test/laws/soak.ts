/** The laws on as many random documents as wanted. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { lawfulness } from './laws.js';
import type { Seeds } from './sample.js';

/** What came out: how many schemas with their documents were checked, and of a breach all that is needed to see it again. */
export interface Soaked {
  readonly checked: number;
  readonly skipped: number;
  readonly fault: string | undefined;
}

/**
 * Checks `count` random schemas with three documents each, which a fault brings to an end.
 * @param seed of fast-check; another one each time unless given.
 */
export async function soak(count: number, seed?: number): Promise<Soaked> {
  const details = await fc.check(lawfulness, { numRuns: count, seed, endOnFailure: true });
  const fault = details.failed ? await smallest(details) : undefined;
  return { checked: details.numRuns, skipped: details.numSkips, fault };
}

/** Milliseconds for making an example smaller, which may take longer than all that came before. */
const SHRINKING = 60_000;

/** The report of the smallest example that is found in time, with seed and path. */
async function smallest(found: fc.RunDetails<[Seeds]>): Promise<string> {
  const { seed, counterexamplePath } = found;
  const path = counterexamplePath ?? undefined;
  const again = await fc.check(lawfulness, { seed, path, interruptAfterTimeLimit: SHRINKING });
  const details = again.failed ? again : found;
  return `${await fc.asyncDefaultReportMessage(details)}\n${inspect(details.errorInstance)}`;
}
