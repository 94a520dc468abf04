/** The credential of each logged-in principal: a login by a key ends when the key is removed. */

import type { AuthenticationMethod, Principal } from '../principal.js';
import type { Proof } from './credential.js';

/** Maximum number of remembered credentials per user; when it is reached, all of the user are forgotten. */
const MAX_CREDENTIALS = 100;

export class Logins {
  readonly #holds = new WeakMap<Principal, () => boolean>();
  readonly #made = new WeakMap<Principal, Map<string, Principal>>();

  /**
   * Returns the principal of the user for a login by these methods. It is the same object each time, because other data are kept
   * by principal object.
   *
   * @param proof the key or certificate of the login, if it had one: the login is valid while it holds
   */
  by(user: Principal, methods: readonly AuthenticationMethod[], proof?: Proof): Principal {
    const credential = `${methods.join('+')} ${proof?.fingerprint ?? ''}`;
    const made = this.#made.get(user) ?? new Map<string, Principal>();
    const known = made.get(credential);
    if (known) return known;
    if (made.size >= MAX_CREDENTIALS) made.clear();
    const principal = { ...user, methods };
    made.set(credential, principal);
    this.#made.set(user, made);
    if (proof) this.remember(principal, proof.holds);
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
