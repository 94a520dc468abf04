/** The run that a command names: by its identifier, or by its workflow. */
import type { RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { isRunOver } from '../../workflows/index.js';
import { fileLabel } from './file-label.js';
import { listRuns, missingDefinition, type Run, readDefinitions, readSequence } from './records.js';
import { choices, wholeId } from './run-id.js';

export const RUN_ARGUMENT =
  'the identifier of the run or its first characters; or the name of a workflow, for its newest run';

export const STEERED_ARGUMENT =
  'the identifier of the run or its first characters; or the name of a workflow, for its run that is under way, else its newest; of several under way the only one that you started, else the name is refused';

/** Runs among which those under way are looked for. */
const LATEST = 20;

/** True for the name of a workflow: identifiers of runs begin with a digit. */
export function isName(text: string): boolean {
  return /^[A-Za-z_]/.test(text);
}

/** Returns the identifier of the newest run of a workflow, or the one that the text begins. @throws RpcError data-missing */
export async function newestRun(node: RestconfClient, text: string): Promise<string> {
  const [newest] = isName(text) ? await runsOf(node, text) : [];
  return newest?.id ?? wholeId(node, text);
}

/**
 * Returns the identifier of the run that a command changes: that of a workflow only when there is no doubt.
 * @param user the caller: only the starter of a run and operators may change it
 * @throws UsageError when several runs of the workflow are under way, or several identifiers begin with the text
 * @throws RpcError data-missing when the user sees no such run
 */
export async function runToSteer(node: RestconfClient, text: string, user: string): Promise<string> {
  if (!isName(text)) return seenId(node, await wholeId(node, text));
  const runs = await runsOf(node, text);
  const open = runs.filter(({ state }) => !isRunOver(state));
  const own = open.filter(({ initiator }) => initiator === user);
  const possible = own.length > 0 ? own : open;
  const [chosen, second] = possible;
  if (second) {
    const which = own.length > 0 && own.length < open.length ? ' that you started' : '';
    throw new UsageError(`${possible.length} runs of ${text}${which} are under way; name one:\n${choices(possible)}`);
  }
  return (chosen ?? runs[0])?.id ?? wholeId(node, text);
}

/** @throws RpcError data-missing, as for a run that is not there */
async function seenId(node: RestconfClient, id: string): Promise<string> {
  await readSequence(node, id);
  return id;
}

/** Returns the newest runs of a workflow first: of the definition, and of files that have one of this name. */
async function runsOf(node: RestconfClient, name: string): Promise<readonly Run[]> {
  const own = await listRuns(node, { definition: name, limit: LATEST });
  const ofFiles = await listRuns(node, { label: [fileLabel(name)], limit: LATEST });
  const found = [...own.runs, ...ofFiles.runs.filter(({ definition }) => definition === undefined)];
  if (found.length === 0) throw await noRun(node, name);
  return found.sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** Returns the error for the name of a workflow that has no run, or that does not exist. */
async function noRun(node: RestconfClient, name: string): Promise<RpcError> {
  const names = (await readDefinitions(node)).map((each) => each.name);
  if (!names.includes(name)) return missingDefinition(name, names);
  const message = `no run of a workflow "${name}" can be seen; start one with: yangent workflow start ${name}`;
  return new RpcError({ type: 'application', tag: 'data-missing', message });
}
