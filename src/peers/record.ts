/** A task of another node: its record and its changes. */

import { isObject } from '../data/index.js';
import type { Notifications, Rpcs } from '../generated/index.js';
import { type TaskState, TRANSITIONS } from '../tasks/index.js';

/** The record of a task: the output of `yangent-tasks:query`, RFC 7951. */
export type TaskRecord = Rpcs['yangent-tasks:query']['output']['task'];

/** A round of a negotiation: the output of `yangent-tasks:negotiate`. */
export type NegotiationAnswer = Rpcs['yangent-tasks:negotiate']['output'];

/** The notification `yangent-tasks:task-changed`. */
export type Changed = Notifications['yangent-tasks:task-changed'];

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

/** Returns the tasks in `/yangent-tasks:tasks` that a node has read for this program; what is no task is left out. */
export function recordsOf(tasks: unknown): readonly TaskRecord[] {
  const entries = isObject(tasks) ? tasks.task : undefined;
  return Array.isArray(entries) ? entries.filter(isRecord) : [];
}

const TEXTS = ['id', 'task-id', 'from', 'to', 'created'] as const;

function isRecord(value: unknown): value is TaskRecord {
  return isObject(value) && TEXTS.every((name) => typeof value[name] === 'string') && isTaskState(value.state);
}

/** Returns the task and the change of a notification. @param at RFC 3339 */
export function changeOf(
  { id, sequence, state, progress, note, 'state-reason': reason }: Changed,
  at: string,
): { readonly id: string; readonly change: TaskChange } {
  return { id, change: change(Number(sequence), at, state, progress, note ?? reason) };
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
