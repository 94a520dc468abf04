/** Tasks as the models show them: RFC 7951 values of `yangent-tasks` and of the draft's notification. */
import { shownAgent } from '../../agents/index.js';
import { withoutAbsent } from '../../contexts/index.js';
import { entriesOf, type Members, membersOf } from '../../data/rfc7951/members.js';
import { termsValue } from './agreement.js';
import { awaitedOf, awaitedPrompt, draftStatus } from './awaited.js';
import type { News } from './changes.js';
import { buildPrompt, type Prompt, parsePrompt } from './prompt.js';
import type {
  Artifact,
  NegotiationType,
  Round,
  TaskDocument,
  TaskError,
  TaskEvent,
  TaskRecord,
  Verification,
} from './record.js';
import type { TaskState } from './states.js';

/** The list that shows tasks. */
export const TASK = '/yangent-tasks:tasks/task';

/** What a reader sees whose agent executes the task and who is not on the assigner's side: what the execution needs. */
const ASSIGNERS_OWN = ['initiator', 'subscription', 'policy'] as const;

/** The entry of `/yangent-tasks:tasks/task` as its executor sees it (seed 000 §4.1: minimization). */
export function executorValue(task: TaskRecord, events: readonly TaskEvent[] = []): Members {
  const value: Record<string, unknown> = { ...taskValue(task, events) };
  for (const name of ASSIGNERS_OWN) delete value[name];
  const { by: _, ...verification } = membersOf(value, 'verification');
  if (value.verification !== undefined) value.verification = verification;
  // Which user judged, and who had the task before, is not the executor's business.
  const known: readonly unknown[] = [shownAgent(task.from), shownAgent(task.to), 'node'];
  const nameless = (entry: Members) => (known.includes(entry.by) ? entry : withoutAbsent({ ...entry, by: undefined }));
  if (value.event !== undefined) value.event = entriesOf(value, 'event').map(nameless);
  return value;
}

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

/** The notification `yangent-tasks:task-changed`. */
export function taskChanged(task: TaskRecord, note: string | undefined, news: News = {}): Members {
  return withoutAbsent({
    id: task.id,
    'task-id': task.taskId,
    from: shownAgent(task.from),
    to: shownAgent(task.to),
    state: task.state,
    'state-reason': task.document.reason,
    progress: task.document.percent,
    note,
    sequence: String(task.sequence),
    checkpoint: news.checkpoint,
    artifact: list(toldArtifacts(news)),
  });
}

const NEGOTIATE: Readonly<Record<NegotiationType, string>> = {
  FEASIBILITY: 'FeasibilityNegotiate',
  FULFILLMENT: 'FulfillmentNegotiate',
};

/**
 * The notification `irtf-agent:condition-notifications`, from the executing agent to the assigning one. A proposal that waits
 * for the assigner's judgement comes as a message of its negotiation.
 */
export function conditionNotification(task: TaskRecord, news: News = {}): Members {
  const { document } = task;
  const awaited = awaitedOf(task);
  return withoutAbsent({
    'task-sendFrom': shownAgent(task.to),
    'task-sendTo': shownAgent(task.from),
    commuType: awaited?.kind === 'judgement' ? NEGOTIATE[awaited.round.type] : 'taskResultNotify',
    'task-id': task.taskId,
    'input-required': [
      {
        required: requiredPrompt(task),
        'task-async': document.description.async === true,
        status: draftStatus(task),
        'start-time': task.changed,
      },
    ],
    'yangent-tasks:id': task.id,
    'yangent-tasks:state': task.state,
    'yangent-tasks:progress': document.percent,
    'yangent-tasks:result': task.state === 'completed' ? resultText(document.artifacts) : undefined,
    'yangent-tasks:sequence': String(task.sequence),
    'yangent-tasks:checkpoint': news.checkpoint,
    'yangent-tasks:artifact': list(toldArtifacts(news)),
  });
}

/** Characters of a value that travels with a notification; a longer one is read from the task. */
const LONGEST_TOLD = 65_536;

function toldArtifacts({ artifacts = [] }: News): readonly Members[] {
  return artifacts.map(({ value, data, ...artifact }) => {
    const told = { value, data };
    return artifactValue({ ...artifact, ...(JSON.stringify(told).length > LONGEST_TOLD ? {} : told) });
  });
}

/**
 * What the executor asks or proposes, or else what the task is, and as its environment what is reported of it, for which the
 * draft has no leaf; always with the target object, which is the task-id if none is named.
 */
function requiredPrompt(task: TaskRecord): string {
  const { content, objective } = task.document.description;
  const own = typeof content === 'string' ? parsePrompt(content) : undefined;
  const awaited = awaitedOf(task);
  const asked = awaited && awaitedPrompt(awaited);
  const given: Prompt = own ?? { description: typeof objective === 'string' ? objective : task.taskId };
  const prompt = asked ?? { ...given, environment: environmentOf(given.environment, reported(task)) };
  return buildPrompt({ ...prompt, object: prompt.object ?? own?.object ?? task.taskId });
}

function environmentOf(...told: readonly (string | undefined)[]): string | undefined {
  const texts = told.filter((text) => text !== undefined && text !== '');
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** How far the task is, why it stands still, or how it ended, in words; undefined when there are none, or too many for a notification. */
function reported({ state, document }: TaskRecord): string | undefined {
  const words = REPORTED[state]?.(document);
  return words === undefined || words.length > LONGEST_TOLD ? undefined : words;
}

const noteOf = ({ note }: TaskDocument) => note;
const reasonOf = ({ reason }: TaskDocument) => reason;

/** By state. */
const REPORTED: Readonly<Partial<Record<TaskState, (document: TaskDocument) => string | undefined>>> = {
  running: noteOf,
  verifying: noteOf,
  suspended: reasonOf,
  failed: ({ error, reason }) => error?.message ?? reason,
  canceled: reasonOf,
  rejected: reasonOf,
  completed: ({ artifacts: [only, ...more] }) => (more.length === 0 ? only?.value : undefined),
};

/** The text of the only artifact, or a JSON array of the artifacts; undefined when there is none. */
export function resultText(artifacts: readonly Artifact[]): string | undefined {
  const [only, ...more] = artifacts;
  if (!only) return undefined;
  if (more.length === 0 && only.value !== undefined) return only.value;
  return JSON.stringify(artifacts.map(artifactValue));
}

function list<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}

function presentOnly(members: Members): Members | undefined {
  const present = withoutAbsent(members);
  return Object.keys(present).length > 0 ? present : undefined;
}
