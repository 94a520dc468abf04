/**
 * Limits the records of failed logins in the audit trail, so that a client that guesses passwords cannot fill the log. In a span of
 * time, a limited number is recorded one by one; the others are recorded as a count at the end of the span.
 */
import type { FailedLoginEntry } from './audit.js';

/** The authentication method of a login. */
export type LoginMethod = 'password' | 'public-key' | 'ssh-certificate' | 'token' | 'certificate';

/** The reason of a refusal before login: the request named another host, or came from a page of another site. */
export type ForeignBy = 'host' | 'origin';

/** A failed login, or a request that was refused before login. */
export interface FailedLogin {
  readonly protocol: 'netconf' | 'restconf';
  readonly method: LoginMethod | ForeignBy;
  /** The host or origin in the request. */
  readonly foreign?: string;
  /** The option that would permit the request, for the log. */
  readonly remedy?: string;
  /** The given user name. Recorded only when the user exists: it may be a password typed into the wrong field. */
  readonly user?: string;
  /** The trust domain to which the token or certificate points. */
  readonly domain?: string;
  /** The address of the client. */
  readonly source?: string;
  /** The error that was answered, when the login was not checked: `resource-denied` when too many wait. */
  readonly errorTag?: string;
}

export interface LoginFailureLimits {
  /** Number of failures of one source that are recorded one by one in a span. */
  readonly perSource: number;
  /** The same limit for all sources together; also the maximum number of counts. */
  readonly total: number;
  /** Milliseconds. */
  readonly span: number;
}

export const DEFAULT_LOGIN_FAILURE_LIMITS: LoginFailureLimits = { perSource: 10, total: 100, span: 60_000 };

export interface LoginFailures {
  fail(login: FailedLogin): void;
  /** Records the counts at once. */
  flush(): void;
}

export interface LoginFailuresOptions {
  readonly record: (entry: FailedLoginEntry) => void;
  readonly knows: (user: string) => boolean;
  readonly limits?: Partial<LoginFailureLimits>;
}

/** The failures of a source in this span. */
interface Counted {
  told: number;
  untold: number;
  /** The last failure that was only counted. */
  last: FailedLogin;
}

export function countLoginFailures(options: LoginFailuresOptions): LoginFailures {
  return new BoundedLoginFailures(options);
}

class BoundedLoginFailures implements LoginFailures {
  readonly #options: LoginFailuresOptions;
  readonly #limits: LoginFailureLimits;
  readonly #sources = new Map<string, Counted>();
  /** The failures of further sources, beyond the limit. */
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

/** Recorded instead of the name of an unknown user. */
const UNKNOWN = '(unknown)';
