/** A session as its member reads it, as far as this protocol tells it. */
import type { CallerApi } from '../../src/index.js';
import { fault, shown } from './fault.js';
import { quoted } from './names.js';

export interface Group {
  readonly kind: string;
  readonly state: string;
  readonly coordinator?: string;
  readonly goal?: string;
  readonly name?: string;
  readonly depth?: number;
  readonly maxDepth?: number;
  readonly maxTurns?: number;
  /** Identifiers of the agents that are in or invited, as far as they are shown. */
  readonly members: readonly string[];
  readonly holders: readonly string[];
  /** The oldest first. */
  readonly tasks: readonly GroupTask[];
}

export interface GroupTask {
  readonly id: string;
  /** Identifier that its assigner gave to it. */
  readonly taskId: string;
  readonly assignee: string;
  readonly state: string;
  readonly sequence: number;
}

const SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PRESENT: ReadonlySet<unknown> = new Set(['joined', 'invited']);

/** Returns the instance path of a session. @throws RpcError data-missing for what is no identifier of one */
export function sessionPath(group: string): string {
  if (!SESSION.test(group)) throw noGroup(group);
  return `/yangent-sessions:sessions/session[id='${group}']`;
}

/** Returns the instance path of a task. */
export function taskPath(id: string): string {
  return `/yangent-tasks:tasks/task[id=${quoted(id)}]`;
}

/** @throws RpcError data-missing for a session of which the caller may not know */
export async function readGroup(as: Pick<CallerApi, 'read'>, group: string): Promise<Group> {
  const value = await as.read(sessionPath(group));
  if (!isObject(value)) throw noGroup(group);
  const [terms, floor] = [value['turn-taking'], value.floor];
  const members = list(value.member).filter(({ state }) => PRESENT.has(state));
  return {
    kind: text(value.kind) ?? 'group',
    state: text(value.state) ?? 'open',
    coordinator: text(value.coordinator),
    goal: text(value.goal),
    name: text(value.name),
    depth: number(value.depth),
    maxDepth: number(value['max-depth']),
    maxTurns: isObject(terms) ? number(terms['max-turns']) : undefined,
    members: members.flatMap(({ agent }) => text(agent) ?? []),
    holders: isObject(floor) ? texts(floor.holder) : [],
    tasks: list(value.task)
      .map(taskOf)
      .toSorted((one, other) => one.sequence - other.sequence),
  };
}

function taskOf({ id, 'task-id': taskId, assignee, state, sequence }: Readonly<Record<string, unknown>>): GroupTask {
  return {
    id: text(id) ?? '',
    taskId: text(taskId) ?? '',
    assignee: text(assignee) ?? '',
    state: text(state) ?? '',
    sequence: number(sequence) ?? 0,
  };
}

function noGroup(group: string) {
  return fault('data-missing', `there is no group ${shown(group)} of yours`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** 64-bit integers are texts (RFC 7951 §6.1). */
function number(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : undefined;
}
