/** Takes down what a peer has stored. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { noSession } from '../member/acting.js';
import type { SessionServices } from '../services.js';

export interface PeerPosition {
  readonly session: string;
  readonly through: number;
  /** Identifiers of refused messages that it has told their senders. */
  readonly rejected: readonly string[];
}

/**
 * Moves the position of a peer, which may go back: a node that was restored from a backup reads again.
 *
 * @throws RpcError data-missing for a session without agents of the peer, and for a message that a session of this node never had: it
 *   was restored from a backup, and the peer has more
 */
export async function acknowledgeFor(
  o: SessionServices,
  tx: Tx,
  call: Call,
  peer: string,
  { session: id, through, rejected }: PeerPosition,
): Promise<void> {
  const session = await o.sessions.latest(tx, id);
  const link = session && (await o.linkRows.get(id, peer, tx));
  if (!session || !link) return noSession(call, id);
  if (through > session.last && !session.copy)
    call.fail({
      tag: 'data-missing',
      message: `session "${id}" has no message ${through}: its last one is ${session.last}`,
    });
  // A copy that was restored from a backup gets from its home what its peers have.
  const position = Math.min(through, session.last);
  const goesBack = position < link.position;
  // One that goes back is told the members again: it may know none of them.
  if (position !== link.position || !link.begun) await o.linkRows.put(tx, { ...link, position, begun: !goesBack });
  for (const post of rejected.length > 0 ? await o.posts.refusedNamed(tx, id, rejected) : []) {
    if (o.directory.get(post.sender)?.foreign?.peer === peer) await o.posts.remove(tx, post);
  }
  tx.afterCommit(() => {
    if (goesBack) o.told.forget(id, peer);
    else o.told.acknowledge(id, peer);
    if (goesBack) o.links.again(id);
    else o.links.wake(id);
  });
}
