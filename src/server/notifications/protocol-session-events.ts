/** netconf-session-start and netconf-session-end (RFC 6470 §2.2). */
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { EventInput, EventLog } from '../../events/index.js';
import type { Store, Tx } from '../../store/index.js';
import type { AuditTrail } from '../audit.js';
import type { ProtocolSessionInfo, ProtocolSessionObserver } from '../protocol-sessions.js';

/** Logs events of sessions. Sessions do not wait for them, and go on when an event could not be stored. */
export function protocolSessionEvents(
  store: Store,
  events: EventLog,
  log: Logger,
  audit?: Pick<AuditTrail, 'loginIn'>,
): ProtocolSessionObserver {
  const append = (event: EventInput, more?: (tx: Tx) => void) => {
    store
      .transact(async (tx) => {
        await events.append(tx, event);
        more?.(tx);
      })
      .catch((error: unknown) => log.warn({ err: error, event: event.name }, 'an event could not be stored'));
  };
  const parameters = ({ user, id, sourceHost }: ProtocolSessionInfo) => ({
    username: user,
    'session-id': id,
    ...(isIP(sourceHost) !== 0 ? { 'source-host': sourceHost } : {}),
  });
  return {
    started: (session) => {
      append({ name: 'ietf-netconf-notifications:netconf-session-start', value: parameters(session) }, (tx) =>
        audit?.loginIn(tx, session),
      );
    },
    ended: (session, { reason, killedBy }) => {
      append({
        name: 'ietf-netconf-notifications:netconf-session-end',
        value: {
          ...parameters(session),
          ...(killedBy === undefined ? {} : { 'killed-by': killedBy }),
          'termination-reason': reason,
        },
      });
    },
  };
}
