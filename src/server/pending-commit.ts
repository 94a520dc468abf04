/** The confirmed commit that waits for its confirmation (RFC 6241 §8.4); at most one. */

import { RpcError } from '../data/index.js';
import type { Caller } from './call.js';

/** The session and user that began a confirmed commit, or extended it last. */
export interface Committer {
  /** The session-id; 0 when that session has ended. */
  readonly session: number;
  readonly username: string;
  /** The address of the client. */
  readonly source?: string;
}

export interface Pending extends Committer {
  /** The token of a persistent commit: any session with it may confirm, and the commit outlives its session. */
  readonly persist?: string;
}

/** Maximum time of a timer of Node.js, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** Milliseconds until a failed restoration is tried again. */
const RETRY = 5_000;

export class PendingCommit {
  #pending: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;

  get current(): Pending | undefined {
    return this.#pending;
  }

  /** Begins or extends the time until confirmation. Calls `expire` after `seconds`; when it rejects, again after `RETRY`. */
  start(pending: Pending, seconds: number, expire: () => Promise<void>): void {
    this.#pending = pending;
    this.arm(performance.now() + seconds * 1_000, expire);
  }

  /** Separates the commit from a session that has ended: a persistent commit goes on. */
  leave(session: number): void {
    if (this.#pending?.session === session) this.#pending = { ...this.#pending, session: 0 };
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
  }

  /**
   * Refuses a commit that does not belong to the pending one.
   * @throws RpcError in-use (of another session), invalid-value (wrong token, or none pending)
   */
  requireMayCommit(session: number, persistId: string | undefined): void {
    const pending = this.#pending;
    if (persistId !== undefined) this.requireToken(persistId);
    else if (pending && (pending.persist !== undefined || pending.session !== session)) {
      throw inUse(pending);
    }
  }

  /**
   * Refuses an edit of running that would be lost if the pending commit is not confirmed, or that would confirm it without its
   * token (RFC 8040 §1.4). Edits by the node and by operations are always kept.
   * @throws RpcError in-use
   */
  requireMayEdit({ protocol, session }: Pick<Caller, 'protocol' | 'session'>): void {
    const pending = this.#pending;
    if (!pending || protocol === 'local') return;
    const may = protocol === 'restconf' ? pending.persist === undefined : pending.session === session;
    if (!may) throw inUse(pending);
  }

  /**
   * Refuses a cancel-commit.
   *
   * @throws RpcError operation-failed (none pending, or of another session), invalid-value (wrong token)
   */
  requireMayCancel(session: number, persistId: string | undefined): void {
    const pending = this.#pending;
    if (persistId !== undefined) this.requireToken(persistId);
    else if (!pending) throw refusal('operation-failed', 'no confirmed commit is pending');
    else if (pending.persist !== undefined) {
      throw refusal('operation-failed', 'the pending confirmed commit is persistent; give its token as persist-id');
    } else if (pending.session !== session) {
      throw refusal('operation-failed', `the pending confirmed commit is that of session ${pending.session}`);
    }
  }

  private requireToken(persistId: string): void {
    const { persist } = this.#pending ?? {};
    if (persist === persistId) return;
    throw new RpcError({
      type: 'protocol',
      tag: 'invalid-value',
      message:
        persist === undefined
          ? 'no confirmed commit with a persist token is pending'
          : 'persist-id is not the persist token of the pending confirmed commit',
      info: { 'bad-element': 'persist-id' },
    });
  }

  private arm(deadline: number, expire: () => Promise<void>): void {
    clearTimeout(this.#timer);
    const wait = deadline - performance.now();
    const ring = () => {
      if (wait > LONGEST) this.arm(deadline, expire);
      else expire().catch(() => this.arm(performance.now() + RETRY, expire));
    };
    this.#timer = setTimeout(ring, Math.max(0, Math.min(wait, LONGEST))).unref();
  }
}

function refusal(tag: 'operation-failed', message: string): RpcError {
  return new RpcError({ type: 'protocol', tag, origin: 'caller', message });
}

function inUse({ session, persist }: Pending): RpcError {
  return new RpcError({
    type: 'protocol',
    tag: 'in-use',
    message:
      persist === undefined
        ? `session ${session} has a confirmed commit that is not confirmed yet`
        : 'a persistent confirmed commit is not confirmed yet; commit or cancel-commit with its token as persist-id',
    info: { 'session-id': String(session) },
  });
}
