import type { YangentSessionsProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { Inbox } from '../deliver/inbox/inbox.js';
import { STANDING } from '../record/standing.js';
import type { SessionServices } from '../services.js';
import { aboutActions, aboutSpeaker } from './about.js';
import { sessionActions } from './action.js';
import { inboxStream } from './inbox.js';
import { acknowledgeOperation, historyOperation, openOperation, receiveOperation, sendOperation } from './rpc.js';
import { type StandingParts, standingHooks, standingState } from './standing.js';
import { memberState, sessionState, taskState } from './state.js';

/** Implements `yangent-sessions`. */
export function sessionsProvider(o: SessionServices, inbox: Inbox, standing: StandingParts): AnyProvider {
  return provide<YangentSessionsProvider>({
    module: 'yangent-sessions',
    config: { [STANDING]: standingHooks(o, standing) },
    rpcs: {
      open: (input, call) => openOperation(o, input, call),
      send: (input, call) => sendOperation(o, input, call),
      receive: (input, call) => receiveOperation(o, input, call),
      acknowledge: (input, call) => acknowledgeOperation(o, input, call),
      history: (input, call) => historyOperation(o, input, call),
    },
    queued: ['send'],
    actions: sessionActions(o),
    about: {
      open: async ({ from }, call) => aboutSpeaker(o, from, call),
      send: async ({ from }, call) => aboutSpeaker(o, from, call),
      receive: async ({ agent }, call) => aboutSpeaker(o, agent, call),
      acknowledge: async ({ agent }, call) => aboutSpeaker(o, agent, call),
      history: async ({ agent }, call) => aboutSpeaker(o, agent, call),
      ...aboutActions(o),
    },
    streams: [inboxStream(inbox)],
    state: {
      [STANDING]: standingState(o, standing),
      '/yangent-sessions:sessions/session': sessionState(o),
      '/yangent-sessions:sessions/session/member': memberState(o),
      '/yangent-sessions:sessions/session/task': taskState(o),
    },
  });
}
