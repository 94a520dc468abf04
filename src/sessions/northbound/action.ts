/** The actions of sessions: members come and go, terms change, a session ends. */
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Provider } from '../../server/index.js';
import type { SessionServices } from '../services.js';
import { decline, join, leave } from './coming.js';
import { invite, remove } from './inviting.js';
import { closeSession, conclude, give, set } from './steering.js';

export function sessionActions(o: SessionServices): Provider<YangentSessionsProvider>['actions'] {
  return {
    '/yangent-sessions:sessions/session/join': (input, call) => join(o, input, call),
    '/yangent-sessions:sessions/session/decline': (input, call) => decline(o, input, call),
    '/yangent-sessions:sessions/session/invite': (input, call) => invite(o, input, call),
    '/yangent-sessions:sessions/session/leave': (input, call) => leave(o, input, call),
    '/yangent-sessions:sessions/session/remove': (input, call) => remove(o, input, call),
    '/yangent-sessions:sessions/session/set': (input, call) => set(o, input, call),
    '/yangent-sessions:sessions/session/grant-floor': (input, call) => give(o, input, call),
    '/yangent-sessions:sessions/session/conclude': (input, call) => conclude(o, input, call),
    '/yangent-sessions:sessions/session/close': (input, call) => closeSession(o, input, call),
  };
}
