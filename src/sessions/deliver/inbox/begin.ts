/** Begins a stream: acknowledges what an earlier one wrote, and finds the memberships. */
import type { Call } from '../../../server/index.js';
import { isPresent } from '../../member/present.js';
import type { MemberRecord } from '../../record/member.js';
import type { SessionServices } from '../../services.js';
import { moveTo } from '../acknowledge.js';
import { lastFor } from '../waiting.js';
import type { Positions } from './remembered.js';

/** The last event that a client got. */
export interface LastEvent {
  readonly session: string;
  readonly sequence: number;
}

const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([1-9]\d{0,15})$/;

/** Parses the identifier of an event. @throws RpcError bad-element */
export function lastEventOf(call: Call, id: string): LastEvent {
  const [, session, sequence] = ID.exec(id) ?? [];
  if (session === undefined) {
    return call.fail({
      type: 'protocol',
      tag: 'bad-element',
      appTag: 'unknown-event-id',
      info: { 'bad-element': 'last-event-id' },
      message: `"${id}" is not the identifier of an event of the stream inbox: that is SESSION:SEQUENCE`,
    });
  }
  return { session, sequence: Number(sequence) };
}

/** Identifies an event of the stream. */
export function eventId(session: string, sequence: number): string {
  return `${session}:${sequence}`;
}

/**
 * Refuses to go on behind a message that a session of these agents never had: the node was restored from a backup. Nothing is said of
 * other sessions.
 *
 * @throws RpcError data-missing
 */
export async function requireWritten(
  o: SessionServices,
  call: Call,
  agents: readonly string[],
  { session, sequence }: LastEvent,
): Promise<void> {
  const members = (await o.members.among(session, agents)).filter(isPresent);
  const known = await o.sessions.get(session);
  if (members.length === 0 || !known) return;
  if (sequence <= Math.max(...members.map((member) => lastFor(known, member)))) return;
  call.fail({ tag: 'data-missing', message: `session "${session}" has no message ${sequence}` });
}

/** Moves the positions of these agents, as far as they are members, to what their client got. */
export async function acknowledgeAll(
  o: SessionServices,
  agents: readonly string[],
  positions: Positions,
): Promise<void> {
  if (positions.size === 0 || agents.length === 0) return;
  await o.store.transact(async (tx) => {
    for (const [id, through] of positions) {
      const session = await o.sessions.get(id, tx);
      if (!session) continue;
      const members = await o.members.among(id, agents, tx);
      for (const member of members) {
        if (isPresent(member)) await moveTo(o, tx, member, Math.min(through, lastFor(session, member)));
      }
    }
  });
}

/** Returns the first message behind which the stream begins for a member. */
export function startOf(
  { session, state, acknowledged, spans }: MemberRecord,
  last: LastEvent | undefined,
  moves: boolean,
): number {
  if (last?.session !== session || state !== 'joined') return acknowledged;
  const joined = spans.at(-1)?.from ?? 0;
  const start = moves ? Math.min(acknowledged, last.sequence) : last.sequence;
  return Math.max(joined, start);
}
