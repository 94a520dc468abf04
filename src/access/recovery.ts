/** Recovery sessions: local logins of the first administrator, to repair access rules (RFC 8341 §2.3). */
import { FIRST_ADMIN } from './first-admin.js';
import { ADMIN_GROUP, isMember, type Principal } from './principal.js';

/** Loopback addresses, as sockets give them. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

export class RecoverySessions {
  readonly #made = new WeakMap<Principal, Principal>();

  /**
   * Returns the principal of a session from this address: with `recovery` for a local one of the first administrator. It is the same
   * object each time for the same principal.
   */
  of(principal: Principal, source: string): Principal {
    if (principal.name !== FIRST_ADMIN || !isMember(principal, ADMIN_GROUP) || !LOOPBACK.test(source)) return principal;
    const recovering = this.#made.get(principal) ?? { ...principal, recovery: true };
    this.#made.set(principal, recovering);
    return recovering;
  }
}
