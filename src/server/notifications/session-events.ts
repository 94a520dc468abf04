/** netconf-session-start and netconf-session-end (RFC 6470 §2.2). */
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { EventInput, EventLog } from '../../events/index.js';
import type { Store } from '../../store/index.js';
import type { SessionInfo, SessionObserver } from '../sessions.js';

/** Logs events of sessions. Sessions do not wait for them, and go on when an event could not be stored. */
export function sessionEvents(store: Store, events: EventLog, log: Logger): SessionObserver {
  const append = (event: EventInput) => {
    store
      .transact((tx) => events.append(tx, event))
      .catch((error: unknown) => log.warn({ err: error, event: event.name }, 'an event could not be stored'));
  };
  const parameters = ({ user, id, sourceHost }: SessionInfo) => ({
    username: user,
    'session-id': id,
    ...(isIP(sourceHost) !== 0 ? { 'source-host': sourceHost } : {}),
  });
  return {
    started: (session) => {
      append({ name: 'ietf-netconf-notifications:netconf-session-start', value: parameters(session) });
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
