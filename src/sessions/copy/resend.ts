/** Puts what waited for a lost home into the session that goes on. */
import type { Tx } from '../../store/index.js';
import type { MessageRecord } from '../record/message.js';
import type { Post, SendInput } from '../record/posts.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/**
 * Adds the waiting messages of members of this node to the log of the new session, in the order in which they were stored, as
 * discussion where they began or ended something: nobody has the floor of before. Their senders got an answer, so none of them is lost.
 */
export async function sendPosts(
  o: SessionServices,
  tx: Tx,
  before: SessionRecord,
  session: SessionRecord,
): Promise<SessionRecord> {
  let now = session;
  for (const post of await o.posts.waitingOf(tx, before.id)) {
    await o.posts.remove(tx, post);
    if (post.action === undefined && isMessage(post.request)) {
      now = (await o.log.append(tx, now, draftOf(o, post, post.request))).session;
    }
  }
  return now;
}

function isMessage(request: Post['request']): request is SendInput {
  return 'type' in request;
}

/** The types that stay what they are: they lead a team nowhere, and answer no message of the session before. */
const LASTING = new Set(['discussion', 'request', 'proposal', 'summary']);

function draftOf(
  { directory }: SessionServices,
  { id, sender }: Post,
  { type = 'yangent-sessions:discussion', to = [], subject, tag, content, ...said }: SendInput,
) {
  const name = type.slice(type.indexOf(':') + 1);
  const { 'media-type': mediaType, artifact, extension, expires } = said;
  const kept = LASTING.has(name) ? (name as MessageRecord['type']) : 'discussion';
  return {
    ...{ id, from: sender, type: kept, to: to.map((agent) => directory.foreign.plain(agent)), tags: tag ?? [] },
    ...(subject === undefined ? {} : { subject }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(artifact ? { artifacts: artifact } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires: Date.parse(expires) }),
  };
}

/** Lets what waited for a lost home go to the session with which another node goes on. */
export async function movePosts(
  o: SessionServices,
  tx: Tx,
  before: SessionRecord,
  { id, copy }: SessionRecord,
): Promise<void> {
  if (!copy) return;
  for (const post of await o.posts.waitingOf(tx, before.id)) {
    await o.posts.remove(tx, post);
    if (post.action !== undefined || !isMessage(post.request)) continue;
    const { 'in-reply-to': _, ...request } = post.request;
    await o.posts.add(tx, { ...post, session: id, peer: copy.peer, request: { ...request, session: id } }, o.now());
  }
  tx.afterCommit(() => o.posting.wake(copy.peer));
}
