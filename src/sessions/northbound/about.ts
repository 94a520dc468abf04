/** The subjects of operations, for callers whose authority is limited: the agents that they concern. */

import type { About } from '../../access/index.js';
import { ownAddressed } from '../../agents/index.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { SessionServices } from '../services.js';

type Actions = YangentSessionsProvider['actions'];
type Needs = Pick<SessionServices, 'directory'>;

/** Tells the agent as which the caller speaks. */
export function aboutSpeaker({ directory }: Needs, name: string | undefined, call: Call): About {
  const { view } = call;
  const reference = name ?? (view.kind === 'agent' ? view.agent : undefined);
  const agent = reference === undefined ? undefined : (ownAddressed(call, directory, reference)?.id ?? reference);
  return agent === undefined ? {} : { agent };
}

/** Tells the same for each action of a session. */
export function aboutActions(o: Needs) {
  const about = async (
    { agent }: Pick<Actions['/yangent-sessions:sessions/session/decline']['input'], 'agent'>,
    call: Call,
  ) => aboutSpeaker(o, agent, call);
  return {
    '/yangent-sessions:sessions/session/join': about,
    '/yangent-sessions:sessions/session/decline': about,
    '/yangent-sessions:sessions/session/invite': about,
    '/yangent-sessions:sessions/session/leave': about,
    '/yangent-sessions:sessions/session/remove': about,
    '/yangent-sessions:sessions/session/set': about,
    '/yangent-sessions:sessions/session/continue': about,
    '/yangent-sessions:sessions/session/close': about,
  };
}
