/** Puts what waited for a lost home into the session that goes on. */
import type { Tx } from '../../store/index.js';
import { dataAbroad, dataOfPost, dataPosted, withData } from '../homes/data-names.js';
import type { MessageRecord } from '../record/message.js';
import type { Post, SendInput } from '../record/posts.js';
import type { SessionRecord } from '../record/session.js';
import { clearPart } from '../sealed/require.js';
import type { SessionServices } from '../services.js';
import { refusePost } from './refusal.js';

/**
 * Adds the waiting messages of members of this node to the log of the new session, in the order in which they were stored, as
 * discussion where they began or ended something: nobody has the floor of before. Their senders got an answer, so none of them is lost:
 * what was said in clear before the session was sealed is refused.
 */
export async function sendPosts(
  o: SessionServices,
  tx: Tx,
  before: SessionRecord,
  session: SessionRecord,
): Promise<SessionRecord> {
  let now = session;
  for (const post of await o.posts.waitingOf(tx, before.id)) {
    const draft = post.action === undefined && isMessage(post.request) ? draftOf(o, post, post.request) : undefined;
    const why = draft && (await clearPart(o, tx, session, draft));
    if (why !== undefined) {
      await refusePost(o, tx, post, { tag: 'invalid-value', appTag: 'not-sealed', message: why });
      continue;
    }
    await o.posts.remove(tx, post);
    if (draft) now = (await o.log.append(tx, now, draft)).session;
  }
  return now;
}

function isMessage(request: Post['request']): request is SendInput {
  return 'type' in request;
}

/** The types that stay what they are: they lead a team nowhere, and answer no message of the session before. */
const LASTING = new Set(['discussion', 'request', 'proposal', 'summary']);

function draftOf(
  o: Pick<SessionServices, 'directory' | 'homes'>,
  { id, sender }: Post,
  { type = 'yangent-sessions:discussion', to = [], subject, tag, content, ...said }: SendInput,
) {
  const name = type.slice(type.indexOf(':') + 1);
  const { 'media-type': mediaType, artifact, extension, expires } = said;
  const kept = LASTING.has(name) ? (name as MessageRecord['type']) : 'discussion';
  return {
    ...{ id, from: sender, type: kept, to: to.map((agent) => o.directory.foreign.plain(agent)), tags: tag ?? [] },
    ...(subject === undefined ? {} : { subject }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(artifact ? withData({ artifacts: artifact }, dataPosted(o)) : {}),
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
  const peer = copy && o.homes.peer(copy.peer);
  if (!peer) return;
  const told = dataAbroad(o, peer);
  for (const post of await o.posts.waitingOf(tx, before.id)) {
    await o.posts.remove(tx, post);
    if (post.action !== undefined || !isMessage(post.request)) continue;
    const { 'in-reply-to': _, artifact, ...request } = post.request;
    const { artifacts } = withData(withData({ artifacts: artifact }, dataPosted(o)), told);
    const again = { ...request, session: id, ...(artifacts ? { artifact: [...artifacts] } : {}) };
    await o.messages.data.addPosted(tx, id, dataOfPost(o, post));
    await o.posts.add(tx, { ...post, session: id, peer: peer.name, request: again }, o.now());
  }
  tx.afterCommit(() => o.posting.wake(peer.name));
}
