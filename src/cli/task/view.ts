/** A task as a node shows it: the entry of `/yangent-tasks:tasks/task`, the answer of `assign`, the parts that are printed. */
import { child, entries, type Members, numeric, text } from '../remote/index.js';

export interface TaskView {
  readonly id: string;
  readonly taskId: string;
  readonly from: string;
  readonly to: string;
  readonly state: string;
  readonly reason?: string;
  readonly type?: string;
  readonly priority?: string;
  readonly objective?: string;
  readonly content?: string;
  readonly percent?: number;
  readonly note?: string;
  readonly attempt?: string;
  readonly created?: string;
  readonly changed?: string;
  readonly deadline?: string;
  readonly inputRequired?: string;
  readonly error?: TaskFault;
  readonly artifacts: readonly Artifact[];
  readonly events: readonly TaskEvent[];
}

export interface TaskFault {
  readonly code: string;
  readonly message: string;
  readonly diagnostic?: string;
}

export interface Artifact {
  readonly name: string;
  readonly description?: string;
  readonly mediaType?: string;
  /** The artifact itself, or where it is. */
  readonly content: unknown;
}

/** A change of a task, from its record or from the notification `task-changed`. */
export interface TaskEvent {
  readonly sequence: number;
  readonly at: string;
  readonly state: string;
  readonly percent?: number;
  readonly note?: string;
}

export function taskView(task: Members): TaskView {
  const progress = child(task, 'progress');
  return {
    id: text(task, 'id') ?? '',
    taskId: text(task, 'task-id') ?? '',
    from: text(task, 'from') ?? '',
    to: text(task, 'to') ?? '',
    state: text(task, 'state') ?? '',
    reason: text(task, 'state-reason'),
    type: text(task, 'type'),
    priority: text(task, 'priority'),
    objective: text(task, 'objective'),
    content: text(task, 'content'),
    percent: numeric(progress, 'percent'),
    note: text(progress, 'note'),
    attempt: text(task, 'attempt'),
    created: text(task, 'created'),
    changed: text(task, 'changed'),
    deadline: text(task, 'deadline'),
    inputRequired: text(child(task, 'input-request'), 'required'),
    error: faultOf(child(task, 'error')),
    artifacts: entries(task, 'artifact').map(artifactOf),
    events: entries(task, 'event').map((event) => eventOf(event, text(event, 'at') ?? '')),
  };
}

/** @param at when it happened, which a notification says outside its content */
export function eventOf(event: Members, at: string): TaskEvent {
  return {
    sequence: numeric(event, 'sequence') ?? 0,
    at,
    state: text(event, 'state') ?? '',
    percent: numeric(event, 'percent') ?? numeric(event, 'progress'),
    note: text(event, 'note') ?? text(event, 'state-reason'),
  };
}

function faultOf(error: Members): TaskFault | undefined {
  const code = text(error, 'code');
  return code === undefined
    ? undefined
    : { code, message: text(error, 'message') ?? '', diagnostic: text(error, 'diagnostic') };
}

const CONTENT = ['value', 'data', 'url', 'data-param'];

function artifactOf(artifact: Members): Artifact {
  return {
    name: text(artifact, 'name') ?? '',
    description: text(artifact, 'description'),
    mediaType: text(artifact, 'media-type'),
    content: CONTENT.map((name) => artifact[name]).find((each) => each !== undefined),
  };
}
