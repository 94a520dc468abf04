/** Tasks as `yangent-tasks` shows them: RFC 7951 values. */
import { shownAgent } from '../../agents/index.js';
import { type Members, withoutAbsent } from '../../data/rfc7951/members.js';
import { termsValue } from './agreement.js';
import type { Artifact, Round, TaskError, TaskEvent, TaskRecord, Verification } from './record.js';

/** The list that shows tasks. */
export const TASK = '/yangent-tasks:tasks/task';

/** The entry of `/yangent-tasks:tasks/task`. */
export function taskValue(task: TaskRecord, events: readonly TaskEvent[] = []): Members {
  const { document } = task;
  const { executor, inputRequest, verification } = document;
  return withoutAbsent({
    id: task.id,
    'task-id': task.taskId,
    from: shownAgent(task.from),
    to: shownAgent(task.to),
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
    executor:
      executor &&
      withoutAbsent({
        agent: shownAgent(executor.agent),
        claimed: executor.claimed,
        heartbeat: executor.heartbeat,
        'lease-expires': task.leaseExpires === undefined ? undefined : new Date(task.leaseExpires).toISOString(),
      }),
    'input-request': inputRequest && withoutAbsent({ ...inputRequest }),
    'provided-input': list(document.inputs.map(({ question: _, ...input }) => withoutAbsent(input))),
    artifact: list(document.artifacts.map(artifactValue)),
    error: document.error && errorValue(document.error),
    verification: verificationValue(verification),
    'negotiation-terms': presentOnly(termsValue(task)),
    negotiation: list(document.rounds.map(roundValue)),
    subscription: list(document.subscriptions.map((each) => withoutAbsent({ ...each }))),
    event: list(events.map(eventValue)),
  });
}

function eventValue({ by, sequence, ...event }: TaskEvent): Members {
  return withoutAbsent({ ...event, sequence: String(sequence), by: by === undefined ? undefined : shownAgent(by) });
}

function verificationValue({ findings = [], ...verification }: Verification): Members | undefined {
  if (!verification.wanted && !verification.automatic && findings.length === 0) return undefined;
  return withoutAbsent({ ...verification, finding: list(findings) });
}

export function artifactValue(artifact: Artifact): Members {
  return withoutAbsent({ ...artifact });
}

export function errorValue({ recovery, ...error }: TaskError): Members {
  return withoutAbsent({ ...error, recovery: list(recovery) });
}

/** A round of a negotiation, by the grouping `negotiation-round`. */
export function roundValue({ proposal: _, byNode: __, content, ...round }: Round): Members {
  return withoutAbsent({ ...round, by: shownAgent(round.by), content: list(content) });
}

/** The content of the structure `yangent-tasks:negotiation` (RFC 8791): a round and the task it belongs to. */
export function negotiationValue(task: TaskRecord, round: Round): Members {
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

/** The text of the only artifact, or a JSON array of the artifacts; undefined when there is none. */
export function resultText(artifacts: readonly Artifact[]): string | undefined {
  const [only, ...more] = artifacts;
  if (!only) return undefined;
  if (more.length === 0 && only.value !== undefined) return only.value;
  return JSON.stringify(artifacts.map(artifactValue));
}

export function list<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}

function presentOnly(members: Members): Members | undefined {
  const present = withoutAbsent(members);
  return Object.keys(present).length > 0 ? present : undefined;
}
