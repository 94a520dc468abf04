/** The posts that wait for a peer, and what became of them, for those who carry them there. */
import { shownAgent } from '../../agents/index.js';
import type { RpcError } from '../../data/index.js';
import type { Post } from '../record/posts.js';
import type { SessionServices } from '../services.js';
import { refusePost } from './refusal.js';

/** The peer has taken a post. A message is kept until it comes back with its number; an action is done. */
export async function carried(o: SessionServices, post: Post): Promise<void> {
  if (post.action === undefined) return;
  await o.store.transact((tx) => o.posts.remove(tx, post));
}

/** The peer has refused a post: the sender of a message is told. */
export async function refused(o: SessionServices, post: Post, { tag, appTag, message }: RpcError): Promise<void> {
  await o.store.transact(async (tx) => {
    // An agent that is no more is told nothing.
    if (post.action !== undefined || shownAgent(post.sender) !== post.sender) return o.posts.remove(tx, post);
    await refusePost(o, tx, post, { tag, message, ...(appTag === undefined ? {} : { appTag }) });
  });
}
