/**
 * Records logins over RESTCONF, where each request is a login: of those of one user, from one address and by the same methods, the
 * first one in a time.
 */
import type { Principal } from '../access/index.js';

/** A login that succeeded. */
export interface SucceededLogin {
  readonly principal: Principal;
  /** The address of the client. */
  readonly source?: string;
}

export interface LoginRecordsOptions {
  /** Records a login; undefined when logins are not recorded. */
  readonly record: (login: SucceededLogin) => Promise<void> | undefined;
  /** Returns milliseconds that only go on. Default: those of the process. */
  readonly now?: () => number;
}

/** Milliseconds for which further logins of the same kind are not recorded. */
const SPAN = 60 * 60_000;
/** Maximum number of remembered logins; of more the oldest is forgotten, and its next login is recorded again. */
const MAX_REMEMBERED = 10_000;

export class LoginRecords {
  readonly #options: LoginRecordsOptions;
  /** The time of the last record, the oldest first. */
  readonly #recorded = new Map<string, number>();

  constructor(options: LoginRecordsOptions) {
    this.#options = options;
  }

  /** Called for each login that succeeds. Resolves when it is recorded; undefined when it has no record of its own. */
  succeed(login: SucceededLogin): Promise<void> | undefined {
    const { principal, source = '' } = login;
    // Neither a name nor an address has a NUL.
    const key = `${principal.name}\0${source}\0${principal.methods?.join('+') ?? ''}`;
    const now = this.#options.now?.() ?? performance.now();
    const last = this.#recorded.get(key);
    if (last !== undefined && now - last < SPAN) return undefined;
    const recording = this.#options.record(login);
    if (!recording) return undefined;
    this.#recorded.delete(key);
    this.#recorded.set(key, now);
    for (const oldest of this.#recorded.keys()) {
      if (this.#recorded.size <= MAX_REMEMBERED) break;
      this.#recorded.delete(oldest);
    }
    return recording;
  }
}
