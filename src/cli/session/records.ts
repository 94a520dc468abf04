/** Sessions, members and messages, as the replies of a node have them. */
import { keyed, type RestconfClient } from '../../clients/index.js';
import { isObject, RpcError } from '../../data/index.js';
import type { Actions, Data, Rpcs } from '../../generated/index.js';
import { entries, entriesAt, membersOf, valueAt } from '../remote/index.js';

export type Session = NonNullable<NonNullable<Data['yangent-sessions:sessions']>['session']>[number];
export type Member = NonNullable<Session['member']>[number];
export type Message = NonNullable<Rpcs['yangent-sessions:history']['output']['message']>[number];
type Received = Rpcs['yangent-sessions:receive']['output'];
export type ReceivedMessage = NonNullable<Received['message']>[number];
export type Gap = NonNullable<Received['gap']>[number];
export type Rejected = NonNullable<Received['rejected']>[number];

type ActionName = keyof Actions extends infer Path
  ? Path extends `/yangent-sessions:sessions/session/${infer Name}`
    ? Name
    : never
  : never;

const SESSIONS = '/yangent-sessions:sessions/session';
/** The leafs by which people know a session. */
const HEAD = 'id;kind;name;goal;state;since;created;coordinator;first-sequence;last-sequence;continues';

/** Returns the sessions that the user may see, without their members, the oldest first. */
export async function listSessions(node: RestconfClient): Promise<readonly Session[]> {
  const found = await sessionsAt(node, SESSIONS, HEAD);
  return [...found].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns a session with its members. @throws RpcError data-missing when there is none, or the user may not see it */
export async function readSession(node: RestconfClient, id: string): Promise<Session> {
  const [session] = (await entriesAt(node, `/yangent-sessions:sessions/${keyed('session', id)}`, LIST)).filter(
    isSession,
  );
  if (session) return session;
  throw missingSession(id);
}

/** Returns a session without its members; undefined when there is none, or the user may not see it. */
export async function readHead(node: RestconfClient, id: string): Promise<Session | undefined> {
  return (await sessionsAt(node, `/yangent-sessions:sessions/${keyed('session', id)}`, HEAD))[0];
}

/**
 * Returns true when a member of the session, or of any, was given messages that it has not acknowledged.
 *
 * @param agent only this one; else all members of which the user may know
 */
export async function hasGivenOut(node: RestconfClient, agent?: string, session?: string): Promise<boolean> {
  const path = session === undefined ? SESSIONS : `/yangent-sessions:sessions/${keyed('session', session)}`;
  const value = membersOf(await valueAt(node, path, { fields: 'member(agent;acknowledged;delivered)' }));
  return entries(value, LIST)
    .flatMap((each) => entries(membersOf(each), 'member'))
    .map(membersOf)
    .some(
      (member) =>
        (agent === undefined || member.agent === agent) &&
        Number(member.delivered ?? 0) > Number(member.acknowledged ?? 0),
    );
}

const LIST = 'yangent-sessions:session';

async function sessionsAt(node: RestconfClient, path: string, fields: string): Promise<readonly Session[]> {
  return entries(membersOf(await valueAt(node, path, { fields })), LIST).filter(isSession);
}

/** Returns the error for a session that is not there, or that the user may not see. */
export function missingSession(id: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'data-missing',
    message: `there is no session ${id} that you may see; "yangent session list" shows those there are`,
  });
}

/** Calls an action of a session. */
export async function act<A extends ActionName>(
  node: RestconfClient,
  id: string,
  action: A,
  input: Actions[`/yangent-sessions:sessions/session/${A}`]['input'],
): Promise<unknown> {
  return node.action(`/yangent-sessions:sessions/${keyed('session', id)}/${action}`, input);
}

/** Returns the messages of an answer; those without the members that every message has are left out. */
export function messagesOf<M extends Message = Message>(answer: unknown): readonly M[] {
  return entries(membersOf(answer), 'message').filter(isMessage<M>);
}

/** Returns the gaps that an answer of `receive` tells. */
export function gapsOf(answer: unknown): readonly Gap[] {
  return entries(membersOf(answer), 'gap').filter(isGap);
}

/** Returns the refused messages that an answer of `receive` tells. */
export function rejectedOf(answer: unknown): readonly Rejected[] {
  return entries(membersOf(answer), 'rejected').filter(isRejected);
}

// These check the members that every entry has; the node has made the others by the model.

function isSession(value: unknown): value is Session {
  return hasTexts(value, 'id', 'kind', 'state', 'since', 'created');
}

export function isMessage<M extends Message = Message>(value: unknown): value is M {
  return hasTexts(value, 'sequence', 'id', 'type', 'at');
}

function isRejected(value: unknown): value is Rejected {
  return hasTexts(value, 'session', 'id', 'error-tag');
}

function isGap(value: unknown): value is Gap {
  return hasTexts(value, 'session', 'count', 'through');
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}
