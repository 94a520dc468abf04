/** Waits until the home of a session has given a message its number. */
import type { MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';
import { errorOf } from './refusal.js';

export interface Waiting {
  readonly session: string;
  /** Identifier of the message, and of its sender. */
  readonly id: string;
  readonly from: string;
  /** Milliseconds of the steady clock. */
  readonly until: number;
}

/**
 * Returns the message once it has its number; undefined when it has none in time.
 *
 * @throws RpcError as the home refused it; it is not told again then
 */
export async function numbered(
  o: SessionServices,
  { session, id, from, until }: Waiting,
  signal: AbortSignal,
): Promise<MessageRecord | undefined> {
  for (;;) {
    const attachment = o.attached.attach([session, from]);
    try {
      const message = await o.messages.ofId(o.store, session, from, id);
      if (message) return message;
      const post = await o.posts.get(session, from, id);
      if (post?.refusal) {
        await o.store.transact((tx) => o.posts.remove(tx, post));
        throw errorOf(post.refusal);
      }
      if (!post || o.steady() >= until || signal.aborted) return undefined;
      await attachment.news(Date.now() + until - o.steady(), signal);
    } finally {
      attachment.end();
    }
  }
}
