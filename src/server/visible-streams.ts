import type { Principal } from '../access/index.js';
import type { EventStream } from '../events/index.js';
import { AUDIT_NOTIFICATION, AUDIT_STREAM } from './audit-event.js';
import type { ServerCore } from './core.js';
import type { View } from './view.js';

/** Lists the event streams that a user may see. The audit stream is listed only when the user could receive its events. */
export function visibleStreams(
  { events, access, endpoint }: Pick<ServerCore, 'events' | 'access' | 'endpoint'>,
  view: View,
  principal: Principal | undefined,
): readonly EventStream[] {
  const readsAudit = (): boolean => {
    const notification = endpoint({ view }).schema.notifications.get(AUDIT_NOTIFICATION);
    return principal !== undefined && notification !== undefined && access.couldReceive(principal, notification);
  };
  return events.streams().filter(({ name }) => name !== AUDIT_STREAM.name || readsAudit());
}
