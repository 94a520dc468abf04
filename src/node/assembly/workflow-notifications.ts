/** The notifications to which runs of workflows react: those that their initiators may see. */
import { isDeepStrictEqual } from 'node:util';
import type { Principal } from '../../access/index.js';
import { toValue } from '../../data/index.js';
import { type EventDelivery, xpathFilterOf } from '../../server/index.js';
import type { ReadNotifications } from '../../workflows/index.js';
import type { Schema } from '../../yang/index.js';
import { caller } from '../local.js';
import type { Late } from './concepts.js';

/** Characters of an XPath filter. */
const LONGEST_FILTER = 4_096;

/** A time before all events. */
const OLDEST = '1970-01-01T00:00:00Z';

export function notificationsFor(late: Late, schema: Schema): ReadNotifications {
  // Not as the coordinator, which sees the runs of all users.
  const readerOf = (actor: { readonly user: string; readonly agent: string }): Principal => {
    const { name, groups } = late.local().initiator(actor);
    return { name, groups };
  };
  return async function* read(actor, { stream, name, filter, after, fromOldest, passed }, signal) {
    const principal = readerOf(actor);
    const selects = filter === undefined ? undefined : xpathFilterOf(filter, schema, LONGEST_FILTER);
    const wanted = (event: EventDelivery) =>
      (name === undefined || event.node.qname === name) && (selects?.accepts(event) ?? true);
    const deliveries = late.server().subscribe(caller(principal, signal), {
      ...{ stream, filter: wanted, atOnce: 1, signal },
      ...(after === undefined ? {} : { after }),
      ...(fromOldest ? { startTime: OLDEST } : {}),
      ...(passed ? { passed } : {}),
    });
    for await (const [delivery] of deliveries) {
      if (delivery?.kind !== 'event') continue;
      // The reader comes back with the groups that the user has now.
      if (!isDeepStrictEqual(readerOf(actor), principal)) return;
      const { id, time, node, notification } = delivery;
      yield { id, time, name: node.qname, value: toValue(notification) };
    }
  };
}
