import { RpcError } from '../data/index.js';
import type { DatastoreName } from '../datastore/index.js';
import type { Caller } from './call.js';
import type { ServerCore } from './core.js';
import { servedDatastores } from './datastore-state.js';

/** @throws RpcError operation-not-supported on an agent's endpoint */
export function requireNode({ view }: Caller): void {
  if (view.kind === 'node') return;
  throw new RpcError({
    type: 'application',
    tag: 'operation-not-supported',
    message: 'an agent endpoint keeps no configuration; use the endpoint of the node',
  });
}

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
