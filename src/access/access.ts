/** Who are you: users, their passwords and keys, and the checks at login. */
import type { Logger } from 'pino';
import type { Store } from '../store/index.js';
import { AccessError } from './errors.js';
import { ensureFirstAdmin, type FirstAdmin } from './first-admin.js';
import { Gate } from './gate.js';
import { DEFAULT_COST, decoyHash, hashPassword, verifyPassword } from './password.js';
import type { Principal } from './principal.js';
import { fingerprint, parsePublicKey } from './ssh-key.js';
import { DEFAULT_THROTTLE, Throttle, type ThrottleOptions } from './throttle.js';
import { Users } from './users.js';
import { VerifiedCredentials } from './verified.js';

/** A user as an operator may see him. */
export interface UserSummary extends Principal {
  readonly hasPassword: boolean;
  /** Fingerprints of his SSH keys. */
  readonly keys: readonly string[];
}

export interface Access {
  /** Makes user `admin` (groups admin and operator) at the first start, his password in `DIR/admin-password`. */
  ensureFirstAdmin(dataDir: string): Promise<FirstAdmin>;
  /**
   * Makes a user or changes him. Without a password a new user has none, and an existing one keeps his. Raises
   * `AccessError`: `bad-user-name`, `bad-password`.
   */
  putUser(name: string, user: { readonly password?: string; readonly groups: readonly string[] }): Promise<void>;
  /** Removes the user and his keys; false when there is none. Sessions he has are not ended here. */
  removeUser(name: string): Promise<boolean>;
  users(): readonly UserSummary[];
  /** Lets the user log in with this key, one line as OpenSSH writes it. Raises `AccessError`: `bad-key`, `unknown-user`. */
  addAuthorizedKey(user: string, line: string): Promise<void>;
  /**
   * The user, when this is his password. A wrong one, or an unknown user, is answered late, later with each further
   * failure of the same user and `source` (the peer's address). Raises `AccessError` `overloaded`.
   */
  authenticatePassword(name: string, password: string, source?: string): Promise<Principal | undefined>;
  /** The user, when this SSH public key (its wire form) is one of his. That he holds the private key is for SSH to check. */
  authenticateKey(name: string, blob: Uint8Array): Principal | undefined;
  /** The user by name, without any check: for what the node does on behalf of a user it has authenticated before. */
  principal(name: string): Principal | undefined;
}

export interface AccessOptions {
  readonly log?: Logger;
  /** The scrypt cost as a power of two; lower than the default only for tests. */
  readonly cost?: number;
  readonly throttle?: Partial<ThrottleOptions>;
}

const MAX_PASSWORD = 1_024;
/** Password checks at the same time; each takes a thread and tens of megabytes. */
const CHECKS = 2;
const MAX_WAITING_CHECKS = 1_000;

/** Opens users and keys in a store that was opened with `accessMigrations`. */
export async function openAccess(store: Store, o: AccessOptions = {}): Promise<Access> {
  return new StoredAccess(await Users.load(store), o);
}

class StoredAccess implements Access {
  readonly #users: Users;
  readonly #log: Logger | undefined;
  readonly #cost: number;
  readonly #decoy: string;
  readonly #throttle: Throttle;
  readonly #gate = new Gate(CHECKS, MAX_WAITING_CHECKS);
  readonly #verified = new VerifiedCredentials();
  /** Checks under way by credential and source: the connections a client opens at once are checked once. */
  readonly #underWay = new Map<string, Promise<Principal | undefined>>();

  constructor(users: Users, o: AccessOptions) {
    this.#users = users;
    this.#log = o.log;
    this.#cost = o.cost ?? DEFAULT_COST;
    this.#decoy = decoyHash(this.#cost);
    this.#throttle = new Throttle({ ...DEFAULT_THROTTLE, ...o.throttle });
  }

  async ensureFirstAdmin(dataDir: string): Promise<FirstAdmin> {
    const admin = await ensureFirstAdmin(this.#users, dataDir, this.#cost);
    this.#verified.clear();
    if (admin.created)
      this.#log?.info({ user: admin.user, file: admin.passwordFile }, 'access: first administrator made');
    return admin;
  }

  async putUser(name: string, user: { readonly password?: string; readonly groups: readonly string[] }): Promise<void> {
    const { password, groups } = user;
    if (password !== undefined && (password === '' || password.length > MAX_PASSWORD)) {
      throw new AccessError('bad-password', `the password of '${name}' must have 1 to ${MAX_PASSWORD} characters`);
    }
    const hash = password === undefined ? undefined : await hashPassword(password, this.#cost);
    await this.#users.put(name, { password: hash, groups });
    this.#verified.clear();
  }

  async removeUser(name: string): Promise<boolean> {
    const removed = await this.#users.remove(name);
    this.#verified.clear();
    return removed;
  }

  users(): readonly UserSummary[] {
    return this.#users.all().map(({ principal, password, keys }) => ({
      ...principal,
      hasPassword: password !== undefined,
      keys: [...keys.keys()],
    }));
  }

  async addAuthorizedKey(user: string, line: string): Promise<void> {
    await this.#users.addKey(user, parsePublicKey(line));
  }

  async authenticatePassword(name: string, password: string, source = 'local'): Promise<Principal | undefined> {
    const key = this.#verified.key(name, password);
    if (this.#verified.has(key)) return this.principal(name);
    const attempt = `${key} ${source}`;
    const underWay = this.#underWay.get(attempt);
    if (underWay !== undefined) return underWay;
    const check = this.#throttle
      .attempt(`${name}\0${source}`, () => this.#gate.pass(() => this.#check(name, password, key)))
      .finally(() => this.#underWay.delete(attempt));
    this.#underWay.set(attempt, check);
    const principal = await check;
    // The name may be a password typed into the wrong field, so an unknown one is not logged.
    if (principal === undefined) {
      this.#log?.warn({ user: this.#users.get(name) ? name : '(unknown)', source }, 'access: wrong password');
    }
    return principal;
  }

  authenticateKey(name: string, blob: Uint8Array): Principal | undefined {
    const user = this.#users.get(name);
    const known = user?.keys.get(fingerprint(blob));
    return known !== undefined && Buffer.compare(known, blob) === 0 ? user?.principal : undefined;
  }

  principal(name: string): Principal | undefined {
    return this.#users.get(name)?.principal;
  }

  async #check(name: string, password: string, key: string): Promise<Principal | undefined> {
    const stored = this.#users.get(name)?.password;
    const candidate = password.length > MAX_PASSWORD ? '' : password;
    const fits = await verifyPassword(candidate, stored ?? this.#decoy);
    // Looked up again: the password may have been changed while it was checked.
    const user = this.#users.get(name);
    if (!fits || stored === undefined || user?.password !== stored) return undefined;
    this.#verified.add(key);
    return user.principal;
  }
}
