/** All laws, and their check on random documents of random schemas. */
import fc from 'fast-check';
import { DEFAULTS } from './laws/defaults.js';
import { EDITS } from './laws/edits.js';
import { FILTERS } from './laws/filters.js';
import type { Law } from './laws/law.js';
import { MERGING } from './laws/merging.js';
import { ROUND_TRIPS } from './laws/round-trips.js';
import { VALIDATION } from './laws/validation.js';
import { modulesOf, type Seeds, sampleOf, seeds } from './sample.js';

export const LAWS: readonly Law[] = [...ROUND_TRIPS, ...EDITS, ...MERGING, ...VALIDATION, ...DEFAULTS, ...FILTERS];

/** Raises the first breach of a law, with the modules and documents at hand. */
export async function checkLaws(given: Seeds, laws: readonly Law[] = LAWS): Promise<void> {
  const sample = sampleOf(given);
  fc.pre(sample !== undefined);
  for (const { name, check } of laws) {
    try {
      await check(sample);
    } catch (error) {
      throw new Error(`it does not hold that ${name}:\n${describe(given, sample.drafts)}`, { cause: error });
    }
  }
}

function describe(given: Seeds, drafts: readonly unknown[]): string {
  const texts = modulesOf(given).map(({ text }) => text);
  return [...texts.slice(1, 3), ...drafts.map((draft) => JSON.stringify(draft))].join('\n');
}

export const lawfulness = fc.asyncProperty(seeds, (given) => checkLaws(given));
