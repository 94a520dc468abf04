/** Receives the sessions of a peer: what it gives is stored, and then acknowledged. */
import { Patience } from '../patience.js';
import { acknowledge } from './acknowledge.js';
import type { LinkOptions } from './link.js';
import { outcomeOfSessions } from './outcome.js';

/** Messages that are received at once. */
const BATCH = 500;
/** Seconds for which the peer waits for something. */
const WAIT = 60;
/** Milliseconds within which an answer comes at once. */
const AT_ONCE = 1_000;

/** Receives until the signal aborts. While the peer cannot be reached, or gives at once what is no news, it is asked less often. */
export async function follow(o: LinkOptions): Promise<void> {
  const patience = new Patience(Number.POSITIVE_INFINITY);
  while (!o.signal.aborted) {
    try {
      const begun = performance.now();
      const isNews = await receiveOnce(o);
      if (isNews || performance.now() - begun > AT_ONCE) patience.renew();
      else await patience.afterFailure(new Error('no news'), o.signal, true);
    } catch (error) {
      if (o.signal.aborted) return;
      o.agreed.clear();
      o.note(outcomeOfSessions(error));
      o.log.debug({ err: error, peer: o.peer.name }, 'peers: sessions could not be received; it is tried again');
      await patience.afterFailure(error, o.signal, true).catch(() => undefined);
    }
  }
}

/** @returns true when messages were stored */
async function receiveOnce(o: LinkOptions): Promise<boolean> {
  const { peer, copies, reach, note, traffic, signal } = o;
  const node = await reach();
  const batch = await node.receiveAll({ max: BATCH, wait: WAIT }, { signal });
  note({ state: 'up' });
  const { positions, stored } = await copies.take(peer, batch);
  traffic.count(peer.name, { received: stored });
  if (positions.length === 0) return false;
  const position = positions.map(({ session, through, rejected }) => ({
    session,
    through: `${BigInt(through)}` as const,
    ...(rejected.length > 0 ? { rejected } : {}),
  }));
  await acknowledge(o, node, position);
  return stored > 0;
}
