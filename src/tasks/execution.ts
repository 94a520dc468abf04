/** The executor's side of a task: claiming, reporting, delivering, giving up. Who may do so is checked by the callers. */
import { RpcError } from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { TaskContext } from './context.js';
import { badTransition, isFinal } from './life/states.js';
import { recordOutcome } from './outcome.js';
import type { Artifact, TaskError, TaskRecord } from './record.js';

/** Begins an attempt. `lease`: seconds the executor may be silent; absent for agents that run inside the node. */
export async function claim(context: TaskContext, tx: Tx, task: TaskRecord, lease?: number): Promise<TaskRecord> {
  if (await context.halt.holdsIn(tx)) throw halted();
  if (task.state !== 'accepted') throw badTransition(task, 'cannot be claimed');
  const claimed = nowText(context);
  return context.changes.apply(tx, task, {
    state: 'running',
    by: task.to,
    note: `attempt ${task.attempt + 1}`,
    attempt: task.attempt + 1,
    leaseExpires: leaseEnd(context, lease),
    document: { executor: { agent: task.to, claimed, heartbeat: claimed, lease } },
  });
}

function halted(): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    appTag: 'halted',
    message: 'autonomous execution is halted on this node; yangent-tasks:resume-all lets it go on',
  });
}

/** Refuses an executor whose attempt is over, so that it cannot overwrite the work of its successor. */
export function requireAttempt(task: TaskRecord, attempt: number | undefined): void {
  if (attempt === undefined || attempt === task.attempt) return;
  throw new RpcError({
    type: 'application',
    tag: 'operation-failed',
    appTag: 'stale-attempt',
    path: `/yangent-tasks:tasks/task[id='${task.id}']/attempt`,
    message: `attempt ${attempt} is over; the current attempt is number ${task.attempt}`,
  });
}

export function heartbeat(context: TaskContext, tx: Tx, task: TaskRecord, lease?: number): Promise<TaskRecord> {
  return context.changes.heartbeat(tx, task, alive(context, task, lease));
}

/** What changes when an executor is heard of. */
function alive(context: TaskContext, task: TaskRecord, lease?: number) {
  const { executor } = task.document;
  if (!executor || isFinal(task.state)) return {};
  const seconds = lease ?? executor.lease;
  return {
    leaseExpires: leaseEnd(context, seconds),
    document: { executor: { ...executor, heartbeat: nowText(context), lease: seconds } },
  };
}

export interface ProgressReport {
  readonly percent?: number;
  readonly note?: string;
  readonly checkpoint?: string;
  readonly artifacts?: readonly Artifact[];
}

export function reportProgress(
  context: TaskContext,
  tx: Tx,
  task: TaskRecord,
  report: ProgressReport,
): Promise<TaskRecord> {
  if (task.state !== 'running') throw badTransition(task, 'is not being executed');
  const { checkpoint } = report;
  const { checkpoints, artifacts, percent, note } = task.document;
  const { document, ...lease } = alive(context, task);
  return context.changes.apply(tx, task, {
    ...lease,
    by: task.to,
    note: report.note ?? checkpoint,
    document: {
      ...document,
      percent: report.percent ?? percent,
      note: report.note ?? note,
      checkpoints:
        checkpoint === undefined || checkpoints.includes(checkpoint) ? checkpoints : [...checkpoints, checkpoint],
      artifacts: withArtifacts(artifacts, report.artifacts ?? []),
    },
  });
}

export function requestInput(
  context: TaskContext,
  tx: Tx,
  task: TaskRecord,
  required: string,
  schema?: string,
): Promise<TaskRecord> {
  return context.changes.apply(tx, task, {
    state: 'input-required',
    by: task.to,
    note: required,
    // The assigner takes the time he needs.
    leaseExpires: null,
    document: { inputRequest: { required, ...(schema === undefined ? {} : { schema }), at: nowText(context) } },
  });
}

/** Delivers the result: completed, or verifying where the assigner wants to judge it. */
export async function complete(
  context: TaskContext,
  tx: Tx,
  task: TaskRecord,
  artifacts: readonly Artifact[],
  note?: string,
): Promise<TaskRecord> {
  const running =
    task.state === 'input-required' ? await context.changes.apply(tx, task, { state: 'running', by: task.to }) : task;
  const verify = running.document.verification.wanted;
  const done = await context.changes.apply(tx, running, {
    state: verify ? 'verifying' : 'completed',
    by: task.to,
    note,
    leaseExpires: null,
    document: {
      artifacts: withArtifacts(running.document.artifacts, artifacts),
      error: undefined,
      note: note ?? running.document.note,
      ...(verify ? {} : { percent: 100 }),
    },
  });
  if (!verify) await recordOutcome(context, tx, done);
  return done;
}

const DEFAULT_ATTEMPTS = 3;

/** Gives up an attempt. With the suggestion `retry`, and attempts left, the task is tried again; else it has failed. */
export async function fail(context: TaskContext, tx: Tx, task: TaskRecord, error: TaskError): Promise<TaskRecord> {
  const failures = task.document.failures + 1;
  if (task.state === 'running' && error.recovery.includes('retry') && failures < attemptsOf(task)) {
    return nextAttempt(context, tx, task, error.message, { failures, error });
  }
  const failed = await context.changes.apply(tx, task, {
    state: 'failed',
    by: task.to,
    reason: error.message,
    document: { failures, error },
  });
  await recordOutcome(context, tx, failed);
  return failed;
}

/** Puts a running task back into the queue. */
export async function nextAttempt(
  context: TaskContext,
  tx: Tx,
  task: TaskRecord,
  reason: string,
  document: Partial<Pick<TaskRecord['document'], 'failures' | 'error'>> = {},
): Promise<TaskRecord> {
  const waiting = await context.changes.apply(tx, task, {
    state: 'accepted',
    by: task.to,
    reason,
    leaseExpires: null,
    document: { ...document, executor: undefined },
  });
  tx.afterCommit(() => context.hosts.wake(task.to));
  return waiting;
}

export function attemptsOf(task: TaskRecord): number {
  const { policy } = task.document.description;
  const most =
    typeof policy === 'object' && policy !== null && 'max-attempts' in policy ? policy['max-attempts'] : undefined;
  return typeof most === 'number' ? most : DEFAULT_ATTEMPTS;
}

/** Artifacts by name: a later one replaces an earlier one. */
function withArtifacts(before: readonly Artifact[], more: readonly Artifact[]): readonly Artifact[] {
  if (more.length === 0) return before;
  return [...new Map([...before, ...more].map((artifact) => [artifact.name, artifact])).values()];
}

function leaseEnd(context: TaskContext, seconds: number | undefined): number | null {
  return seconds === undefined ? null : context.now() + seconds * 1000;
}

function nowText(context: TaskContext): string {
  return new Date(context.now()).toISOString();
}
