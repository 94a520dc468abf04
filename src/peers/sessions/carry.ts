/** Carries posts to a peer, those of each session in their order. */
import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterOf } from '../../access/index.js';
import type { Post, SessionAct } from '../../sessions/index.js';
import { Patience } from '../patience.js';
import type { NodePeer } from '../peer.js';
import { acknowledge } from './acknowledge.js';
import type { LinkOptions } from './link.js';
import { isRefusal, isTooFast, outcomeOfSessions } from './outcome.js';

/** Posts that are read at once. */
const BATCH = 200;
/** Milliseconds after which it is looked again, whatever was heard. */
const LOOK_AGAIN = 60_000;
/** Milliseconds for which a home is left alone that takes no more for now. */
const LONGEST_PAUSE = 5_000;

export interface CarryOptions extends LinkOptions {
  /** Refuses what may not leave this node. @throws RpcError access-denied */
  readonly requireOut: (post: Post) => Promise<void>;
}

/** Carries until the signal aborts. After a failure all is carried again that has not come back: its identifier tells it from new ones. */
export async function carry(o: CarryOptions): Promise<void> {
  const patience = new Patience(Number.POSITIVE_INFINITY);
  let after = 0;
  while (!o.signal.aborted) {
    const attachment = o.copies.attach(o.peer.name);
    try {
      const posts = await o.copies.waiting(o.peer.name, after, BATCH);
      const last = posts.at(-1);
      if (last) {
        await carryAll(o, posts);
        after = last.number;
        patience.renew();
      } else await attachment.news(Date.now() + LOOK_AGAIN, o.signal);
    } catch (error) {
      if (o.signal.aborted) return;
      after = 0;
      o.agreed.clear();
      o.note(outcomeOfSessions(error));
      o.log.debug({ err: error, peer: o.peer.name }, 'peers: messages could not be carried; it is tried again');
      await patience.afterFailure(error, o.signal, true).catch(() => undefined);
    } finally {
      attachment.end();
    }
  }
}

async function carryAll(o: CarryOptions, posts: readonly Post[]): Promise<void> {
  const node = await o.reach();
  const bySession = new Map<string, Post[]>();
  for (const post of posts) {
    const those = bySession.get(post.session);
    if (those) those.push(post);
    else bySession.set(post.session, [post]);
  }
  const outcomes = await Promise.allSettled([...bySession.values()].map((each) => carryInTurn(o, node, each)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function carryInTurn(o: CarryOptions, node: NodePeer, posts: readonly Post[]): Promise<void> {
  const { copies, traffic, peer, signal } = o;
  const [first] = posts;
  if (!first || !(await agrees(o, node, first.session))) return;
  for (const post of posts) {
    signal.throwIfAborted();
    try {
      await o.requireOut(post);
      await carryPatiently(node, post, signal);
      await copies.carried(post);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await copies.refused(post, error);
    }
    traffic.count(peer.name, { sent: 1 });
  }
}

/** True when the home of a session has what the copy has, so that it gives later numbers to what it is sent. */
async function agrees(o: CarryOptions, node: NodePeer, session: string): Promise<boolean> {
  if (o.agreed.has(session)) return true;
  const newest = await o.copies.newest(session);
  if (newest === undefined) return false;
  for (const had of await acknowledge(o, node, [{ session, through: `${BigInt(newest)}` }])) o.agreed.add(had);
  return o.agreed.has(session);
}

/** Carries a post when the home takes it again, where it is sent more than it takes in a second (`max-rate`). */
async function carryPatiently(node: NodePeer, post: Post, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await carryOne(node, post, signal);
    } catch (error) {
      if (!isTooFast(error)) throw error;
      const seconds = Number(retryAfterOf(error) ?? 1);
      await pause(Math.min(seconds * 1_000 || LONGEST_PAUSE, LONGEST_PAUSE), undefined, { signal });
    }
  }
}

async function carryOne(node: NodePeer, { session, action: name, request }: Post, signal: AbortSignal): Promise<void> {
  if ('type' in request) await node.sendOnce(request, { signal });
  else if (name !== undefined) {
    const act: SessionAct = { session, name, input: request };
    await node.actIn(act, { signal });
  }
}
