/** Sends messages of members here into sessions whose home is another node: they are stored, and go there in their order. */
import { isDeepStrictEqual } from 'node:util';
import { int64 } from '../../data/rfc7951/int64.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { artifactValue } from '../../tasks/index.js';
import { dataAbroad, withData } from '../homes/data-names.js';
import type { SessionPeer } from '../homes/homes.js';
import { abroad } from '../homes/names.js';
import { requireOpen } from '../member/acting.js';
import type { MemberRecord } from '../record/member.js';
import { bytesOf, namedBy } from '../record/message.js';
import type { SendInput } from '../record/posts.js';
import type { Copy, SessionRecord } from '../record/session.js';
import { requireSealed } from '../sealed/require.js';
import type { SessionServices } from '../services.js';
import { requireCarried } from './carried.js';
import { requireRate } from './rate.js';
import { requireReceivers } from './receivers.js';
import { requireRole } from './role.js';
import type { Said } from './send.js';
import { requireWhole } from './whole.js';

/**
 * Stores a message for the home, unless it was stored before. One that the home refused may be sent again under its identifier.
 *
 * @param id of the message
 * @throws RpcError as for a session of this node, as far as this node can tell; resource-denied when too many wait for the peer, or were
 * refused and are not acknowledged
 */
export async function post(
  o: SessionServices,
  tx: Tx,
  call: Call,
  { session, copy, member }: { readonly session: SessionRecord; readonly copy: Copy; readonly member: MemberRecord },
  said: Said & { readonly id: string },
): Promise<void> {
  const { id } = said;
  const { id: sender } = said.from;
  const peer = o.homes.peer(copy.peer);
  const request = requestOf(o, session.id, said, peer);
  const before = await o.posts.get(session.id, sender, id, tx);
  if (before && !before.refusal) {
    if (isDeepStrictEqual(before.request, JSON.parse(JSON.stringify(request)))) return;
    call.fail({
      tag: 'data-exists',
      message: `agent "${sender}" sent another message with the identifier "${id}", which has no number yet: give this one another identifier`,
    });
  }
  requireOpen(call, session);
  requireRole(call, session, member, said.type);
  requireWhole(call, said);
  requireWorkElsewhere(o, call, copy, said);
  await requireReceivers(o, tx, call, session, member, said);
  await requireCarried(o, tx, call, said);
  await requireSealed(o, tx, call, session, said);
  requireRate(o, call, session, sender, bytesOf(said));
  if (!peer) {
    return call.fail({
      tag: 'operation-failed',
      appTag: 'home-unreachable',
      message: `peer "${copy.peer}", over which ${copy.home}, the home of session "${session.id}", is reached, is not configured any more`,
    });
  }
  if (await o.posts.isFull(tx, copy.peer, peer.maxBacklog)) {
    call.fail({
      tag: 'resource-denied',
      appTag: 'backlog-full',
      message: `as many messages wait for the home of session "${session.id}" as may wait: send again when it can be reached`,
    });
  }
  if (!before && (await o.posts.countRefused(tx, sender)) >= peer.maxBacklog) {
    call.fail({
      tag: 'resource-denied',
      appTag: 'backlog-full',
      message: `as many messages of agent "${sender}" were refused as may wait: acknowledge these first, by "rejected" of yangent-sessions:acknowledge`,
    });
  }
  if (before) await o.posts.remove(tx, before);
  await o.messages.data.addPosted(tx, session.id, namedBy(said));
  await o.posts.add(tx, { session: session.id, peer: copy.peer, sender, id, request }, o.now());
  tx.afterCommit(() => o.posting.wake(copy.peer));
}

/** Refuses tasks for agents of this node, which the home would refuse later: it carries no work back to the node from which it comes. */
function requireWorkElsewhere(
  { directory }: Pick<SessionServices, 'directory'>,
  call: Call,
  { home }: Copy,
  { type, from, details: { 'next-speaker': next = [] } }: Said,
): void {
  const own = type === 'task-assignment' ? next.find((agent) => directory.registered(agent)) : undefined;
  if (own === undefined) return;
  call.fail({
    tag: 'invalid-value',
    message: `"next-speaker" names "${own}", an agent of this node as "${from.id}" is: the tasks of the session are assigned by its home, ${home}, which carries no work back to the node from which it comes; assign the task here, by yangent-tasks:assign`,
  });
}

function requestOf(
  o: SessionServices,
  session: string,
  { from, id, type, to, subject, tags, inReplyTo, content, mediaType, details, artifacts, extension, expires }: Said,
  peer: SessionPeer | undefined,
): SendInput {
  const name = abroad(o);
  const { artifacts: told } = peer ? withData({ artifacts }, dataAbroad(o, peer)) : { artifacts };
  const { 'next-speaker': next, ...rest } = details;
  return {
    ...{ session, from: name(from.id), type: `yangent-sessions:${type}`, wait: 0 },
    ...(id === undefined ? {} : { id }),
    ...(to.length > 0 ? { to: to.map(name) } : {}),
    ...(subject === undefined ? {} : { subject }),
    ...(tags.length > 0 ? { tag: tags } : {}),
    ...(inReplyTo === undefined ? {} : { 'in-reply-to': int64(inReplyTo) }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { 'media-type': mediaType }),
    ...rest,
    ...(next ? { 'next-speaker': next.map(name) } : {}),
    ...(told ? { artifact: told.map(artifactValue) } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
  };
}
