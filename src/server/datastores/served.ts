import { RpcError } from '../../data/index.js';
import type { DatastoreName } from '../../datastore/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { requireNode } from './change-running.js';
import { servedDatastores } from './state.js';

/** Refuses datastores that are not served. @throws RpcError operation-not-supported, also on agent endpoints */
export function requireServed(core: ServerCore, caller: Caller, ...names: readonly DatastoreName[]): void {
  requireNode(caller);
  const served = servedDatastores(core.datastores, caller.view);
  for (const name of names) {
    if (served.includes(name)) continue;
    throw new RpcError({
      type: 'protocol',
      tag: 'operation-not-supported',
      message: `this node has no ${name} datastore; it has ${served.join(', ')}`,
      info: { 'bad-element': name },
    });
  }
}

/**
 * Refuses requests of a session that has ended: a lock or commit taken now would never be released.
 * @throws RpcError operation-failed
 */
export function requireLive({ session, signal }: Caller): void {
  if (session === 0 || !signal.aborted) return;
  throw new RpcError({ type: 'protocol', tag: 'operation-failed', message: 'the session is over' });
}
