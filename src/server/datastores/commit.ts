/** commit, confirmed commit, cancel-commit and discard-changes (RFC 6241 §8.3, §8.4). */
import type { Tree } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { failureOf } from '../audit.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { announceCommit, whoIs } from '../notifications/confirmed-commit.js';
import type { Pending } from '../pending-commit.js';
import { requireLive, requireServed } from '../served-datastores.js';
import { changeRunning, itself } from './change-running.js';
import { lostEntry, RESTORED } from './lost-edits.js';

export interface CommitRequest {
  readonly confirmed?: {
    /** Seconds until running is restored; 600 in the models. */
    readonly timeout: number;
    /** The token with which the commit outlives the session. */
    readonly persist?: string;
  };
  /** Token of the confirmed commit to confirm or extend. */
  readonly persistId?: string;
}

/** Copies the candidate to running. @throws RpcError in-use, invalid-value (persist-id), and errors of validation */
export async function commit(core: ServerCore, caller: Caller, request: CommitRequest): Promise<void> {
  requireServed(core, caller, 'candidate');
  const { locks, candidate, pending } = core.datastores;
  // Edits that began before the commit belong to it.
  await candidate.turn(() => undefined);
  let committed: Tree | undefined;
  await changeRunning(core, caller, {
    restorePoint: request.confirmed ? 'set' : 'clear',
    next: () => {
      if (request.confirmed && request.confirmed.persist === undefined) requireLive(caller);
      locks.requireFree('candidate', caller.session);
      pending.requireMayCommit(caller.session, request.persistId);
      committed = candidate.tree;
      return committed;
    },
    inside: (tx) => settle(core, caller, request, tx),
  });
  if (committed) candidate.committed(committed);
}

async function settle(core: ServerCore, caller: Caller, request: CommitRequest, tx: Tx): Promise<void> {
  const { pending } = core.datastores;
  const { confirmed } = request;
  const before = pending.current;
  if (confirmed) {
    const next: Pending = {
      ...whoIs(caller),
      persist: confirmed.persist ?? before?.persist,
    };
    await announceCommit(core, tx, before ? 'extend' : 'start', next, confirmed.timeout);
    tx.afterCommit(() => pending.start(next, confirmed.timeout, () => restore(core, 'timeout')));
  } else if (before) {
    await announceCommit(core, tx, 'complete', whoIs(caller));
    tx.afterCommit(() => pending.end());
  }
}

/** Restores running to its content before the pending confirmed commit. */
export async function cancelCommit(core: ServerCore, caller: Caller, persistId?: string): Promise<void> {
  requireServed(core, caller, 'candidate');
  await restore(core, 'cancel', caller, persistId);
}

/** Copies running to the candidate. @throws RpcError in-use */
export async function discardChanges(core: ServerCore, caller: Caller): Promise<void> {
  requireServed(core, caller, 'candidate');
  const { locks, candidate } = core.datastores;
  await candidate.change(caller.session, () => {
    locks.requireFree('candidate', caller.session);
    return core.running.tree;
  });
}

type Why = 'cancel' | 'timeout' | 'session-end';

/** Restores running. @param caller given with `cancel` only: the caller, which must be permitted to cancel */
export async function restore(core: ServerCore, why: Why, caller?: Caller, persistId?: string): Promise<void> {
  const { locks, pending } = core.datastores;
  const expected = pending.current;
  await changeRunning(core, 'server', {
    restorePoint: 'clear',
    next: (current) => {
      if (caller) {
        pending.requireMayCancel(caller.session, persistId);
        locks.requireFree('running', caller.session);
      } else if (pending.current !== expected) throw new Superseded();
      return core.running.restorePoint?.tree ?? current;
    },
    inside: async (tx) => {
      const by = caller ? whoIs(caller) : pending.current;
      core.audit?.recordIn(tx, caller ?? itself, RESTORED);
      await reportLost(core, tx, caller ?? itself);
      await announceCommit(core, tx, why === 'timeout' ? 'timeout' : 'cancel', by);
      tx.afterCommit(() => pending.end());
    },
  }).catch((error: unknown) => {
    if (error instanceof Superseded) return;
    if (!caller) {
      core.audit?.record(itself, { ...RESTORED, ...failureOf(error) });
      core.log.error({ err: error }, 'running could not be taken back to before the confirmed commit');
    }
    throw error;
  });
}

/** The commit was confirmed, canceled or extended while the restoration waited for its turn. */
class Superseded extends Error {}

/** Records the changes by operations and by the node that are lost by the restoration. */
async function reportLost(core: ServerCore, tx: Tx, by: Caller): Promise<void> {
  const lost = core.running.restorePoint?.lost ?? [];
  if (lost.length > 0 && core.audit) await core.events.append(tx, core.audit.eventIn(tx, by, lostEntry(lost)));
}
