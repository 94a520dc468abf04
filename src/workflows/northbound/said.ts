/** Texts of persons about a run, as those who see it may read them. */
import type { RunRecord } from '../run/record.js';
import { withSaid } from '../run/said.js';
import type { WorkflowNeeds } from './needs.js';

/** Returns a stored text with the texts of persons that it names. */
export async function saidIn<T extends string | undefined>(
  { values }: Pick<WorkflowNeeds, 'values'>,
  { id, seal }: Pick<RunRecord, 'id' | 'seal'>,
  text: T,
): Promise<T | string> {
  if (text === undefined || seal === undefined) return text;
  // What was said about the run at the top reaches those below it.
  return withSaid(text, async (digest) => (await values.find(id, digest)) ?? (await values.find(seal, digest)));
}
