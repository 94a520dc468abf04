/** Tasks as `yangent-tasks` shows them: RFC 7951 values. */
import { shownAgent } from '../../agents/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type {
  YangentTasks_Tasks_Task,
  YangentTasks_Tasks_Task_Artifact,
  YangentTasks_Tasks_Task_Error,
  YangentTasks_Tasks_Task_Event,
  YangentTasks_Tasks_Task_Negotiation,
  YangentTasksStructures,
} from '../../generated/index.js';
import { termsValue } from './agreement.js';
import { leaseText } from './lease.js';
import type { Artifact, Round, TaskError, TaskEvent, TaskRecord, Verification } from './record.js';

/** The list that shows tasks. */
export const TASK = '/yangent-tasks:tasks/task';

/** The entry of `/yangent-tasks:tasks/task`. */
export type TaskValue = YangentTasks_Tasks_Task;

export function taskValue(task: TaskRecord, events: readonly TaskEvent[] = []): TaskValue {
  const { document } = task;
  const { executor, inputRequest, verification } = document;
  return {
    id: task.id,
    'task-id': task.taskId,
    from: shownAgent(task.from),
    to: shownAgent(task.to),
    key: document.key,
    ...document.description,
    priority: task.priority,
    created: task.created,
    changed: task.changed,
    state: task.state,
    'state-reason': document.reason,
    redacted: list(document.redacted ?? []),
    progress: presentOnly({
      percent: document.percent,
      note: document.note,
      checkpoint: document.checkpoints.length > 0 ? document.checkpoints : undefined,
    }),
    attempt: task.attempt,
    authority: authorityValue(document.authority),
    executor: executor && {
      agent: shownAgent(executor.agent),
      claimed: executor.claimed,
      heartbeat: executor.heartbeat,
      'lease-expires': leaseText(task),
      estimate: executor.estimate,
      resource: list(executor.resources ?? []),
    },
    'input-request': inputRequest,
    'provided-input': list(document.inputs.map(({ question: _, ...input }) => input)),
    artifact: list(document.artifacts.map(artifactValue)),
    quality: list(document.quality ?? []),
    error: document.error && errorValue(document.error),
    verification: verificationValue(verification),
    'negotiation-terms': presentOnly(termsValue(task)),
    negotiation: list(document.rounds.map(roundValue)),
    subscription: list(document.subscriptions),
    event: list(events.map(eventValue)),
  };
}

function authorityValue(authority: TaskRecord['document']['authority']): TaskValue['authority'] {
  if (!authority) return undefined;
  const { subject, actors, grant, token, ends } = authority;
  return {
    ...{ subject, actor: [...actors], grant, 'token-id': token },
    ...(ends === undefined ? {} : { ends: new Date(ends).toISOString() }),
  };
}

function eventValue({ by, sequence, ...event }: TaskEvent): YangentTasks_Tasks_Task_Event {
  return { ...event, sequence: int64(sequence), by: by === undefined ? undefined : shownAgent(by) };
}

function verificationValue({ findings = [], ...verification }: Verification): TaskValue['verification'] {
  if (!verification.wanted && !verification.automatic && findings.length === 0) return undefined;
  return { ...verification, finding: list(findings) };
}

export function artifactValue({
  value,
  data,
  url,
  'data-param': param,
  ...about
}: Artifact): YangentTasks_Tasks_Task_Artifact {
  if (value !== undefined) return { ...about, value };
  if (data !== undefined) return { ...about, data };
  return url === undefined ? { ...about, 'data-param': param } : { ...about, url };
}

export function errorValue({ recovery, ...error }: TaskError): YangentTasks_Tasks_Task_Error {
  return { ...error, recovery: list(recovery) };
}

/** Returns a round of a negotiation (grouping `negotiation-round`). */
export function roundValue({ proposal: _, byNode: __, content, ...round }: Round): YangentTasks_Tasks_Task_Negotiation {
  return { ...round, by: shownAgent(round.by), content: list(content) };
}

/** Returns the content of the structure `yangent-tasks:negotiation` (RFC 8791): a round and its task. */
export function negotiationValue(task: TaskRecord, round: Round): YangentTasksStructures['yangent-tasks:negotiation'] {
  return {
    thread: task.id,
    id: task.id,
    'task-id': task.taskId,
    from: shownAgent(task.from),
    to: shownAgent(task.to),
    ...roundValue(round),
    state: task.state,
  };
}

/** Returns the text of the only artifact, or a JSON array of the artifacts; undefined when there is none. */
export function resultText(artifacts: readonly Artifact[]): string | undefined {
  const [only, ...more] = artifacts;
  if (!only) return undefined;
  if (more.length === 0 && only.value !== undefined) return only.value;
  return JSON.stringify(artifacts);
}

export function list<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}

function presentOnly<T extends object>(members: T): T | undefined {
  return Object.values(members).some((value) => value !== undefined) ? members : undefined;
}
