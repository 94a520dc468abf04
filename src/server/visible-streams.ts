import type { Principal } from '../access/index.js';
import type { EventStream } from '../events/index.js';
import { AUDIT_NOTIFICATION, AUDIT_STREAM } from './audit-event.js';
import type { ServerCore } from './core.js';
import type { ProvidedStream } from './provider.js';
import type { View } from './view.js';

type Needs = Pick<ServerCore, 'events' | 'access' | 'endpoint'>;

/** Lists the streams of the event log that a user may see. The audit stream is listed only when the user could receive its events. */
export function visibleStreams(core: Needs, view: View, principal: Principal | undefined): readonly EventStream[] {
  return core.events
    .streams()
    .filter(({ name }) => name !== AUDIT_STREAM.name || couldReceive(core, view, principal, AUDIT_NOTIFICATION));
}

/** Lists the streams of providers whose events the user could receive. */
export function visibleProvidedStreams(
  core: Needs,
  view: View,
  principal: Principal | undefined,
): readonly ProvidedStream[] {
  const streams = [...core.endpoint({ view }).registry.streams.values()];
  return streams.filter(({ notification }) => couldReceive(core, view, principal, notification));
}

function couldReceive(
  { access, endpoint }: Needs,
  view: View,
  principal: Principal | undefined,
  notification: string,
): boolean {
  const node = endpoint({ view }).schema.notifications.get(notification);
  return principal !== undefined && node !== undefined && access.couldReceive(principal, node);
}
