/** A session as its member reads it, as far as this protocol tells it. */
import type { CallerApi, Data } from '../../src/index.js';
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
  readonly encryption?: string;
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

type Session = NonNullable<NonNullable<Data['yangent-sessions:sessions']>['session']>[number];
type SessionTask = NonNullable<Session['task']>[number];

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
  const session = await as.read(sessionPath(group));
  if (!isSession(session)) throw noGroup(group);
  const { kind, state, coordinator, goal, name, depth, encryption, member = [], task = [], floor } = session;
  return {
    ...{ kind, state, coordinator, goal, name, depth, encryption },
    maxDepth: session['max-depth'],
    maxTurns: session['turn-taking']?.['max-turns'],
    members: member.filter((each) => PRESENT.has(each.state)).map(({ agent }) => agent),
    holders: floor?.holder ?? [],
    tasks: task.map(taskOf).toSorted((one, other) => one.sequence - other.sequence),
  };
}

/** The node has checked the value against its model. */
function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'kind' in value && 'state' in value;
}

function taskOf({ id, 'task-id': taskId, assignee, state, sequence }: SessionTask): GroupTask {
  return { id, taskId, assignee, state, sequence: Number(sequence) };
}

function noGroup(group: string) {
  return fault('data-missing', `there is no group ${shown(group)} of yours`);
}
