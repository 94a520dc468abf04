/** Tells why posts were refused. */
import { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { dataOfPost } from '../homes/data-names.js';
import { type Post, type Refusal, refusalsOf } from '../record/posts.js';
import type { SessionServices } from '../services.js';

interface Told {
  readonly 'error-tag': string;
  readonly 'error-app-tag'?: string;
  readonly 'error-message'?: string;
}

/** Returns a refusal as the next node has told it. */
export function refusalOf({ 'error-tag': tag, 'error-app-tag': appTag, 'error-message': message }: Told): Refusal {
  return {
    tag,
    ...(appTag === undefined ? {} : { appTag }),
    ...(message === undefined ? {} : { message }),
  };
}

/** Keeps why a message was refused, and tells its sender. The home may not read the data any more that it names. */
export async function refusePost(o: SessionServices, tx: Tx, post: Post, why: Refusal): Promise<void> {
  const { session, sender } = post;
  await o.posts.refuse(tx, post, why);
  await o.messages.data.removePosted(tx, session, dataOfPost(o, post));
  tx.afterCommit(() => {
    o.attached.wake(session, sender, refusalsOf(sender));
    // The node of an agent of another domain tells it.
    if (sender.includes('@')) o.links.wakeAll();
  });
}

/** Returns the error of a refusal; a tag that is none of NETCONF counts as operation-failed. */
export function errorOf({ tag, appTag, message = 'the home of the session refused the message' }: Refusal): RpcError {
  const known = TAGS.find((each) => each === tag) ?? 'operation-failed';
  return new RpcError({
    ...{ type: 'application', tag: known, message },
    ...(appTag === undefined ? {} : { appTag }),
  });
}

/** The tags with which a home refuses messages (RFC 6241, appendix A). */
const TAGS = [
  ...(['invalid-value', 'too-big', 'missing-element', 'access-denied', 'resource-denied'] as const),
  ...(['data-exists', 'data-missing', 'operation-failed', 'bad-element', 'in-use'] as const),
];
