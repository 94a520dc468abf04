/** Global locks of datastores (RFC 6241 §7.5): one table for all datastores and all protocols. */
import { RpcError } from '../data/index.js';
import type { WritableDatastore } from './names.js';

export interface Lock {
  readonly datastore: WritableDatastore;
  /** NETCONF session-id of the owner. */
  readonly session: number;
  /** RFC 3339. */
  readonly since: string;
}

export class Locks {
  readonly #locks = new Map<WritableDatastore, Lock>();

  get(datastore: WritableDatastore): Lock | undefined {
    return this.#locks.get(datastore);
  }

  /** @throws RpcError lock-denied naming the owner, also when that is the session itself */
  lock(datastore: WritableDatastore, session: number): void {
    const held = this.#locks.get(datastore);
    if (held) {
      throw lockDenied(
        held.session,
        held.session === session
          ? `this session has locked ${datastore} already`
          : `${datastore} is locked by session ${held.session} since ${held.since}`,
      );
    }
    this.#locks.set(datastore, { datastore, session, since: new Date().toISOString() });
  }

  /** @throws RpcError operation-failed (not locked), lock-denied (locked by another session) */
  unlock(datastore: WritableDatastore, session: number): void {
    const held = this.#locks.get(datastore);
    if (!held) {
      const message = `${datastore} is not locked`;
      throw new RpcError({ type: 'protocol', tag: 'operation-failed', origin: 'caller', message });
    }
    if (held.session !== session) {
      throw lockDenied(held.session, `the lock of ${datastore} is held by session ${held.session}, not by this one`);
    }
    this.#locks.delete(datastore);
  }

  /** Refuses a change of `datastore` by `session` while another session has its lock. @throws RpcError in-use */
  requireFree(datastore: WritableDatastore, session: number): void {
    const held = this.#locks.get(datastore);
    if (!held || held.session === session) return;
    throw new RpcError({
      type: 'protocol',
      tag: 'in-use',
      message: `${datastore} is locked by session ${held.session} since ${held.since}`,
      info: { 'session-id': String(held.session) },
    });
  }

  /** Releases all locks of the session; returns their datastores. */
  release(session: number): readonly WritableDatastore[] {
    const held = [...this.#locks.values()].filter((lock) => lock.session === session);
    for (const { datastore } of held) this.#locks.delete(datastore);
    return held.map(({ datastore }) => datastore);
  }
}

/** @param session the owner; 0 when it is not a NETCONF session (RFC 6241 §7.5) */
export function lockDenied(session: number, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag: 'lock-denied', message, info: { 'session-id': String(session) } });
}
