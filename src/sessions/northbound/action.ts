/** The actions of sessions: members come and go, terms change, a session ends. */
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Provider } from '../../server/index.js';
import { continueHere } from '../copy/continue.js';
import { forward } from '../copy/forward.js';
import type { HomeAction, OutputOf } from '../homes/homes.js';
import type { SessionServices } from '../services.js';
import type { Input, SessionCall } from './call.js';
import { decline, join, leave } from './coming.js';
import { inviteAtHome } from './invite-at-home.js';
import { invite, remove } from './inviting.js';
import { closeSession, conclude, give, set } from './steering.js';

export function sessionActions(o: SessionServices): Provider<YangentSessionsProvider>['actions'] {
  return {
    '/yangent-sessions:sessions/session/join': atHome(o, 'join', join),
    '/yangent-sessions:sessions/session/decline': atHome(o, 'decline', decline),
    '/yangent-sessions:sessions/session/invite': atHome(o, 'invite', invite, inviteAtHome),
    '/yangent-sessions:sessions/session/leave': atHome(o, 'leave', leave),
    '/yangent-sessions:sessions/session/remove': atHome(o, 'remove', remove),
    '/yangent-sessions:sessions/session/set': atHome(o, 'set', set),
    '/yangent-sessions:sessions/session/grant-floor': atHome(o, 'grant-floor', give),
    '/yangent-sessions:sessions/session/conclude': atHome(o, 'conclude', conclude),
    '/yangent-sessions:sessions/session/close': atHome(o, 'close', closeSession),
    '/yangent-sessions:sessions/session/continue': async ({ agent }, call) => ({
      id: await continueHere(o, call, call.keys.id, agent),
    }),
  };
}

type Run<N extends HomeAction> = (o: SessionServices, input: Input<N>, call: SessionCall) => Promise<OutputOf<N>>;

/** Returns the function of an action: here, or for a copy at the home of the session. */
function atHome<N extends HomeAction>(
  o: SessionServices,
  name: N,
  run: Run<N>,
  atCopy: Run<N> = (_, input, call) => forward(o, call, name, input),
) {
  return async (input: Input<N>, call: SessionCall): Promise<OutputOf<N>> => {
    const session = await o.sessions.get(call.keys.id);
    return session?.copy ? atCopy(o, input, call) : run(o, input, call);
  };
}
