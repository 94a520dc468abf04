/** What the parts of the server share, and how a caller becomes the `Call` of a handler. */
import type { Logger } from 'pino';
import { type AgentOwnership, mayActFor, type Permissions, sees } from '../access/index.js';
import { RpcError } from '../data/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import type { Call, Caller, Keys } from './call.js';
import { noKeys } from './keys.js';
import type { Registry } from './registry.js';

/** One endpoint's models and who implements them. */
export interface Face {
  readonly schema: Schema;
  readonly registry: Registry;
}

export interface ServerContext {
  readonly store: Store;
  readonly running: Running;
  readonly events: EventLog;
  readonly ownership: AgentOwnership;
  readonly permissions: Permissions;
  readonly log: Logger;
  face(caller: Caller): Face;
}

export function makeCall(context: ServerContext, caller: Caller, keys: Keys = noKeys): Call {
  const { principal, view, signal } = caller;
  return {
    user: principal.name,
    groups: principal.groups,
    view,
    keys,
    signal,
    log: context.log,
    mayActFor: (agent) => mayActFor(principal, agent, context.ownership),
    sees: (audience) => sees(principal, audience, context.ownership),
    fail: (error) => {
      throw new RpcError({ type: 'application', tag: 'operation-failed', ...error });
    },
  };
}

/** Passes RpcErrors on; anything else is a fault of the provider: logged here, told without details to the caller. */
export async function guard<T>(context: ServerContext, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    context.log.error({ err: error, what }, 'provider failed');
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      message: `${what} failed inside the server; its log has the details`,
    });
  }
}
