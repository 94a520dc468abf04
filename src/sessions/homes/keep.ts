/** Begins to let a peer read a session when an agent behind it becomes a member. */
import type { AgentDirectory } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import type { LinkRows } from '../record/links.js';
import type { MemberRecord } from '../record/member.js';
import type { MemberRows } from '../record/members.js';
import type { SessionRecord } from '../record/session.js';
import type { MembersBehind } from './behind.js';
import type { Homes } from './homes.js';
import type { Links } from './links.js';

interface Needs {
  readonly directory: Pick<AgentDirectory, 'get'>;
  readonly homes: Pick<Homes, 'peer'>;
  readonly members: Pick<MemberRows, 'setAbroad'>;
  readonly linkRows: LinkRows;
  readonly links: Links;
  readonly behind: MembersBehind;
}

/**
 * Notes that a member came or went. When the first agent behind its peer joins a session whose history all members read, the peer reads
 * from the first message on that is kept; else from the message that invites the agent, or by which it joined.
 *
 * @param at number of that message
 */
export async function keepLink(
  o: Needs,
  tx: Tx,
  session: SessionRecord,
  { agent, state }: Pick<MemberRecord, 'agent' | 'state'>,
  at: number,
): Promise<void> {
  const peer = o.directory.get(agent)?.foreign?.peer;
  if (peer === undefined) return;
  await o.members.setAbroad(tx, session.id, agent);
  if (!mayRead(o, session, peer)) return;
  tx.afterCommit(() => {
    o.behind.forget(session.id);
    o.links.again(session.id);
  });
  if (state !== 'invited' && state !== 'joined') return;
  const known = await o.linkRows.get(session.id, peer, tx);
  const whole = state === 'joined' && session.terms.qos.history === 'all';
  if (known && (known.whole || !whole)) return;
  const position = whole ? session.first - 1 : at - 1;
  await o.linkRows.put(tx, { session: session.id, peer, position, begun: false, whole });
  tx.afterCommit(() => o.links.add(session.id, peer));
}

/** A copy goes on to other peers when the one from which it comes is relayed, and never back to that one. */
function mayRead({ homes }: Needs, { copy }: SessionRecord, peer: string): boolean {
  return copy === undefined || (copy.peer !== peer && homes.peer(copy.peer)?.relay === true);
}
