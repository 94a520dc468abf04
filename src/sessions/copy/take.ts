/** Takes what a peer gives of sessions whose home is another node, and keeps it as copies under the numbers of the home. */
import type { Logger } from 'pino';
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Tx } from '../../store/index.js';
import type { SessionPeer } from '../homes/homes.js';
import type { PeerPosition } from '../link/acknowledge.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { closeContinued } from './continued.js';
import { keepCopy, Refused } from './keep.js';
import { takeMember } from './members.js';
import { takenMessage } from './message.js';
import { refusalOf, refusePost } from './refusal.js';
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
  readonly lostThrough?: number;
}

/** Stores a batch, each session in a transaction of its own: one that is refused does not hold up the others. */
export async function take(o: SessionServices, peer: SessionPeer, batch: Batch, log: Logger): Promise<Taken> {
  const positions = new Map<string, PeerPosition>();
  let stored = 0;
  for (const part of partsOf(batch)) {
    const { id } = part.told;
    try {
      const taken = await o.store.transact((tx) => takePart(o, tx, peer, part, log));
      positions.set(id, { session: id, through: taken.through, rejected: [] });
      stored += taken.stored;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      log.warn({ peer: peer.name, session: id, reason: error.message }, 'sessions: a session of a peer is not taken');
      positions.set(id, { session: id, through: givenThrough(part), rejected: [] });
    }
  }
  for (const [session, rejected] of await takeRefusals(o, batch)) {
    const through = positions.get(session)?.through ?? (await o.sessions.get(session))?.last ?? 0;
    positions.set(session, { session, through, rejected });
  }
  return { positions: [...positions.values()], stored };
}

/** Returns the last message that the peer has given, also before. */
function givenThrough({ told, messages }: Part): number {
  return Number(messages.at(-1)?.sequence ?? told.acknowledged);
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
      ...(lost ? { lostThrough: Number(lost.through) } : {}),
    };
  });
}

async function takePart(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  part: Part,
  log: Logger,
): Promise<{ readonly through: number; readonly stored: number }> {
  const { told, messages, lostThrough } = part;
  const known = await o.sessions.latest(tx, told.id);
  let session = await keepCopy(o, tx, peer, told, known);
  if (session.copy?.problem !== undefined || session.continuedBy !== undefined)
    return { through: givenThrough(part), stored: 0 };
  if (lostThrough !== undefined) session = await forgetThrough(o, tx, session, lostThrough);
  for (const member of told.member ?? []) await takeMember(o, tx, session, member);
  let stored = 0;
  for (const value of messages) {
    // Messages before it were lost on the way, or by this node: the peer is asked for them again.
    if (Number(value.previous ?? 0) > session.last) break;
    const written = await takeMessage(o, tx, session, await takenMessage(o, tx, peer, session, value));
    if (written === 'differs') {
      const problem = `peer ${peer.name} gives another message ${value.sequence} than before`;
      log.warn({ peer: peer.name, session: session.id }, `sessions: ${problem}; its copy stays as it is`);
      session = withProblem(session, problem);
      break;
    }
    if (written === 'known') continue;
    stored += 1;
    session = { ...session, last: Math.max(session.last, Number(value.sequence)) };
  }
  await o.sessions.setCopy(tx, session);
  tx.afterCommit(() => o.attached.wake(session.id));
  await closeContinued(o, tx, peer, session);
  return { through: session.copy?.problem === undefined ? session.last : givenThrough(part), stored };
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

/** Marks messages that a node on the way to the home was refused. @returns their identifiers by session */
async function takeRefusals(o: SessionServices, { rejected = [] }: Batch): Promise<ReadonlyMap<string, string[]>> {
  const done = new Map<string, string[]>();
  await o.store.transact(async (tx) => {
    for (const { session = '', id = '', from, ...why } of rejected) {
      const those = done.get(session);
      if (those) those.push(id);
      else done.set(session, [id]);
      const sender = from === undefined ? undefined : o.directory.foreign.plain(from);
      const post = sender === undefined ? undefined : await o.posts.get(session, sender, id, tx);
      if (!post) continue;
      await refusePost(o, tx, post, refusalOf(why));
      tx.afterCommit(() => o.attached.wake(post.sender));
    }
  });
  return done;
}
