/** The members and tasks that a message of a team names. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { MemberRecord, Role } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionTask } from '../record/session-task.js';
import type { SessionServices } from '../services.js';
import type { Said } from './send.js';

/** Number of choices that an error names. */
const SHOWN = 20;
const SPEAKERS: readonly Role[] = ['coordinator', 'speaker', 'source'];

/**
 * Refuses next speakers that are not in, or may not speak.
 *
 * @throws RpcError invalid-value that names the choices; access-denied where members are hidden
 */
export async function requireNext(
  o: Pick<SessionServices, 'members'>,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { agent, role }: MemberRecord,
  { type, details: { 'next-speaker': next = [] } }: Pick<Said, 'type' | 'details'>,
): Promise<void> {
  if (next.length === 0) return;
  if (session.kind !== 'team' && type !== 'task-assignment') {
    call.fail({
      tag: 'invalid-value',
      message: `"next-speaker" is for teams, and for task-assignment; session "${session.id}" is a ${session.kind}`,
    });
  }
  if (!session.terms['show-members'] && role !== 'coordinator') {
    call.fail({
      tag: 'access-denied',
      message: `the members of session "${session.id}" are hidden, so only its coordinator names them; agent "${agent}" leaves out "next-speaker"`,
    });
  }
  await requireSpeakers(o, tx, call, session, next);
}

/** Refuses agents that may not speak in this session. @throws RpcError invalid-value that names the choices */
export async function requireSpeakers(
  { members }: Pick<SessionServices, 'members'>,
  tx: Tx,
  call: Call,
  { id, coordinator }: SessionRecord,
  agents: readonly string[],
): Promise<void> {
  const found = await members.among(id, agents, tx);
  const able = new Set(
    found.filter(({ state, role }) => state === 'joined' && SPEAKERS.includes(role)).map(({ agent }) => agent),
  );
  const unknown = agents.find((agent) => !able.has(agent));
  if (unknown === undefined) return;
  const speakers = (await members.eldest(tx, id, 'speaker', SHOWN)).map(({ agent }) => agent);
  const choices = coordinator === undefined ? speakers : [coordinator, ...speakers];
  call.fail({
    tag: 'invalid-value',
    message: `"next-speaker" names "${unknown}", which does not speak in session "${id}"; ${listed('its speakers are', choices)}`,
  });
}

/** Returns the tasks of a session that these names mean. @throws RpcError invalid-value that names the choices */
export async function tasksNamed(
  { tasks }: Pick<SessionServices, 'tasks'>,
  tx: Tx,
  call: Call,
  { id, terms, coordinator }: SessionRecord,
  by: string,
  names: readonly string[],
): Promise<readonly SessionTask[]> {
  const found = await tasks.named(tx, id, names);
  const known = new Set(found.flatMap(({ task, taskId, given }) => [task, taskId, given]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return found;
  // Where members are hidden, the tasks of others are too.
  const isShown = terms['show-members'] || by === coordinator;
  const choices = isShown ? (await tasks.unfinished(tx, id)).map(({ taskId }) => taskId) : undefined;
  return call.fail({
    tag: 'invalid-value',
    message: `"trigger" names task "${unknown}", which session "${id}" does not have${choices ? `; ${listed('its unfinished tasks are', choices)}` : ''}`,
  });
}

function listed(title: string, names: readonly string[]): string {
  if (names.length === 0) return `${title} none`;
  const shown = names.slice(0, SHOWN).join(', ');
  return `${title} ${shown}${names.length > SHOWN ? ' and others' : ''}`;
}
