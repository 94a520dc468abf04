/** Runs, steps and definitions of a node, as its replies have them. */
import { keyed, type RestconfClient } from '../../clients/index.js';
import { isObject, RpcError } from '../../data/index.js';
import type { Data, Rpcs } from '../../generated/index.js';
import { isRunState, isStepState, type StepState } from '../../workflows/index.js';
import { didYouMean } from '../../yang/index.js';
import { child, entries, membersOf, text, valueAt } from '../remote/index.js';

type Workflows = NonNullable<Data['yangent-workflows:workflows']>;
export type Run = NonNullable<Workflows['run']>[number];
export type Step = NonNullable<Run['step']>[number];
export type Definition = NonNullable<Workflows['definition']>[number];
export type Node = Definition['node'][number];
export type Finding = NonNullable<Definition['finding']>[number];
export type Started = Rpcs['yangent-workflows:start']['output'];

export const WORKFLOWS = '/yangent-workflows:workflows';

/** The begin of the names of gates before a step is undone. */
export const ROLLBACK_GATE = 'rollback:';

/** The members of a run that commands print: all but its journal. */
const MEMBERS =
  'id;uri;run-key;definition;revision;version;digest;coordinator;initiator;cause;trigger-depth;parent;task;seal;state;state-reason;created;ended;deadline;label;input;output;error;progress;sequence;step;rollback';

export function runPath(id: string): string {
  return `${WORKFLOWS}/${keyed('run', id)}`;
}

/** @throws RpcError data-missing when there is none, or the user may not see it */
export async function readRun(node: RestconfClient, id: string): Promise<Run> {
  const value = membersOf(await valueAt(node, runPath(id), { fields: MEMBERS }));
  const [run] = entries(value, 'yangent-workflows:run').filter(isRun);
  if (run) return run;
  throw missingRun(id);
}

/** Returns the number of the latest event of a run. @throws RpcError data-missing */
export async function readSequence(node: RestconfClient, id: string): Promise<number> {
  const value = membersOf(await valueAt(node, runPath(id), { fields: 'id;state;sequence' }));
  const [run] = entries(value, 'yangent-workflows:run').filter(isRun);
  if (run) return Number(run.sequence ?? 0);
  throw missingRun(id);
}

/** Returns the time of the latest event of a run (RFC 3339); undefined when the user may not read it. */
export async function lastEventTime(node: RestconfClient, { id, sequence = '0' }: Run): Promise<string | undefined> {
  const value = membersOf(await valueAt(node, `${runPath(id)}/${keyed('event', sequence)}`));
  return entries(value, 'yangent-workflows:event').flatMap((event) => text(event, 'at') ?? [])[0];
}

/** Returns the error for an identifier, or the beginning of one, that no run has which the user may see. */
export function missingRun(id: string): RpcError {
  return missing(`there is no run ${id} that you may see; "yangent workflow runs" shows those there are`);
}

export async function readDefinition(node: RestconfClient, name: string): Promise<Definition | undefined> {
  const value = membersOf(await valueAt(node, `${WORKFLOWS}/${keyed('definition', name)}`));
  return entries(value, 'yangent-workflows:definition').find(isDefinition);
}

/** @throws RpcError data-missing when there is none */
export async function needDefinition(node: RestconfClient, name: string): Promise<Definition> {
  const definition = await readDefinition(node, name);
  if (definition) return definition;
  throw missingDefinition(
    name,
    (await readDefinitions(node)).map((each) => each.name),
  );
}

/** Returns the error for a workflow that is not there. */
export function missingDefinition(name: string, names: readonly string[]): RpcError {
  return missing(
    `there is no workflow "${name}" here${didYouMean(name, names)}; "yangent workflow list" shows those there are`,
  );
}

export async function readDefinitions(node: RestconfClient): Promise<readonly Definition[]> {
  const value = membersOf(await valueAt(node, WORKFLOWS, { fields: 'definition' }));
  return entries(child(value, 'yangent-workflows:workflows'), 'definition').filter(isDefinition);
}

/** Returns the newest runs first. @param input see the rpc `list-runs` */
export async function listRuns(
  node: RestconfClient,
  input: Rpcs['yangent-workflows:list-runs']['input'],
): Promise<{ readonly runs: readonly Run[]; readonly more: boolean }> {
  const answer = membersOf(await node.invoke('yangent-workflows:list-runs', input));
  return { runs: entries(answer, 'run').filter(isRun), more: answer.more === true };
}

/** Checks the members that every run has; the node has made the others by the model. */
export function isRun(value: unknown): value is Run {
  return isObject(value) && typeof value.id === 'string' && isRunState(String(value.state));
}

export function isFinding(value: unknown): value is Finding {
  const texts = ['severity', 'code', 'path', 'message'];
  return isObject(value) && texts.every((name) => typeof value[name] === 'string');
}

export function isDefinition(value: unknown): value is Definition {
  return isObject(value) && typeof value.name === 'string' && Array.isArray(value.node);
}

/** Returns the state of a step without its module. */
export function stateOf({ state }: Pick<Step, 'state'>): StepState {
  const name = state.replace(/^.*:/, '');
  return isStepState(name) ? name : 'pending';
}

/** Returns the name of a step in commands: `ping`, `ping.3` for an item of a for-each. */
export function nameOf({ node, item }: { readonly node: string; readonly item?: number }): string {
  return item === undefined || item === 0 ? node : `${node}.${item}`;
}

/** Returns the latest execution of each node and item. */
export function latest(steps: readonly Step[]): ReadonlyMap<string, Step> {
  const found = new Map<string, Step>();
  for (const step of steps) {
    const before = found.get(nameOf(step));
    if (!before || before.generation < step.generation) found.set(nameOf(step), step);
  }
  return found;
}

function missing(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message });
}
