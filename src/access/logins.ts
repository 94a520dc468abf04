/** By what principals came in: who came in by a key is no longer welcome when the key is gone. */
import type { Principal } from './principal.js';

/** Credentials remembered of one user; of more, all are made anew. */
const MAX_CREDENTIALS = 100;

export class Logins {
  readonly #holds = new WeakMap<Principal, () => boolean>();
  readonly #made = new WeakMap<Principal, Map<string, Principal>>();

  /**
   * The user as one who came in by this credential: the same object each time, since what is known of principals is kept by
   * them. `holds` tells whether the credential is still good.
   */
  by(user: Principal, credential: string, holds: () => boolean): Principal {
    const made = this.#made.get(user) ?? new Map<string, Principal>();
    const known = made.get(credential);
    if (known) return known;
    if (made.size >= MAX_CREDENTIALS) made.clear();
    const principal = { ...user };
    made.set(credential, principal);
    this.#made.set(user, made);
    this.remember(principal, holds);
    return principal;
  }

  /** Notes of a principal that was made for its credential alone. */
  remember(principal: Principal, holds: () => boolean): void {
    this.#holds.set(principal, holds);
  }

  /** Whether what this principal came in by is still good; undefined of those who came in by nothing that is noted. */
  holds(principal: Principal): boolean | undefined {
    return this.#holds.get(principal)?.();
  }
}
