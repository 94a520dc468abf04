/** The shared services of the parts of the server, and the `Call` of a handler. */
import type { Logger } from 'pino';
import { type AccessControl, type AgentOwnership, type Approvals, mayActFor, sees } from '../access/index.js';
import { ERROR_TAGS, ERROR_TYPES, type ErrorOrigin, parseInstancePath, RpcError, type Tree } from '../data/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import type { ApprovalSources } from './approval-sources.js';
import type { AuditTrail } from './audit.js';
import type { BytesUnderWay } from './bytes-under-way.js';
import type { Call, Caller, Keys } from './call.js';
import type { DatastoreState } from './datastore-state.js';
import { noKeys } from './keys.js';
import type { ListGauges } from './list-gauges.js';
import type { Registry } from './registry.js';
import { storeRefusal } from './store-refusal.js';

/** The models of one endpoint and their providers. */
export interface EndpointModel {
  readonly schema: Schema;
  readonly registry: Registry;
}

export interface ServerCore {
  readonly store: Store;
  readonly running: Running;
  readonly datastores: DatastoreState;
  readonly events: EventLog;
  readonly ownership: AgentOwnership;
  readonly access: AccessControl;
  /** Default: nothing is recorded. */
  readonly audit?: AuditTrail;
  /** Default: no request is approved by persons. */
  readonly approvals?: Pick<Approvals, 'require' | 'requireIn' | 'putOnTrial' | 'endTrial'>;
  /** Default: a request is approved without what other rooms know of it. */
  readonly approvalSources?: ApprovalSources;
  readonly listGauges: ListGauges;
  readonly bytesUnderWay: BytesUnderWay;
  readonly log: Logger;
  /** True when the node's models have the notifications of RFC 6470: changes of datastores are announced. */
  readonly announcesChanges: boolean;
  /** Operations that the server executes itself, by qname: they need data of the caller that handlers do not get. */
  readonly operations: ReadonlyMap<string, OwnOperation>;
  endpoint(caller: Pick<Caller, 'view'>): EndpointModel;
}

/** An operation of the server. @returns the plain value of the output. Rejects with RpcError */
export type OwnOperation = (caller: Caller, input: Tree) => Promise<unknown>;

export function makeCall(core: ServerCore, caller: Caller, keys: Keys = noKeys): Call<Keys> {
  const { principal, view, within, queued } = caller;
  return {
    user: principal.name,
    principal,
    groups: principal.groups,
    view,
    keys,
    // Most functions do not ask for it, and it is made on first use.
    get signal() {
      return caller.signal;
    },
    ...(within ? { within } : {}),
    ...(queued ? { queued } : {}),
    log: core.log,
    mayActFor: (agent) => mayActFor(principal, agent, core.ownership),
    sees: (audience, event) => sees(principal, audience, core.ownership, event),
    mayRead: (path) => core.access.mayRead(principal, parseInstancePath(core.endpoint(caller).schema, path)),
    fail: (error) => {
      throw refusal(error);
    },
  };
}

/**
 * Returns the error with which a handler refuses. An error that no client could read is a fault of the (perhaps untyped) plugin.
 */
function refusal(given: Parameters<Call['fail']>[0]): Error {
  const fields = { type: 'application', tag: 'operation-failed', origin: 'caller', ...given } as const;
  if (!isOneOf(ERROR_TAGS, fields.tag)) return new Error(`fail() with the tag '${fields.tag}', which RFC 6241 has not`);
  if (!isOneOf(ERROR_TYPES, fields.type))
    return new Error(`fail() with the type '${fields.type}', which RFC 6241 has not`);
  if (!isOneOf(ORIGINS, fields.origin))
    return new Error(`fail() with the origin '${fields.origin}', not caller or node`);
  return new RpcError({ ...fields, message: String(fields.message) });
}

const ORIGINS = ['caller', 'node'] as const satisfies readonly ErrorOrigin[];

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);

/**
 * Passes RpcErrors on. Other errors are faults of the provider: they are logged here, and the caller gets no details.
 *
 * @param owner its signal is aborted when the caller wants no answer any more; work that ends with its reason has not failed
 */
export async function guard<T>(
  core: ServerCore,
  what: string,
  work: () => Promise<T>,
  owner?: { readonly signal: AbortSignal },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const signal = owner?.signal;
    if (signal?.aborted && error === signal.reason) {
      const message = `${what} was given up, as nobody waits for it any more`;
      throw new RpcError({ type: 'application', tag: 'operation-failed', message });
    }
    const full = storeRefusal(error);
    if (full) throw full;
    core.log.error({ err: error, what }, 'provider failed');
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      message: `${what} failed inside the server; its log has the details`,
    });
  }
}
