import type { Logger } from 'pino';
import { RpcError } from '../data/index.js';
import type { Call } from './call.js';
import { noKeys } from './keys.js';
import { nodeView } from './view.js';

/** Makes the `Call` for work of the node on behalf of a user, as one agent. It sees only data that concern these two. */
export function ownCall(o: {
  readonly user: string;
  readonly agent: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
}): Call {
  const { user, agent: own, signal, log } = o;
  return {
    user,
    principal: { name: user, groups: [], kind: 'agent', agent: own },
    groups: [],
    view: nodeView,
    keys: noKeys,
    signal,
    log,
    mayActFor: (agent) => agent === own,
    sees: (audience) => audience?.agents?.includes(own) === true || audience?.users?.includes(user) === true,
    mayRead: () => false,
    fail: (error) => {
      throw new RpcError({ type: 'application', tag: 'operation-failed', origin: 'caller', ...error });
    },
  };
}
