/** Calls of actions of a session. */
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';

export type SessionCall = Call<{ readonly id: string }>;

type Actions = YangentSessionsProvider['actions'];

/** The input of an action of a session. */
export type Input<A extends string> = `/yangent-sessions:sessions/session/${A}` extends infer P extends keyof Actions
  ? Actions[P]['input']
  : never;
