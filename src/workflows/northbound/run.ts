/** Runs, steps and events as the model has them. */
import { isObject, RpcError, TimeSlice } from '../../data/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call, ListState } from '../../server/index.js';
import { requireVisible, seesRun } from '../engine/visible.js';
import { outputOf, uriOf } from '../exchange/for-agent.js';
import { identityOf } from '../run/notices.js';
import { QUIET, toldError } from '../run/quiet.js';
import type { RunRecord, StepRecord, StoredError } from '../run/record.js';
import { agentAtWork, headAtWork } from './at-work.js';
import { gatesOf } from './gate.js';
import type { WorkflowNeeds } from './needs.js';
import { progressOf } from './progress.js';
import { saidIn } from './said.js';

type State = YangentWorkflowsProvider['state'];
type RunEntry = State['/yangent-workflows:workflows/run']['entry'];
type StepEntry = State['/yangent-workflows:workflows/run/step']['entry'];
type EventEntry = State['/yangent-workflows:workflows/run/event']['entry'];

export function runState(needs: WorkflowNeeds): ListState<State['/yangent-workflows:workflows/run']> {
  return {
    get: async ({ id }, call) => {
      const run = await needs.rows.run(id);
      if (!run || seesRun(call, run, needs.definitions)) return run && headOf(needs, run);
      return (await agentAtWork(needs, call, id)) === undefined ? undefined : headAtWork(run);
    },
    list: async ({ after, limit, members }, call) => {
      const page: RunRecord[] = [];
      for (let start = after?.id; page.length < limit; ) {
        const runs = await needs.rows.page(start, limit);
        for (const run of runs) if (page.length < limit && seesRun(call, run, needs.definitions)) page.push(run);
        if (runs.length < limit) break;
        start = runs.at(-1)?.id;
      }
      return headsOf(needs, page, members && !members.has(PROGRESS) ? { progress: true } : {});
    },
  };
}

export function stepState(needs: WorkflowNeeds): ListState<State['/yangent-workflows:workflows/run/step']> {
  return {
    get: async ({ id, node, item, generation }, call) => {
      const run = await visible(needs, call, id);
      if (!run) return undefined;
      // The generations before the latest one stay.
      const [step] = await needs.rows.steps.page(id, { node, item, generation: generation - 1 }, 1);
      const isIt = step?.node === node && step.item === item && step.generation === generation;
      return isIt ? stepValue(needs, run, step) : undefined;
    },
    list: async ({ after, limit }, call) => {
      const [id] = call.keys as readonly [string];
      const run = await visible(needs, call, id);
      if (!run) return [];
      const steps = await needs.rows.steps.page(id, after, limit);
      // Together long outputs would be more than one answer may have.
      const long = await needs.rows.values.paramsOf(
        id,
        steps.flatMap(({ output }) => output ?? []),
      );
      return Promise.all(steps.map((step) => stepValue(needs, run, step, long)));
    },
  };
}

export function eventState(needs: WorkflowNeeds): ListState<State['/yangent-workflows:workflows/run/event']> {
  return {
    get: async ({ id, sequence }, call) => {
      if (!(await visible(needs, call, id))) return undefined;
      const [event] = await needs.rows.journal.page(id, Number(sequence) - 1, 1);
      return event && event.sequence === Number(sequence) ? eventValue(event) : undefined;
    },
    list: async ({ after, limit }, call) => {
      const [id] = call.keys as readonly [string];
      if (!(await visible(needs, call, id))) return [];
      return (await needs.rows.journal.page(id, Number(after?.sequence ?? 0), limit)).map(eventValue);
    },
  };
}

async function visible(needs: WorkflowNeeds, call: Call, id: string): Promise<RunRecord | undefined> {
  const run = await needs.rows.run(id);
  return run && seesRun(call, run, needs.definitions) ? run : undefined;
}

const PROGRESS = 'yangent-workflows:progress';

/** Members of a run that are left out. */
export interface Without {
  /** For which its steps are read. */
  readonly progress?: true;
  readonly values?: boolean;
}

/** Returns runs without their steps, one after another: other work of the node runs between those with many. */
export async function headsOf(
  needs: WorkflowNeeds,
  runs: readonly RunRecord[],
  without: Without = {},
): Promise<RunEntry[]> {
  const slice = new TimeSlice();
  const heads: RunEntry[] = [];
  for (const run of runs) {
    heads.push(await headOf(needs, run, without));
    if (slice.over) await slice.next();
  }
  return heads;
}

/** Returns a run without its steps. */
async function headOf(needs: WorkflowNeeds, run: RunRecord, without: Without = {}): Promise<RunEntry> {
  const { id, parent, deadline, labels } = run;
  const error = run.error && (without.values ? toldError(run.error, undefined) : await errorOf(needs, run, run.error));
  return {
    id,
    uri: uriOf(needs, id),
    'run-key': run.runKey,
    definition: run.definition,
    revision: run.revision,
    version: run.version,
    digest: run.digest,
    coordinator: run.coordinator,
    initiator: run.initiator,
    cause: run.cause?.trigger,
    'trigger-depth': run.triggerDepth === 0 ? undefined : run.triggerDepth,
    parent: parent && `${parent.run}/${parent.node}${parent.item === 0 ? '' : `.${parent.item}`}`,
    task: run.task,
    seal: await needs.sealOf(run),
    state: run.state,
    'state-reason': reasonOf(without.values ? run.reason : await saidIn(needs, run, run.reason), error),
    created: run.created,
    ended: run.ended,
    deadline: deadline === undefined ? undefined : new Date(deadline).toISOString(),
    label: Object.entries(labels).map(([name, value]) => ({ name, value })),
    input: without.values ? undefined : await objectOf(needs, id, run.input),
    output: without.values ? undefined : await objectOf(needs, id, run.output),
    error: error && { ...error, recovery: [...error.recovery] },
    progress: without.progress ? undefined : await progressOf(needs, run),
    sequence: int64(run.sequence),
    'state-hash': run.hash,
  };
}

async function objectOf(needs: WorkflowNeeds, run: string, digest: string | undefined) {
  const value = digest === undefined ? undefined : await needs.values.find(run, digest);
  return isObject(value) ? value : undefined;
}

/** Returns an error with its text, unless this was deleted. */
export async function errorOf(
  needs: Pick<WorkflowNeeds, 'values'>,
  run: Pick<RunRecord, 'id' | 'seal'>,
  error: StoredError,
) {
  if (error.text === undefined) return error;
  const told = toldError(error, await needs.values.find(run.id, error.text));
  return { ...told, message: await saidIn(needs, run, told.message) };
}

/** Returns a reason with the text of the error of which it tells. */
function reasonOf(reason: string | undefined, error: Pick<StoredError, 'message'> | undefined): string | undefined {
  if (reason === undefined || !error || !reason.includes(QUIET)) return reason;
  return error.message;
}

/** @param long data parameters, by digest, that stand for outputs */
export async function stepValue(
  needs: WorkflowNeeds,
  run: RunRecord,
  step: StepRecord,
  long: ReadonlyMap<string, string> = new Map(),
): Promise<StepEntry> {
  const { detail, output: digest } = step;
  const param = digest === undefined ? undefined : long.get(digest);
  const whole = digest === undefined || param !== undefined ? undefined : await needs.values.find(run.id, digest);
  const output = param === undefined ? whole : { 'data-param': param, digest };
  const { lineage = {}, items } = detail;
  const error = detail.error && (await errorOf(needs, run, detail.error));
  return {
    node: step.node,
    item: step.item,
    generation: step.generation,
    state: identityOf(step.state),
    'state-reason': reasonOf(await saidIn(needs, run, step.reason), error) ?? (await awaitedBy(needs, run, step)),
    task: detail.tasks && [...detail.tasks],
    agent: detail.agents && [...detail.agents],
    run: detail.child,
    try: detail.try,
    round: detail.round,
    items: items && { total: items.total, ended: items.ended, failed: items.failed },
    since: step.since,
    started: detail.started,
    ended: detail.ended,
    // At its estimated end a step does not go on: that is only told.
    due: step.due === undefined || step.due === detail.expected ? undefined : new Date(step.due).toISOString(),
    input: await objectOf(needs, run.id, detail.input),
    ...(output === undefined ? {} : outputOf(output)),
    degraded: detail.degraded,
    injected: detail.injected && { ...detail.injected },
    error: error && { ...error, recovery: [...error.recovery] },
    // Most steps have no gates.
    gate: detail.gated ? [...(await gatesOf(needs, run, step))] : [],
    lineage: Object.entries(lineage).map(([input, steps]) => ({ input, step: [...steps] })),
  };
}

/** Says for what a wait waits: the graph of a run that was given to `start` is in no reply. */
async function awaitedBy(needs: WorkflowNeeds, { digest }: RunRecord, step: StepRecord): Promise<string | undefined> {
  if (step.state !== 'executing' || step.detail.tasks || step.detail.child) return undefined;
  const { wait } = (await needs.plans.get(digest)).graph.nodes.get(step.node) ?? {};
  if (wait?.signal) return `waits for the signal ${wait.signal.name}`;
  return wait?.notification && `waits for a notification ${wait.notification.name}`;
}

export function eventValue({
  sequence,
  entry,
  hash,
}: {
  readonly sequence: number;
  readonly entry: string;
  readonly hash: string;
}): EventEntry {
  const { at, kind, node, item, generation, by, data } = JSON.parse(entry);
  return { sequence: int64(sequence), at, kind, node, item, generation, by, data, hash };
}

/** The keys of a step. */
export interface StepKeys {
  readonly id: string;
  readonly node: string;
  readonly item: number;
  readonly generation: number;
}

/** Returns the present generation of a step of a run that the caller may see. @throws RpcError data-missing */
export async function needStep(
  needs: WorkflowNeeds,
  call: Call,
  { id, node, item }: Pick<StepKeys, 'id' | 'node' | 'item'>,
): Promise<StepRecord> {
  requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  const step = await needs.rows.steps.get(id, node, item);
  if (step) return step;
  throw new RpcError({ type: 'application', tag: 'data-missing', message: `run "${id}" has no step "${node}"` });
}

/** Refuses to act on a step in place of which a later generation stands. @throws RpcError bad-transition */
export function requirePresent(step: StepRecord, { node, generation }: StepKeys): void {
  if (step.generation === Number(generation)) return;
  throw new RpcError({
    ...{ type: 'application', tag: 'operation-failed', origin: 'caller', appTag: 'bad-transition' },
    message: `generation ${generation} of step "${node}" was rolled back; its present generation is ${step.generation}`,
  });
}
