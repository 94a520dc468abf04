/** commit, confirmed commit, cancel-commit and discard-changes (RFC 6241 §8.3, §8.4). */
import type { Tree } from '../../data/index.js';
import type { EventInput } from '../../events/index.js';
import type { Tx } from '../../store/index.js';
import type { Caller } from '../call.js';
import { sessionParameters } from '../config-change.js';
import type { ServerContext } from '../context.js';
import { changeRunning } from './change-running.js';
import type { Pending } from './pending-commit.js';
import { requireLive, requireServed } from './served.js';

export interface CommitRequest {
  readonly confirmed?: {
    /** Seconds until running goes back to what it was; 600 in the models. */
    readonly timeout: number;
    /** Makes it outlive the session. */
    readonly persist?: string;
  };
  /** Confirms, or extends, the confirmed commit with this token. */
  readonly persistId?: string;
}

/** Makes running what the candidate is. @throws RpcError in-use, invalid-value (persist-id), and what is not valid */
export async function commit(context: ServerContext, caller: Caller, request: CommitRequest): Promise<void> {
  requireServed(context, caller, 'candidate');
  const { locks, candidate, pending } = context.datastores;
  // Edits begun before it belong to it.
  await candidate.turn(() => undefined);
  let committed: Tree | undefined;
  await changeRunning(context, caller, {
    restorePoint: request.confirmed ? 'set' : 'clear',
    next: () => {
      if (request.confirmed && request.confirmed.persist === undefined) requireLive(caller);
      locks.requireFree('candidate', caller.session);
      pending.requireMayCommit(caller.session, request.persistId);
      committed = candidate.tree;
      return committed;
    },
    inside: (tx) => settle(context, caller, request, tx),
  });
  if (committed) candidate.committed(committed);
}

async function settle(context: ServerContext, caller: Caller, request: CommitRequest, tx: Tx): Promise<void> {
  const { pending } = context.datastores;
  const { confirmed } = request;
  const before = pending.current;
  if (confirmed) {
    const next: Pending = {
      ...whoIs(caller),
      persist: confirmed.persist ?? before?.persist,
    };
    await announce(context, tx, before ? 'extend' : 'start', next, confirmed.timeout);
    tx.afterCommit(() => pending.start(next, confirmed.timeout, () => restore(context, 'timeout')));
  } else if (before) {
    await announce(context, tx, 'complete', whoIs(caller));
    tx.afterCommit(() => pending.end());
  }
}

/** Takes running back to what it was before the pending confirmed commit. */
export async function cancelCommit(context: ServerContext, caller: Caller, persistId?: string): Promise<void> {
  requireServed(context, caller, 'candidate');
  await restore(context, 'cancel', caller, persistId);
}

/** Makes the candidate what running is. @throws RpcError in-use */
export async function discardChanges(context: ServerContext, caller: Caller): Promise<void> {
  requireServed(context, caller, 'candidate');
  const { locks, candidate } = context.datastores;
  await candidate.change(caller.session, () => {
    locks.requireFree('candidate', caller.session);
    return context.running.tree;
  });
}

type Who = Pick<Pending, 'session' | 'username' | 'source'>;

const whoIs = ({ session, principal, source }: Caller): Who => ({ session, username: principal.name, source });

type Why = 'cancel' | 'timeout' | 'session-end';

/** @param caller given with `cancel` only, who must be entitled to it */
export async function restore(context: ServerContext, why: Why, caller?: Caller, persistId?: string): Promise<void> {
  const { locks, pending } = context.datastores;
  const expected = pending.current;
  await changeRunning(context, 'server', {
    restorePoint: 'clear',
    next: (current) => {
      if (caller) {
        pending.requireMayCancel(caller.session, persistId);
        locks.requireFree('running', caller.session);
      } else if (pending.current !== expected) throw new Superseded();
      return context.running.restorePoint ?? current;
    },
    inside: async (tx) => {
      const by = caller ? whoIs(caller) : pending.current;
      await announce(context, tx, why === 'timeout' ? 'timeout' : 'cancel', by);
      tx.afterCommit(() => pending.end());
    },
  }).catch((error: unknown) => {
    if (error instanceof Superseded) return;
    if (!caller) context.log.error({ err: error }, 'running could not be taken back to before the confirmed commit');
    throw error;
  });
}

/** It was confirmed, canceled or extended while the restoration waited for its turn. */
class Superseded extends Error {}

/** netconf-confirmed-commit (RFC 6470 §2.2). */
async function announce(
  context: ServerContext,
  tx: Tx,
  event: 'start' | 'extend' | 'complete' | 'cancel' | 'timeout',
  by: Who | undefined,
  timeout?: number,
): Promise<void> {
  if (!context.announcesChanges) return;
  const who =
    by && event !== 'timeout' ? sessionParameters({ ...by, principal: { name: by.username, groups: [] } }) : {};
  const input: EventInput = {
    name: 'ietf-netconf-notifications:netconf-confirmed-commit',
    value: { ...who, 'confirm-event': event, ...(timeout === undefined ? {} : { timeout }) },
  };
  await context.events.append(tx, input);
}
