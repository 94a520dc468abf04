/** lock and unlock (RFC 6241 §7.5, §7.6), and their release at the end of a session. */
import { RpcError } from '../../data/index.js';
import { lockDenied, type WritableDatastore } from '../../datastore/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { requireLive, requireServed } from '../served-datastores.js';
import { restore } from './commit.js';

/**
 * Locks a datastore.
 *
 * @throws RpcError lock-denied: it is locked, the candidate has changes, or another session's commit is pending
 */
export async function lock(core: ServerCore, caller: Caller, target: WritableDatastore): Promise<void> {
  requireServed(core, caller, target);
  requireSession(caller);
  await inTurn(core, target, () => {
    requireLive(caller);
    const { locks, candidate, pending } = core.datastores;
    locks.lock(target, caller.session);
    try {
      if (target === 'candidate' && candidate.changedBy !== undefined) {
        throw lockDenied(candidate.changedBy, 'the candidate has changes that are neither committed nor discarded');
      }
      const { current } = pending;
      if (target === 'running' && current && current.session !== caller.session) {
        throw lockDenied(
          current.session,
          `session ${current.session} has a confirmed commit that is not confirmed yet`,
        );
      }
    } catch (error) {
      locks.unlock(target, caller.session);
      throw error;
    }
  });
}

/** Unlocks a datastore. For the candidate this discards uncommitted changes (RFC 6241 §8.3.5.2). */
export async function unlock(core: ServerCore, caller: Caller, target: WritableDatastore): Promise<void> {
  requireServed(core, caller, target);
  const { locks, candidate } = core.datastores;
  if (target !== 'candidate') return inTurn(core, target, () => locks.unlock(target, caller.session));
  await candidate.change(caller.session, () => {
    locks.unlock('candidate', caller.session);
    return core.running.tree;
  });
}

/** Releases the locks of a session that has ended, discards its uncommitted changes, and undoes its confirmed commit. */
export async function release(core: ServerCore, session: number): Promise<void> {
  const { locks, candidate, pending } = core.datastores;
  const released = locks.release(session);
  if (released.includes('candidate')) await candidate.change(session, () => core.running.tree);
  // A commit of the session may still be running.
  await candidate.turn(() => undefined);
  await core.running.turn(() => undefined);
  const { current } = pending;
  if (current?.session !== session) return;
  if (current.persist === undefined) await restore(core, 'session-end');
  else pending.leave(session);
}

/** Runs the work after the changes that began before it: a lock waits for them. */
function inTurn(core: ServerCore, target: WritableDatastore, work: () => void): Promise<void> {
  return target === 'candidate' ? core.datastores.candidate.turn(work) : core.running.turn(work);
}

function requireSession({ session }: Caller): void {
  if (session !== 0) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: 'only sessions hold locks; this protocol has none',
  });
}
