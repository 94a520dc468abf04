/** A task of another node: its record and its changes. */

import { isObject, RpcError } from '../data/index.js';
import type { Notifications, Rpcs } from '../generated/index.js';
import { type TaskState, TRANSITIONS } from '../tasks/index.js';

/** The record of a task: the output of `yangent-tasks:query`, RFC 7951. */
export type TaskRecord = Rpcs['yangent-tasks:query']['output']['task'];

/** A round of a negotiation: the output of `yangent-tasks:negotiate`. */
export type NegotiationAnswer = Rpcs['yangent-tasks:negotiate']['output'];

/** A change of a task. */
export interface TaskChange {
  /** Counted from 1 for each task, without gaps. */
  readonly sequence: number;
  /** RFC 3339. */
  readonly at: string;
  /** State after the change. */
  readonly state: TaskState;
  /** Percent. */
  readonly progress?: number;
  /** Text of the event, or the reason of the state. */
  readonly note?: string;
}

/** True when the value is a state of tasks. */
export function isTaskState(value: unknown): value is TaskState {
  return typeof value === 'string' && Object.hasOwn(TRANSITIONS, value);
}

/** Reads a task from an answer. @throws RpcError malformed-message when it is none */
export function recordOf(answer: unknown): TaskRecord {
  const task = isObject(answer) ? answer.task : undefined;
  if (isRecord(task)) return task;
  throw malformed('a task', answer);
}

/** Reads the tasks in `/yangent-tasks:tasks`; invalid entries are left out. */
export function recordsOf(tasks: unknown): readonly TaskRecord[] {
  const entries = isObject(tasks) ? tasks.task : undefined;
  return Array.isArray(entries) ? entries.filter(isRecord) : [];
}

const TEXTS = ['id', 'task-id', 'from', 'to', 'created'] as const;

/** Checks the members that every record must have; the node has validated the others by the model. */
function isRecord(value: unknown): value is TaskRecord {
  return isObject(value) && TEXTS.every((name) => typeof value[name] === 'string') && isTaskState(value.state);
}

type Changed = Notifications['yangent-tasks:task-changed'];

/** Reads the task and the change of a notification. @throws RpcError malformed-message */
export function changeOf(value: unknown, at: string): { readonly id: string; readonly change: TaskChange } {
  if (!isChanged(value)) throw malformed('task-changed', value);
  const { id, sequence, state, progress, note, 'state-reason': reason } = value;
  return { id, change: change(Number(sequence), at, state, progress, note ?? reason) };
}

function isChanged(value: unknown): value is Changed {
  if (!isObject(value)) return false;
  return typeof value.id === 'string' && isTaskState(value.state) && /^\d+$/.test(String(value.sequence));
}

/** Returns the changes in the record, in their order: the last thousand. */
export function changesIn({ event = [] }: TaskRecord): readonly TaskChange[] {
  return event.map(({ sequence, at, state, percent, note }) => change(Number(sequence), at, state, percent, note));
}

function change(
  sequence: number,
  at: string,
  state: TaskState,
  progress: number | undefined,
  note: string | undefined,
): TaskChange {
  return { sequence, at, state, ...(progress !== undefined && { progress }), ...(note !== undefined && { note }) };
}

/** Returns the error for an answer that does not fit its model. */
export function malformed(what: string, value: unknown): RpcError {
  const message = `the node answered ${JSON.stringify(value)?.slice(0, 200)} where ${what} was expected`;
  return new RpcError({ type: 'protocol', tag: 'malformed-message', message });
}
