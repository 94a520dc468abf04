/** Takes what a peer gives of sessions whose home is another node, and keeps it as copies under the numbers of the home. */
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Tx } from '../../store/index.js';
import type { SessionPeer } from '../homes/homes.js';
import type { PeerPosition } from '../link/acknowledge.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { closeContinued } from './continued.js';
import { isAtEnd, keepCopy } from './keep.js';
import { takeMember } from './members.js';
import { takenMessage } from './message.js';
import { numberOf, Refused } from './read.js';
import { takeRefusals } from './refusals.js';
import type { Warnings } from './warnings.js';
import { takeMessage } from './write.js';

export type Batch = YangentSessionsRpcs['yangent-sessions:receive']['output'];
type BatchMessage = NonNullable<Batch['message']>[number];

export interface Taken {
  /** The positions that the peer is to be told. */
  readonly positions: readonly PeerPosition[];
  /** Number of messages that were stored. */
  readonly stored: number;
}

interface Part {
  readonly told: NonNullable<Batch['session']>[number];
  readonly messages: readonly BatchMessage[];
  readonly lostThrough?: string;
}

/** Stores a batch, each session in a transaction of its own: one that is refused does not hold up the others. */
export async function take(o: SessionServices, peer: SessionPeer, batch: Batch, warnings: Warnings): Promise<Taken> {
  const positions = new Map<string, PeerPosition>();
  let stored = 0;
  for (const part of partsOf(batch)) {
    const { id } = part.told;
    try {
      const taken = await o.store.transact((tx) => takePart(o, tx, peer, part, warnings));
      positions.set(id, { session: id, through: taken.through, rejected: [] });
      stored += taken.stored;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      warnings.warn(peer.name, id, error.message, 'a session of a peer is not taken');
      positions.set(id, { session: id, through: givenThrough(part), rejected: [] });
    }
  }
  for (const { session, last, ids } of await takeRefusals(o, peer, batch)) {
    const through = positions.get(session)?.through ?? last;
    positions.set(session, { session, through, rejected: ids });
  }
  return { positions: [...positions.values()], stored };
}

/** Returns the last message that the peer has given, also before. */
function givenThrough({ told, messages }: Part): number {
  return Math.min(Number(messages.at(-1)?.sequence ?? told.acknowledged), Number.MAX_SAFE_INTEGER);
}

function partsOf({ session: told = [], message = [], gap = [] }: Batch): readonly Part[] {
  const bySession = new Map<string | undefined, BatchMessage[]>();
  for (const each of message) {
    const those = bySession.get(each.session);
    if (those) those.push(each);
    else bySession.set(each.session, [each]);
  }
  return told.map((session) => {
    const lost = gap.find((each) => each.session === session.id);
    return {
      told: session,
      messages: bySession.get(session.id) ?? [],
      ...(lost ? { lostThrough: lost.through } : {}),
    };
  });
}

async function takePart(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  part: Part,
  warnings: Warnings,
): Promise<{ readonly through: number; readonly stored: number }> {
  const { told, messages, lostThrough } = part;
  const known = await o.sessions.latest(tx, told.id);
  let session = await keepCopy(o, tx, peer, told, known);
  if (isAtEnd(session)) return { through: givenThrough(part), stored: 0 };
  if (lostThrough !== undefined) session = await forgetThrough(o, tx, session, numberOf(lostThrough));
  for (const member of told.member ?? []) await takeMember(o, tx, session, member);
  let stored = 0;
  for (const value of messages) {
    // Messages before it were lost on the way, or by this node: the peer is asked for them again.
    if (Number(value.previous ?? 0) > session.last) break;
    const taken = await takeOne(o, tx, peer, session, value);
    if (typeof taken === 'object') {
      warnings.warn(peer.name, session.id, taken.problem, 'nothing more of a session of a peer is taken');
      session = withProblem(session, taken.problem);
      break;
    }
    if (taken === 'known') continue;
    if (value.redacted?.includes('type')) {
      const reason = 'this node does not know the types of some of its messages, and takes them as discussion';
      warnings.warn(peer.name, session.id, reason, 'a session of a peer is of a later version');
    }
    stored += 1;
    session = { ...session, last: Math.max(session.last, Number(value.sequence)) };
  }
  await o.sessions.setCopy(tx, session);
  tx.afterCommit(() => o.attached.wake(session.id));
  const open = await closeContinued(o, tx, peer, session);
  if (open !== undefined) tx.afterCommit(() => warnings.warn(peer.name, open, goesOn(session), BOTH_OPEN));
  return { through: session.copy?.problem === undefined ? session.last : givenThrough(part), stored };
}

const BOTH_OPEN = 'a session of this node stays open, and goes on at a peer that may not continue it';

function goesOn({ id }: SessionRecord): string {
  return `it goes on as session "${id}": close one of the two, or let the peer continue sessions (continues)`;
}

/** Takes a message. @returns the problem of one that cannot be taken; of it nothing is stored */
async function takeOne(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  session: SessionRecord,
  value: BatchMessage,
): Promise<'new' | 'known' | { readonly problem: string }> {
  try {
    const taken = await takeMessage(o, tx, session, await takenMessage(o, tx, peer, session, value));
    if (taken !== 'differs') return taken;
    return { problem: `it gives another message ${value.sequence} than before, or one message twice` };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

function withProblem(session: SessionRecord, problem: string): SessionRecord {
  return session.copy ? { ...session, copy: { ...session.copy, problem } } : session;
}

/** The home does not keep messages up to this one any more, and the copy neither: members here are told that they missed some. */
async function forgetThrough(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  through: number,
): Promise<SessionRecord> {
  if (through < session.first) return session;
  await o.messages.removeThrough(tx, session.id, through);
  tx.afterCommit(() => o.rings.forget(session.id));
  return { ...session, first: through + 1, last: Math.max(session.last, through) };
}
