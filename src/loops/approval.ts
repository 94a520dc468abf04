/** A decision that waits for approval by a user. */
import { RpcError } from '../data/index.js';
import type { CycleRecord } from './record.js';

export type ApprovalAnswer =
  | { readonly kind: 'approved'; readonly by: string; readonly comment?: string }
  | { readonly kind: 'rejected'; readonly by: string; readonly comment?: string }
  | { readonly kind: 'expired' }
  /** The loop no longer waits. */
  | { readonly kind: 'dropped'; readonly reason: string };

/** Maximum delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Approval {
  readonly since = new Date().toISOString();
  readonly expires: string | undefined;
  readonly answered: Promise<ApprovalAnswer>;
  #resolve: (answer: ApprovalAnswer) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param timeout seconds until it expires; undefined: never */
  constructor(
    readonly record: CycleRecord,
    timeout: number | undefined,
  ) {
    this.answered = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (timeout === undefined) return;
    this.expires = new Date(Date.now() + timeout * 1000).toISOString();
    this.expireAt(performance.now() + timeout * 1000);
  }

  private expireAt(end: number): void {
    const left = end - performance.now();
    const later = () => (left > LONGEST_TIMER ? this.expireAt(end) : this.answer({ kind: 'expired' }));
    this.#timer = setTimeout(later, Math.min(left, LONGEST_TIMER));
    this.#timer.unref();
  }

  /** Answers the decision. Only the first answer counts. */
  answer(answer: ApprovalAnswer): void {
    clearTimeout(this.#timer);
    this.#resolve(answer);
  }

  /** Refuses the identifier of another decision. @throws RpcError */
  requireId(id: string | undefined): void {
    if (id === undefined || id === String(this.record.id)) return;
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      message: `decision ${this.record.id} waits for approval, not ${id}`,
    });
  }
}
