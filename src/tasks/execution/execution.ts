/**
 * The executor's side of a task: claiming, reporting, delivering, giving up. The calling functions check permissions. Texts of
 * the executor go through the sharing policies here.
 */

import type { Logger } from 'pino';
import type { AgentRecord } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { answerSchema } from '../answers/answer-schema.js';
import { grantedTo, type ReassignmentNeeds, reassign } from '../assignment/reassign.js';
import { attemptOf, type Claim, expectationOf } from '../record/attempt.js';
import type { TaskChange } from '../record/changes.js';
import type { Clocks } from '../record/clocks.js';
import { nowText } from '../record/clocks.js';
import { requireDigests } from '../record/digests.js';
import { findingsOf, findingsText } from '../record/findings.js';
import type { Halt } from '../record/halt.js';
import { leaseEnd } from '../record/lease.js';
import { recordOutcome } from '../record/outcome.js';
import { numberOfNextQuestion, recordQuestion } from '../record/questions.js';
import type { Artifact, Delivery, Finding, Resource, TaskError, TaskRecord, Verification } from '../record/record.js';
import { Reported } from '../record/reported.js';
import { policyOf } from '../record/retry-policy.js';
import { badTransition, isFinal, type TaskState } from '../record/states.js';
import type { TaskQueue } from './queue.js';

export interface ExecutionNeeds extends ReassignmentNeeds, Clocks {
  readonly halt: Halt;
  readonly queue: TaskQueue;
  readonly log: Logger;
}

/** Begins an attempt that an executor requests. */
export async function claim(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  { resources, ...claimed }: Claim & { readonly lease: number },
): Promise<TaskRecord> {
  if (needs.halt.holds) throw halted();
  if (task.state !== 'accepted') throw badTransition(task, 'cannot be claimed');
  const pause = (task.notBefore ?? 0) - needs.steady();
  if (pause > 0) {
    throw badTransition(task, `waits until ${new Date(needs.now() + pause).toISOString()} for its next attempt`);
  }
  const free = await freePlaces(needs, tx, needs.directory.get(task.to), 1);
  if (free < 1) throw overloaded(task.to);
  await needs.queue.chosen(tx, task);
  const said = new Reported(needs, task);
  const told = resources && { resources: said.values(resources) };
  return begin(needs, tx, said.noted(), { ...claimed, ...told });
}

/** Begins an attempt at a waiting task. The claim has no lease when the executor need not send heartbeats. */
export async function begin(needs: ExecutionNeeds, tx: Tx, task: TaskRecord, claimed?: Claim): Promise<TaskRecord> {
  const running = await needs.changes.apply(tx, task, attemptOf(needs, task, claimed));
  await needs.executors.of(running.to).begin(tx, running, undefined);
  return running;
}

/** Begins the next tasks that wait for the agent, at most `most`; none while execution is halted. */
export async function beginWaiting(
  needs: ExecutionNeeds,
  tx: Tx,
  agent: string,
  most: number,
): Promise<readonly TaskRecord[]> {
  if (needs.halt.holds) return [];
  const demand = { agent, limit: most, now: needs.steady() };
  return needs.queue.give(tx, demand, (task) => begin(needs, tx, task));
}

/**
 * Fails a waiting task of an earlier version of the node that does not fit the model: it cannot be given to its executor, and
 * would block the queue.
 */
export function giveUpUnreadable(needs: ExecutionNeeds, tx: Tx, task: TaskRecord): Promise<TaskRecord> {
  const message = 'the record of the task does not fit its model, so that no executor can be told of it';
  needs.log.error({ task: task.id, from: task.from, to: task.to }, message);
  const error: TaskError = { code: 'internal', message, recovery: ['modify'] };
  return needs.changes.apply(tx, task, { state: 'failed', by: 'node', reason: message, document: { error } });
}

/** Returns how many more tasks, up to `wanted`, an agent may execute at once (`execution/max-concurrent-tasks`). */
export async function freePlaces(
  { rows }: Pick<ExecutionNeeds, 'rows'>,
  tx: Tx,
  agent: AgentRecord | undefined,
  wanted: number,
): Promise<number> {
  if (agent?.approved === false) return 0;
  if (agent?.maxConcurrentTasks === undefined) return wanted;
  const running = await rows.count(agent.id, ['running', 'input-required'], tx.sql);
  return Math.min(wanted, Math.max(0, agent.maxConcurrentTasks - running));
}

export function overloaded(agent: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'resource-denied',
    appTag: 'overloaded',
    message: `agent "${agent}" already executes as many tasks as it may at once (execution/max-concurrent-tasks); finish or release one first`,
  });
}

export function halted(): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
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
    origin: 'caller',
    appTag: 'stale-attempt',
    path: `/yangent-tasks:tasks/task[id='${task.id}']/attempt`,
    message: `attempt ${attempt} is over; the current attempt is number ${task.attempt}`,
  });
}

/** Renews the lease of a task that is being executed; returns other tasks unchanged. */
export async function heartbeat(needs: ExecutionNeeds, tx: Tx, task: TaskRecord, lease?: number): Promise<TaskRecord> {
  if (!task.document.executor || isFinal(task.state)) return task;
  return needs.changes.heartbeat(tx, task, alive(needs, task, { lease }));
}

/** Returns the changes of a task for a sign of life of its executor. */
function alive(needs: ExecutionNeeds, task: TaskRecord, { lease, ...said }: Claim = {}) {
  const { executor } = task.document;
  if (!executor || isFinal(task.state)) return {};
  const seconds = lease ?? executor.lease;
  return {
    leaseExpires: leaseEnd(needs, seconds),
    document: {
      executor: { ...executor, ...said, ...expectationOf(needs, said), heartbeat: nowText(needs), lease: seconds },
    },
  };
}

export interface ProgressReport {
  readonly percent?: number;
  readonly note?: string;
  readonly checkpoint?: string;
  readonly artifacts?: readonly Artifact[];
  /** Seconds of work that are left. */
  readonly estimate?: number;
  readonly resources?: readonly Resource[];
}

export async function reportProgress(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  report: ProgressReport,
): Promise<TaskRecord> {
  if (task.state !== 'running') throw badTransition(task, 'is not being executed');
  await requireDigests(needs, tx, report.artifacts ?? []);
  const said = new Reported(needs, task);
  const told = said.text(report.note);
  const delivered = report.artifacts?.map((each) => said.artifact(each));
  const { checkpoint, estimate, resources } = report;
  const { checkpoints, artifacts, percent, note } = task.document;
  const { document, ...lease } = alive(needs, task, {
    ...(estimate === undefined ? {} : { estimate }),
    ...(resources && { resources: said.values(resources) }),
  });
  return needs.changes.apply(tx, said.noted(), {
    ...lease,
    by: task.to,
    note: told ?? checkpoint,
    document: {
      ...document,
      percent: report.percent ?? percent,
      note: told ?? note,
      checkpoints:
        checkpoint === undefined || checkpoints.includes(checkpoint) ? checkpoints : [...checkpoints, checkpoint],
      artifacts: withArtifacts(artifacts, delivered ?? []),
    },
    news: { checkpoint, artifacts: delivered },
  });
}

/** Requests input. @param schema JSON Schema of the answer. @throws RpcError when answers cannot be checked by it */
export async function requestInput(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  required: string,
  schema?: string,
): Promise<TaskRecord> {
  if (schema !== undefined) answerSchema(schema);
  const said = new Reported(needs, task);
  const asked = said.text(required);
  const at = nowText(needs);
  const waiting = await needs.changes.apply(tx, said.noted(), {
    state: 'input-required',
    by: task.to,
    note: asked,
    // The assigner may take any time, so there is no lease.
    leaseExpires: null,
    document: {
      inputRequest: { required: asked, ...(schema === undefined ? {} : { schema }), at },
      questions: numberOfNextQuestion(task),
    },
  });
  await recordQuestion(needs, tx, waiting, asked);
  return waiting;
}

/**
 * Delivers the result: the task is completed, or verifying when the assigner wants to judge it. When the node judges by the
 * expected artifacts, it refuses a result that differs from them. A digest that does not match is always refused.
 *
 * @param waiting states, besides input-required, from which the task runs first
 * @throws RpcError as `requireDigests`
 */
export async function complete(
  needs: ExecutionNeeds,
  tx: Tx,
  before: TaskRecord,
  { artifacts: delivered, note: remark, quality: measured }: Delivery,
  waiting: readonly TaskState[] = [],
): Promise<TaskRecord> {
  await requireDigests(needs, tx, delivered);
  const said = new Reported(needs, before);
  const note = said.text(remark);
  const results = delivered.map((each) => said.artifact(each));
  const quality = measured && said.values(measured);
  const task = said.noted();
  const { document } = task;
  const artifacts = withArtifacts(document.artifacts, results);
  // The delivered result is judged, before a policy removed parts of it.
  const findings = findingsOf(task, withArtifacts(document.artifacts, delivered));
  const runs = task.state === 'input-required' || waiting.includes(task.state);
  const again: readonly TaskChange[] = runs ? [{ state: 'running', by: task.to }] : [];
  if (document.verification.automatic && findings.length > 0) {
    const running = again.length === 0 ? task : await needs.changes.apply(tx, task, ...again);
    return refuseResult(needs, tx, running, { artifacts, quality, findings, note });
  }
  const verify = document.verification.wanted;
  const verification: Verification = {
    ...document.verification,
    findings: findings.length > 0 ? findings : undefined,
    ...(document.verification.automatic ? { verdict: 'accepted', by: 'node', comment: undefined } : {}),
  };
  const done = await needs.changes.apply(tx, task, ...again, {
    state: verify ? 'verifying' : 'completed',
    by: task.to,
    note,
    leaseExpires: null,
    document: {
      artifacts,
      quality,
      verification,
      error: undefined,
      note: note ?? document.note,
      ...(verify ? {} : { percent: 100 }),
    },
  });
  if (!verify) await recordOutcome(needs, tx, done);
  return done;
}

/** Applies the node's own verdict on a result with findings: the next attempt begins, or the task fails. */
async function refuseResult(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  { artifacts, quality, findings, note }: Delivery & { readonly findings: readonly Finding[] },
): Promise<TaskRecord> {
  const message = findingsText(findings);
  const judgement = { findings, verdict: 'rejected', by: 'node', comment: message } as const;
  const verification = { ...task.document.verification, ...judgement };
  const judged = await needs.changes.apply(
    tx,
    task,
    { state: 'verifying', by: task.to, note, leaseExpires: null, document: { artifacts, quality, verification } },
    { state: 'running', by: 'node', reason: message },
  );
  const error: TaskError = { code: 'verification-failed', message, recovery: ['modify'] };
  return failedAttempt(needs, tx, judged, error, !policyOf(task).excludes(error.code));
}

/** Errors after which another agent may succeed. */
const OTHERS_MIGHT: readonly string[] = ['lack-of-skills', 'overloaded', 'executor-lost'];

/**
 * Gives up an attempt. When another agent might succeed, the task goes to the next candidate of the assigner's query. With the
 * suggestion `retry` and attempts left, the task is tried again. Otherwise it fails.
 */
export async function fail(needs: ExecutionNeeds, tx: Tx, before: TaskRecord, why: TaskError): Promise<TaskRecord> {
  const said = new Reported(needs, before);
  const error = said.error(why);
  const task = said.noted();
  const retry = task.state === 'running' && policyOf(task).retries(error);
  if (OTHERS_MIGHT.includes(error.code)) {
    const failures = task.document.failures + 1;
    const given = await reassign(needs, tx, task, error.message, { failures, error });
    if (given) return given;
  }
  return failedAttempt(needs, tx, task, error, retry);
}

async function failedAttempt(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  error: TaskError,
  retry: boolean,
): Promise<TaskRecord> {
  const failures = task.document.failures + 1;
  if (retry && failures < policyOf(task).attempts)
    return nextAttempt(needs, tx, task, error.message, { failures, error });
  const failed = await needs.changes.apply(tx, task, {
    state: 'failed',
    by: task.to,
    reason: error.message,
    document: { failures, error },
  });
  await recordOutcome(needs, tx, failed);
  return failed;
}

/** Returns a running task to the queue for its executor; this does not count as a failed attempt. */
export function release(needs: ExecutionNeeds, tx: Tx, task: TaskRecord, reason?: string): Promise<TaskRecord> {
  if (task.state !== 'running') throw badTransition(task, 'is not being executed');
  const said = new Reported(needs, task);
  const why = said.text(reason) ?? 'handed back by its executor';
  return nextAttempt(needs, tx, said.noted(), why);
}

/** Puts a running task back into the queue, with the delay and the re-entry point of its policy. */
export async function nextAttempt(
  needs: ExecutionNeeds,
  tx: Tx,
  task: TaskRecord,
  reason: string,
  document: Partial<Pick<TaskRecord['document'], 'failures' | 'error'>> = {},
): Promise<TaskRecord> {
  const { reEntry, delay } = policyOf(task);
  const anew = reEntry === 'restart' && document.failures !== undefined;
  if (anew) await needs.rows.deleteSteps(tx, task.id);
  // A token ends with its attempt, also where the same agent makes the next one.
  const granted = await grantedTo(needs, tx, task, task.to);
  return needs.changes.apply(tx, task, {
    state: 'accepted',
    by: task.to,
    reason,
    leaseExpires: null,
    delay: document.failures === undefined ? 0 : delay(document.failures),
    document: {
      ...{ ...document, ...granted },
      executor: undefined,
      quality: undefined,
      ...(anew ? { checkpoints: [], artifacts: [], percent: undefined } : {}),
    },
  });
}

/** Merges artifacts by name: a later one replaces an earlier one. */
function withArtifacts(before: readonly Artifact[], more: readonly Artifact[]): readonly Artifact[] {
  if (more.length === 0) return before;
  return [...new Map([...before, ...more].map((artifact) => [artifact.name, artifact])).values()];
}
