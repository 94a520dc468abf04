/** Takes what the home of a session has refused, as the next node on the way there tells it. */
import type { SessionPeer } from '../homes/homes.js';
import type { SessionServices } from '../services.js';
import { refusalOf, refusePost } from './refusal.js';
import type { Batch } from './take.js';

/** Refused messages of one session, of which the peer is to be told that their senders know. */
export interface TakenRefusals {
  readonly session: string;
  /** The last message of the copy. */
  readonly last: number;
  /** Identifiers of the messages. */
  readonly ids: readonly string[];
}

/** Refusals that are acknowledged at once; the others come again. */
const MOST = 1_000;
const LONGEST_ID = 255;

/** True for the identifier of a message; no other is sent, or acknowledged. */
function isId(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_ID;
}

/** Marks messages as refused. A peer refuses those only that go to it: of sessions whose copies come from it. */
export async function takeRefusals(
  o: SessionServices,
  peer: SessionPeer,
  { rejected = [] }: Batch,
): Promise<readonly TakenRefusals[]> {
  const bySession = new Map<string, (typeof rejected)[number][]>();
  for (const each of rejected) {
    const those = bySession.get(each.session ?? '');
    if (those) those.push(each);
    else bySession.set(each.session ?? '', [each]);
  }
  if (bySession.size === 0) return [];
  return o.store.transact(async (tx) => {
    const done: TakenRefusals[] = [];
    for (const [id, those] of bySession) {
      const session = await o.sessions.latest(tx, id);
      if (session?.copy?.peer !== peer.name) continue;
      for (const { id: message = '', from = '', ...why } of those) {
        const post = await o.posts.get(id, o.directory.foreign.plain(from), message, tx);
        if (!post || post.action !== undefined) continue;
        await refusePost(o, tx, post, refusalOf(why));
      }
      const ids = those.flatMap(({ id: message = '' }) => (isId(message) ? [message] : []));
      done.push({ session: id, last: session.last, ids: ids.slice(0, MOST) });
    }
    return done;
  });
}
