/** The confirmed commit that waits for its confirmation (RFC 6241 §8.4); one at most. */
import { RpcError } from '../../data/index.js';

export interface Pending {
  /** The session that began it, or extended it last; 0 when that is over. */
  readonly session: number;
  readonly username: string;
  /** The address the session is held from. */
  readonly source?: string;
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
    this.arm(Date.now() + seconds * 1_000, expire);
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
      throw new RpcError({
        type: 'protocol',
        tag: 'in-use',
        message:
          pending.persist === undefined
            ? `session ${pending.session} has a confirmed commit that is not confirmed yet`
            : 'a persistent confirmed commit is not confirmed yet; give its token as persist-id',
        info: { 'session-id': String(pending.session) },
      });
    }
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
    const wait = deadline - Date.now();
    const ring = () => {
      if (wait > LONGEST) this.arm(deadline, expire);
      else expire().catch(() => this.arm(Date.now() + RETRY, expire));
    };
    this.#timer = setTimeout(ring, Math.max(0, Math.min(wait, LONGEST))).unref();
  }
}

function refusal(tag: 'operation-failed', message: string): RpcError {
  return new RpcError({ type: 'protocol', tag, message });
}
