/** Identifiers of runs: UUIDs, which begin with the time at which the run was made. */
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { ago, oneLine, shortIds } from '../terminal/index.js';
import { workflowOf } from './file-label.js';
import { listRuns, missingRun, type Run } from './records.js';

/** The last identifier. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Characters that a user must give at least. */
const LEAST = 4;
/** Runs that are told when several are possible. */
const MOST_TOLD = 5;

/**
 * Returns the identifier that begins with the text; a whole one is not looked up.
 * @throws UsageError when the text is too short or begins several identifiers
 * @throws RpcError data-missing when no run that the user may see has such an identifier
 */
export async function wholeId(node: RestconfClient, text: string): Promise<string> {
  if (text.length >= LAST.length) return text;
  if (text.length < LEAST)
    throw new UsageError(`"${text}" is too short for a run; give at least ${LEAST} characters of its identifier`);
  // The runs before this identifier, newest first, begin with those that have the prefix.
  const before = text + LAST.slice(text.length);
  const { runs } = await listRuns(node, { before, limit: MOST_TOLD + 1 });
  const matches = runs.filter(({ id }) => id.startsWith(text));
  const [only, second] = matches;
  if (!only) throw missingRun(text);
  if (second) throw new UsageError(`several runs begin with ${text}; give more characters:\n${choices(matches)}`);
  return only.id;
}

/** Returns a line for each run, for the user to choose one. */
export function choices(runs: readonly Run[]): string {
  const short = shortIds(runs.map(({ id }) => id));
  const lines = runs
    .slice(0, MOST_TOLD)
    .map(
      (run) =>
        `  ${short(run.id)}  ${oneLine(workflowOf(run) ?? 'a graph')}  ${run.state}, started ${ago(run.created)} by ${oneLine(run.initiator ?? '-')}`,
    );
  return [...lines, ...(runs.length > MOST_TOLD ? ['  … and others'] : [])].join('\n');
}
