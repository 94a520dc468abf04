/** The confirmed commit that waits for its confirmation (RFC 6241 §8.4); one at most. */

import { RpcError } from '../data/index.js';
import type { Caller } from './call.js';

/** Who began a confirmed commit, or extended it last. */
export interface Committer {
  /** The session that did; 0 when that is over. */
  readonly session: number;
  readonly username: string;
  /** The address the session is held from. */
  readonly source?: string;
}

export interface Pending extends Committer {
  /** Given: any session that knows it may confirm, and the end of the session changes nothing. */
  readonly persist?: string;
}

/** The longest time that a timer of Node.js can take. */
const LONGEST = 2 ** 31 - 1;
/** Milliseconds until a restoration that failed is tried again. */
const RETRY = 5_000;

export class PendingCommit {
  #pending: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;

  get current(): Pending | undefined {
    return this.#pending;
  }

  /** Begins, or extends, with `seconds` left. `expire` is called when they are over; when it rejects, again a little later. */
  start(pending: Pending, seconds: number, expire: () => Promise<void>): void {
    this.#pending = pending;
    this.arm(performance.now() + seconds * 1_000, expire);
  }

  /** The session is over; a persistent one goes on without it. */
  leave(session: number): void {
    if (this.#pending?.session === session) this.#pending = { ...this.#pending, session: 0 };
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
  }

  /**
   * Refuses a commit that is not the one waited for.
   * @throws RpcError in-use (another session's), invalid-value (the token is wrong, or none is waited for)
   */
  requireMayCommit(session: number, persistId: string | undefined): void {
    const pending = this.#pending;
    if (persistId !== undefined) this.requireToken(persistId);
    else if (pending && (pending.persist !== undefined || pending.session !== session)) {
      throw inUse(pending);
    }
  }

  /**
   * Refuses an edit of running that would be lost if the pending commit is not confirmed, or would confirm it without its
   * token (RFC 8040 §1.4). What the node and its operations edit is kept in any case.
   * @throws RpcError in-use
   */
  requireMayEdit({ protocol, session }: Pick<Caller, 'protocol' | 'session'>): void {
    const pending = this.#pending;
    if (!pending || protocol === 'local') return;
    const may = protocol === 'restconf' ? pending.persist === undefined : pending.session === session;
    if (!may) throw inUse(pending);
  }

  /** @throws RpcError operation-failed (nothing is pending, or it is another session's), invalid-value (wrong token) */
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
