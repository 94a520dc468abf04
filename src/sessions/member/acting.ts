/** Finds the member for which a caller speaks. To those who are no members, a session that is not theirs is as one that is not there. */
import { OPERATOR_GROUP } from '../../access/index.js';
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { sender } from '../../tasks/index.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** Returns the agent as which the caller speaks: that of the endpoint, the named one, or his only one. */
export function speaker(
  { directory }: Pick<SessionServices, 'directory'>,
  call: Call,
  name: string | undefined,
  leaf: string,
): AgentRecord {
  const { view } = call;
  const agent = sender(call, directory, name ?? (view.kind === 'agent' ? view.agent : undefined), leaf);
  if (view.kind === 'node' || view.agent === agent.id) return agent;
  return call.fail({
    tag: 'invalid-value',
    message: `this is the endpoint of agent "${view.agent}", and "${leaf}" names "${agent.id}": use its endpoint, or that of the node`,
  });
}

export interface Acting {
  readonly session: SessionRecord;
  readonly member: MemberRecord;
}

/** Refuses as for a session that does not exist. */
export function noSession(call: Call, id: string): never {
  return call.fail({ tag: 'data-missing', message: `there is no session "${id}" of yours` });
}

/**
 * Returns the session and the row of this agent in it, whatever its state. It looks for both in any case: the time that it takes does
 * not tell a session of others from one that is not there.
 *
 * @throws RpcError data-missing
 */
export async function requireKnown(
  o: Pick<SessionServices, 'sessions' | 'members'>,
  call: Call,
  id: string,
  agent: string,
  tx?: Tx,
): Promise<Acting> {
  const session = await (tx ? o.sessions.latest(tx, id) : o.sessions.get(id));
  const member = await (tx ? o.members.latest(tx, id, agent) : o.members.get(id, agent));
  if (session && member) return { session, member };
  // Operators read all sessions, so that for them it is there.
  if (session && isOperating(call, undefined))
    call.fail({ tag: 'data-missing', message: `agent "${agent}" is no member of session "${id}"` });
  return noSession(call, id);
}

/** Returns the session and this member, which is in. @throws RpcError data-missing, operation-failed for one that is not in */
export async function requireJoined(
  o: Pick<SessionServices, 'sessions' | 'members'>,
  call: Call,
  id: string,
  agent: string,
  tx?: Tx,
): Promise<Acting> {
  const acting = await requireKnown(o, call, id, agent, tx);
  const { state } = acting.member;
  if (state === 'joined') return acting;
  return call.fail({
    tag: 'operation-failed',
    appTag: 'not-joined',
    message: `agent "${agent}" is ${state === 'invited' ? 'invited to' : 'no longer in'} session "${id}"${state === 'invited' ? ': let it join first' : ''}`,
  });
}

/** Refuses to change a session that is closed. */
export function requireOpen(call: Call, { id, state }: SessionRecord): void {
  if (state !== 'closed') return;
  call.fail({ tag: 'operation-failed', appTag: 'closed', message: `session "${id}" is closed` });
}

/**
 * True when the caller acts as an operator, and not for an agent: it names none, and is not at the endpoint of one. A limited token
 * is checked for the agent of the endpoint, so there an operator is that agent.
 */
export function isOperating({ view, groups }: Call, name: string | undefined): boolean {
  return name === undefined && view.kind === 'node' && groups.includes(OPERATOR_GROUP);
}

/** The session that a coordinator or an operator is about to change. */
export interface Steered {
  readonly session: SessionRecord;
  /** The coordinator as which the caller acts; undefined for operators. */
  readonly by?: AgentRecord;
}

/** Returns the session if the caller speaks for its coordinator, or is an operator. */
export async function requireSteering(
  o: SessionServices,
  call: Call,
  id: string,
  name: string | undefined,
  tx: Tx,
): Promise<Steered> {
  if (isOperating(call, name)) {
    const session = await o.sessions.get(id, tx);
    return session ? { session } : noSession(call, id);
  }
  const by = speaker(o, call, name, 'agent');
  const { session } = await requireLeading(o, call, id, by.id, tx, ', or an operator');
  return { session, by };
}

/** Returns the session if this agent is its coordinator. @throws RpcError data-missing, access-denied */
export async function requireLeading(
  o: Pick<SessionServices, 'sessions' | 'members'>,
  call: Call,
  id: string,
  agent: string,
  tx: Tx,
  others = '',
): Promise<Acting> {
  const acting = await requireJoined(o, call, id, agent, tx);
  if (acting.member.role === 'coordinator') return acting;
  return call.fail({
    tag: 'access-denied',
    message: `agent "${agent}" is ${acting.member.role} of session "${id}": its coordinator may do this${others}`,
  });
}
