/** Assigning a task: stored and acknowledged, then accepted or rejected, in one transaction. */
import { createHash } from 'node:crypto';
import type { AgentRecord } from '../agents/index.js';
import { isMembers, type Members, numberOf, textOf, textsOf } from '../agents/index.js';
import { withoutAbsent } from '../contexts/index.js';
import { RpcError } from '../data/index.js';
import type { Call } from '../server/index.js';
import type { Tx } from '../store/index.js';
import { admission } from './admission.js';
import type { TaskContext } from './context.js';
import { concernsCaller, requireEndpoint } from './identity.js';
import { newId } from './ids.js';
import { NEW_DOCUMENT, type TaskDocument, type TaskRecord, type TaskSubscription } from './record.js';

/** What an assigner says, whichever protocol it came by. */
export interface Assignment {
  readonly from: AgentRecord;
  readonly to: AgentRecord;
  /** The assigner's own identifier and idempotency key; the node makes one when it is absent. */
  readonly taskId?: string;
  /** Members of the grouping `task-description`. */
  readonly description: Members;
  readonly verify: boolean;
  readonly subscription?: TaskSubscription;
}

const DEFAULT_PRIORITY = 3;
/** Octets of one description, so that a task stays a message and bulk data go into data parameters. */
const LONGEST_DESCRIPTION = 4 << 20;

/**
 * Assigns, or finds the task that the same assignment made before.
 *
 * @throws RpcError data-exists when another task has this (from, task-id).
 */
export async function assign(context: TaskContext, tx: Tx, call: Call, assignment: Assignment): Promise<TaskRecord> {
  const { from, to } = assignment;
  requireEndpoint(call, from.id, to.id);
  const fingerprint = fingerprintOf(assignment);
  const taskId = assignment.taskId ?? newId();
  const before = await context.rows.byKey(from.id, taskId, tx.sql);
  if (before && !concernsCaller(call, before)) throw taken(from.id, taskId);
  if (before?.document.assigned) {
    if (before.document.fingerprint === fingerprint) return before;
    throw taken(from.id, taskId, before);
  }
  if (before && before.to !== to.id) throw taken(from.id, taskId, before);
  for (const param of textsOf(assignment.description, 'data-param')) {
    await context.contexts.handOn(tx, call, param, [from.id, to.id]);
  }
  const task = before
    ? await context.changes.apply(tx, before, {
        by: call.user,
        note: 'assigned',
        ...assigned(before.document, assignment, fingerprint),
      })
    : await submit(context, tx, call, assignment, taskId, fingerprint);
  await context.contexts.recordRequest(tx, {
    id: assignmentRecordId(task.id),
    owner: task.owner,
    from: task.from,
    to: task.to,
    task: task.id,
    thread: task.id,
    type: 'task',
    content: taskText(assignment.description),
    dataParam: textsOf(assignment.description, 'data-param')[0],
    at: task.changed,
  });
  return decide(context, tx, task, to);
}

/** The record of the assignment in the context, to which the result is the response. */
export function assignmentRecordId(task: string): string {
  return `${task}-assign`;
}

/** What a task says in words: its prompt, its objective, or its type. */
export function taskText(description: Members): string {
  return textOf(description, 'content') ?? textOf(description, 'objective') ?? textOf(description, 'type') ?? '';
}

function submit(
  context: TaskContext,
  tx: Tx,
  call: Call,
  assignment: Assignment,
  taskId: string,
  fingerprint: string,
): Promise<TaskRecord> {
  const { priority, deadline, document } = assigned(NEW_DOCUMENT, assignment, fingerprint);
  return context.changes.create(
    tx,
    {
      id: newId(context.now()),
      taskId,
      from: assignment.from.id,
      to: assignment.to.id,
      owner: call.user,
      state: 'submitted',
      priority,
      created: new Date(context.now()).toISOString(),
      attempt: 0,
      ...(deadline === null ? {} : { deadline }),
      document,
    },
    call.user,
  );
}

function assigned(
  document: Omit<TaskDocument, 'description'>,
  { description, verify, subscription }: Assignment,
  fingerprint: string,
): { readonly document: TaskDocument; readonly priority: number; readonly deadline: number | null } {
  const { priority: _, ...rest } = description;
  if (JSON.stringify(rest).length > LONGEST_DESCRIPTION) {
    throw new RpcError({
      type: 'application',
      tag: 'too-big',
      message: `the description of the task has more than ${LONGEST_DESCRIPTION} characters; put bulk data into data parameters and refer to them`,
    });
  }
  const deadline = textOf(description, 'deadline');
  return {
    priority: numberOf(description, 'priority') ?? DEFAULT_PRIORITY,
    deadline: deadline === undefined ? null : Date.parse(deadline),
    document: {
      ...document,
      assigned: true,
      fingerprint,
      description: withoutAbsent(rest),
      verification: { wanted: verify },
      subscriptions: subscription ? [...document.subscriptions, subscription] : document.subscriptions,
    },
  };
}

/** Accepts the task for its executor, or rejects it with the reason. */
async function decide(context: TaskContext, tx: Tx, task: TaskRecord, to: AgentRecord): Promise<TaskRecord> {
  const refusal = await admission(context, tx, task, to);
  if (refusal) {
    return context.changes.apply(tx, task, {
      state: 'rejected',
      reason: refusal.message,
      by: to.id,
      document: { error: refusal },
    });
  }
  const accepted = await context.changes.apply(tx, task, { state: 'accepted', by: to.id });
  tx.afterCommit(() => context.hosts.wake(to.id));
  return accepted;
}

/** @param task where the caller may know which it is */
function taken(from: string, taskId: string, task?: TaskRecord): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'data-exists',
    path: task && `/yangent-tasks:tasks/task[id='${task.id}']`,
    message: `agent "${from}" has already assigned another task with the task-id "${taskId}"; give a new task a new task-id`,
  });
}

/** The same assignment sent again has the same fingerprint; how long to wait for the result does not count. */
function fingerprintOf({ to, description, verify }: Assignment): string {
  const { async: _, ...rest } = description;
  return createHash('sha256')
    .update(canonicalJson({ to: to.id, verify, rest }))
    .digest('base64');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isMembers(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}
