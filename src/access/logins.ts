/** The credential of each logged-in principal: a login by a key ends when the key is removed. */
import type { Principal } from './principal.js';

/** Maximum number of remembered credentials per user; when it is reached, all of the user are forgotten. */
const MAX_CREDENTIALS = 100;

export class Logins {
  readonly #holds = new WeakMap<Principal, () => boolean>();
  readonly #made = new WeakMap<Principal, Map<string, Principal>>();

  /**
   * Returns the principal of the user for this credential. It is the same object each time, because other data are kept by
   * principal object. `holds` returns true while the credential is valid.
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

  /** Remembers `holds` for a principal that was made for one credential. */
  remember(principal: Principal, holds: () => boolean): void {
    this.#holds.set(principal, holds);
  }

  /** True while the credential of the principal is valid; undefined when no credential was remembered. */
  holds(principal: Principal): boolean | undefined {
    return this.#holds.get(principal)?.();
  }
}
