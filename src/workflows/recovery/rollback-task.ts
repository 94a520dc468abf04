/**
 * Tasks of the skill `agent-task-dag-rollback` for a coordinator: an assigner, most often another node whose run goes back, has the
 * runs of its earlier tasks go back to their start (ATD-6-n). The task ends once they are back.
 */
import { isObject } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { isFinal, type TaskError, type TaskRecord, type TaskWork } from '../../tasks/index.js';
import { failure } from '../course/failure.js';
import { ROLLBACK_SKILL } from '../model/exchange.js';
import type { RunRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import type { Turn } from '../run/turn.js';
import { NO_REASON, sendToStart } from './to-start.js';

export interface RollbackTaskNeeds {
  readonly rows: Pick<RunRows, 'byTask'>;
  readonly work: Pick<TaskWork, 'get' | 'named' | 'complete' | 'conclude' | 'fail'>;
  /** Acts on a run in the transaction. @param by user or agent that caused it */
  readonly on: (tx: Tx, run: string, by: string, act: (turn: Turn) => Promise<void>) => Promise<void>;
}

type EndNeeds = Pick<RollbackTaskNeeds, 'rows' | 'work'>;

/** True for a task that has the runs of earlier ones go back. */
export function isRollbackTask({ type }: { readonly type?: string | undefined }): boolean {
  return type === ROLLBACK_SKILL;
}

/** Returns why such a task cannot be done, for lack of its input; undefined when it can. */
export function faultOfRollbackTask(input: unknown): TaskError | undefined {
  if (namesIn(input).length > 0) return undefined;
  return failure('invalid-input', 'the input names no task whose run is to go back: { "task": ["TASK-ID"] }');
}

/** Sends the runs of the named tasks back to their start. A run that goes back already ends this task as well. */
export async function beginRollbackTask(needs: RollbackTaskNeeds, tx: Tx, task: TaskRecord): Promise<void> {
  const runs = await runsOf(needs, tx, task);
  const away = runs.filter(({ state }) => state !== 'rolled-back');
  if (away.length === 0) await complete(needs, tx, task, runs);
  for (const { id } of away) await needs.on(tx, id, task.owner, async (turn) => sendBack(turn, task));
}

function sendBack(turn: Turn, { id, document: { description } }: TaskRecord): void {
  const { input } = description;
  const { reason: given = NO_REASON } = isObject(input) ? input : {};
  sendToStart(turn, String(given).slice(0, LONGEST_REASON));
  const { backFor = [] } = turn.progress;
  turn.changeRun({ progress: { backFor: [...backFor, id].slice(-MOST_ENDED) } });
}

/** Tasks that end with a run, the last ones: an assigner gives up the earlier ones when it asks again. */
const MOST_ENDED = 16;
/** Characters of a reason that another node gives. */
const LONGEST_REASON = 1_024;

/** Ends the tasks that have sent a run back, once the run has ended. Each waits for the other runs that it names. */
export async function endRollbackTasks(needs: EndNeeds, tx: Tx, run: RunRecord): Promise<void> {
  for (const id of run.progress.backFor ?? []) {
    const task = await needs.work.get(tx, id);
    // An assigner that has waited too long has given its task up.
    if (task && !isFinal(task.state)) await endOne(needs, tx, task, run);
  }
}

async function endOne(needs: EndNeeds, tx: Tx, task: TaskRecord, run: RunRecord): Promise<void> {
  if (run.state !== 'rolled-back') {
    await needs.work.fail(tx, task, failure('incomplete', `run ${run.id} is ${run.state}: its rollback was given up`));
    return;
  }
  const runs = await runsOf(needs, tx, task);
  const isBack = runs.every(({ id, state }) => id === run.id || state === 'rolled-back');
  if (isBack) await complete(needs, tx, task, runs);
}

async function complete(
  { work }: Pick<RollbackTaskNeeds, 'work'>,
  tx: Tx,
  task: TaskRecord,
  runs: readonly RunRecord[],
): Promise<void> {
  const number = runs.length;
  const note = number === 1 ? `run ${runs[0]?.id} is back at its start` : `${number} runs are back at their start`;
  const artifacts = [{ name: 'done', data: { note } }];
  // The run was back before stop-all ended.
  if (task.state === 'suspended') await work.conclude(tx, task, artifacts);
  else await work.complete(tx, task, artifacts);
}

/** Returns the runs of the tasks that are named: those of this assigner, for the same user. */
async function runsOf(
  { rows, work }: EndNeeds,
  tx: Tx,
  { from, to, owner, document: { description } }: TaskRecord,
): Promise<readonly RunRecord[]> {
  const runs = new Map<string, RunRecord>();
  for (const name of namesIn(description.input)) {
    const own = await work.get(tx, name);
    for (const task of [...(own ? [own] : []), ...(await work.named(tx, from, name))]) {
      if (task.from !== from || task.to !== to || task.owner !== owner) continue;
      const run = await rows.byTask(task.id, tx);
      if (run) runs.set(run.id, run);
    }
  }
  return [...runs.values()];
}

/** Tasks that one input may name: more than a step has executors. */
const MOST_NAMES = 64;

function namesIn(input: unknown): readonly string[] {
  const { task } = isObject(input) ? input : {};
  return Array.isArray(task) ? task.filter((name) => typeof name === 'string').slice(0, MOST_NAMES) : [];
}
