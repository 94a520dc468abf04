/** The end of commands that let a run go on: with --watch they follow it, as `start --watch` does. */
import type { RestconfClient } from '../../clients/index.js';
import { readSequence } from './records.js';
import { watch } from './watching.js';

export interface GoingOnFlags {
  readonly watch?: boolean;
  readonly json?: boolean;
}

export const WATCH_OPTION = [
  '--watch',
  'show the steps until the run is over; exit code 1 unless it completed',
] as const;

/**
 * Does an action on a run. Prints its outcome; with `watch`, the changes of the run from then on until it is over.
 * @param act returns the outcome, as text and as JSON
 */
export async function letGoOn(
  node: RestconfClient,
  id: string,
  { watch: isWatched, json }: GoingOnFlags,
  act: () => Promise<{ readonly text: string; readonly json: object }>,
): Promise<void> {
  const after = isWatched ? await readSequence(node, id) : 0;
  const outcome = await act();
  if (!isWatched) return console.log(json ? JSON.stringify(outcome.json) : outcome.text);
  if (!json && !process.stdout.isTTY) console.log(outcome.text);
  await watch(node, id, { after, ...(json ? { json: 'end' } : {}) });
}
