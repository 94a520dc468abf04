/**
 * Failed logins on their way into the audit trail. A client that guesses passwords must not fill the log with it: in a span of time
 * so many are told one by one, and what is beyond that by its number, when the span ends.
 */
import type { FailedLoginEntry } from './audit.js';

/** How a login was tried. */
export type LoginMethod = 'password' | 'public-key' | 'token' | 'certificate';

/** By what a request was turned away before any login: it named another host, or a page of another site sent it. */
export type ForeignBy = 'host' | 'origin';

/** A login that failed, or a request that was turned away before one. */
export interface FailedLogin {
  readonly protocol: 'netconf' | 'restconf';
  readonly method: LoginMethod | ForeignBy;
  /** The host or origin that was named. */
  readonly foreign?: string;
  /** The option that would have let the request in, for the log. */
  readonly remedy?: string;
  /** The name that was given, if any; told only where there is such a user: it may be a password typed into the wrong field. */
  readonly user?: string;
  /** The address of the client. */
  readonly source?: string;
}

export interface LoginFailureLimits {
  /** Told one by one for each source in a span. */
  readonly perSource: number;
  /** For all sources together, and as many sums again. */
  readonly total: number;
  /** Milliseconds. */
  readonly span: number;
}

export const DEFAULT_LOGIN_FAILURE_LIMITS: LoginFailureLimits = { perSource: 10, total: 100, span: 60_000 };

export interface LoginFailures {
  fail(login: FailedLogin): void;
  /** Tells at once what has been counted. */
  flush(): void;
}

export interface LoginFailuresOptions {
  readonly record: (entry: FailedLoginEntry) => void;
  readonly knows: (user: string) => boolean;
  readonly limits?: Partial<LoginFailureLimits>;
}

/** What is known of a source in this span. */
interface Counted {
  told: number;
  untold: number;
  /** The last one untold. */
  last: FailedLogin;
}

export function countLoginFailures(options: LoginFailuresOptions): LoginFailures {
  return new BoundedLoginFailures(options);
}

class BoundedLoginFailures implements LoginFailures {
  readonly #options: LoginFailuresOptions;
  readonly #limits: LoginFailureLimits;
  readonly #sources = new Map<string, Counted>();
  /** Of sources for which there is no room any more. */
  #others: Counted | undefined;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LoginFailuresOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LOGIN_FAILURE_LIMITS, ...options.limits };
  }

  fail(login: FailedLogin): void {
    this.#timer ??= setTimeout(() => this.flush(), this.#limits.span).unref();
    const counted = this.#counted(login);
    if (counted.told < this.#limits.perSource && this.#told < this.#limits.total) {
      counted.told += 1;
      this.#told += 1;
      this.#tell(login, 1);
      return;
    }
    counted.untold += 1;
    counted.last = login;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { untold, last } of this.#sources.values()) if (untold > 0) this.#tell(last, untold);
    if (this.#others) this.#tell({ ...this.#others.last, user: undefined, source: undefined }, this.#others.untold);
    this.#sources.clear();
    this.#others = undefined;
    this.#told = 0;
  }

  #counted(login: FailedLogin): Counted {
    const source = login.source ?? '';
    const known = this.#sources.get(source);
    if (known) return known;
    const fresh = { told: 0, untold: 0, last: login };
    if (this.#sources.size < this.#limits.total) {
      this.#sources.set(source, fresh);
      return fresh;
    }
    this.#others ??= { ...fresh, told: this.#limits.perSource };
    return this.#others;
  }

  #tell({ user, ...login }: FailedLogin, count: number): void {
    const isKnown = user !== undefined && this.#options.knows(user);
    this.#options.record({ ...login, user: isKnown ? user : UNKNOWN, count });
  }
}

/** In place of a name that no user has. */
const UNKNOWN = '(unknown)';
