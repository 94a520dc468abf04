/** Authentication: users, their passwords, keys, certificates and tokens, and the checks at login. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Store } from '../store/index.js';
import { ClientCertificates } from './client-certificate.js';
import { readAccessConfig } from './configured.js';
import { AccessError } from './errors.js';
import { ensureFirstAdmin, FIRST_ADMIN, type FirstAdmin } from './first-admin.js';
import { Gate } from './gate.js';
import { Logins } from './logins.js';
import {
  DEFAULT_COST,
  decoyHash,
  hashPassword,
  isFit,
  isTooLong,
  MAX_PASSWORD,
  MIN_PASSWORD,
  verifyPassword,
} from './password.js';
import { ADMIN_GROUP, isMember, type Principal } from './principal.js';
import { fingerprint, parsePublicKey } from './ssh-key.js';
import { DEFAULT_THROTTLE, Throttle, type ThrottleOptions } from './throttle.js';
import { type KeyFetch, Tokens } from './token.js';
import { TokenLogin } from './token-login.js';
import { Users } from './users.js';
import { VerifiedCredentials } from './verified.js';

/** A user as operators may see it. */
export interface UserSummary extends Principal {
  readonly hasPassword: boolean;
  /** Fingerprints of the user's SSH keys. */
  readonly keys: readonly string[];
}

export interface Access {
  /** Creates user `admin` (groups admin and operator) at the first start, with the password in `DIR/admin-password`. */
  ensureFirstAdmin(dataDir: string): Promise<FirstAdmin>;
  /**
   * Creates or changes a user. Without a password, a new user has none, and an existing one keeps the stored one.
   *
   * @throws AccessError bad-user-name, bad-password
   */
  putUser(name: string, user: { readonly password?: string; readonly groups: readonly string[] }): Promise<void>;
  /** Removes the user and the user's keys; false when there is no such user. */
  removeUser(name: string): Promise<boolean>;
  users(): readonly UserSummary[];
  /** Lets the user log in with this key, one line as OpenSSH writes it. @throws AccessError bad-key, unknown-user */
  addAuthorizedKey(user: string, line: string): Promise<void>;
  /**
   * Returns the user when the password is right. The answer for a wrong password or an unknown user is delayed, longer with each
   * further failure of the same user and `source` (the peer's address).
   *
   * @throws AccessError overloaded
   */
  authenticatePassword(name: string, password: string, source?: string): Promise<Principal | undefined>;
  /** Returns the user when this SSH public key (wire form) is one of its keys. SSH checks that the client holds the private key. */
  authenticateKey(name: string, blob: Uint8Array, source?: string): Principal | undefined;
  /**
   * Returns the user of a bearer token, with the groups that the token names. The answer for a bad token is delayed, as for a
   * wrong password.
   *
   * @throws AccessError overloaded
   */
  authenticateToken(token: string, source?: string): Promise<Principal | undefined>;
  /** Returns the user of a TLS client certificate (DER). TLS checks that the client holds the private key. */
  authenticateCertificate(der: Uint8Array): Principal | undefined;
  /** True when a token issuer is configured. */
  readonly acceptsTokens: boolean;
  /**
   * Applies `/yangent-access:access` (its RFC 7951 value) at once, and forgets all verified credentials. An error changes nothing.
   *
   * @throws AccessError bad-key, bad-certificate, bad-token-keys
   */
  configure(value: unknown): Promise<void>;
  /** Throws the errors that `configure` would throw, and changes nothing. */
  check(value: unknown): Promise<void>;
  /**
   * True when the login is still valid: the user exists and is in the same groups, and the key, certificate or token of the
   * login is still valid. A changed password does not end open sessions.
   */
  holds(principal: Principal): boolean;
  /**
   * Calls `listener` when results of `holds` may have changed, so that invalid sessions can be ended. Returns the function that
   * stops it.
   */
  watch(listener: () => void): () => void;
  /** Returns the user by name, without any check: for work of the node on behalf of a user that it has authenticated before. */
  principal(name: string): Principal | undefined;
  /** Stops checking key files. */
  close(): void;
}

export interface AccessOptions {
  readonly log?: Logger;
  /** The scrypt cost as a power of two; lower than the default only for tests. */
  readonly cost?: number;
  readonly throttle?: Partial<ThrottleOptions>;
  /** Fetches the keys of issuers. Default: `fetch` of Node.js. */
  readonly fetch?: KeyFetch;
  /** Base directory of the files named in the configuration. */
  readonly dataDir?: string;
}

/** Maximum number of password checks at the same time; each takes a thread and tens of megabytes. */
const CHECKS = 2;
const MAX_WAITING_CHECKS = 1_000;

/** Loopback addresses, as sockets give them. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

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
  readonly #tokenLogin: TokenLogin;
  readonly #dataDir: string | undefined;
  readonly #fetch: KeyFetch | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #logins = new Logins();
  readonly #recovering = new WeakMap<Principal, Principal>();
  #certificates = new ClientCertificates([]);
  /** Running checks by credential and source: connections that a client opens at the same time share one check. */
  readonly #underWay = new Map<string, Promise<Principal | undefined>>();

  constructor(users: Users, o: AccessOptions) {
    this.#users = users;
    this.#log = o.log;
    this.#cost = o.cost ?? DEFAULT_COST;
    this.#decoy = decoyHash(this.#cost);
    this.#throttle = new Throttle({ ...DEFAULT_THROTTLE, ...o.throttle });
    this.#tokenLogin = new TokenLogin({
      throttle: this.#throttle,
      logins: this.#logins,
      onOtherKeys: () => this.#tell(),
      onFault: (error) => this.#log?.error({ err: error }, 'access: no token of this issuer is good'),
    });
    this.#dataDir = o.dataDir;
    this.#fetch = o.fetch;
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
    if (password !== undefined && !isFit(password)) {
      throw new AccessError(
        'bad-password',
        `the password of '${name}' must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`,
      );
    }
    const hash = password === undefined ? undefined : await hashPassword(password, this.#cost);
    await this.#changing(() => this.#users.put(name, { password: hash, groups }));
  }

  async removeUser(name: string): Promise<boolean> {
    return this.#changing(() => this.#users.remove(name));
  }

  async configure(value: unknown): Promise<void> {
    const config = readAccessConfig(value);
    const certificates = new ClientCertificates(config.certificates);
    const tokens = await Tokens.open(config.issuers, this.#dataDir, this.#fetch);
    await this.#changing(async () => {
      this.#users.configure(config.users);
      this.#certificates = certificates;
      this.#tokenLogin.use(tokens);
    });
  }

  async check(value: unknown): Promise<void> {
    const config = readAccessConfig(value);
    new ClientCertificates(config.certificates);
    await Tokens.open(config.issuers, this.#dataDir, this.#fetch);
  }

  holds(principal: Principal): boolean {
    const holds = this.#logins.holds(principal);
    // A token itself names the user and the groups.
    if (principal.expires !== undefined) return holds === true;
    const now = this.principal(principal.name);
    return now !== undefined && sameMembers(principal.groups, now.groups) && holds !== false;
  }

  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  get acceptsTokens(): boolean {
    return this.#tokenLogin.accepted;
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
    if (this.#verified.has(key)) return this.#session(this.principal(name), source);
    const attempt = `${key} ${source}`;
    const underWay = this.#underWay.get(attempt);
    if (underWay !== undefined) return this.#session(await underWay, source);
    const check = this.#throttle
      .attempt(name, source, () => this.#gate.pass(() => this.#check(name, password, key)))
      .finally(() => this.#underWay.delete(attempt));
    this.#underWay.set(attempt, check);
    return this.#session(await check, source);
  }

  authenticateKey(name: string, blob: Uint8Array, source = 'local'): Principal | undefined {
    const user = this.#users.get(name);
    const print = fingerprint(blob);
    const known = user?.keys.get(print);
    if (!user || !known || Buffer.compare(known, blob) !== 0) return undefined;
    const principal = this.#session(user.principal, source) ?? user.principal;
    return this.#logins.by(principal, print, () => this.#users.get(name)?.keys.has(print) === true);
  }

  async authenticateToken(token: string, source = 'local'): Promise<Principal | undefined> {
    return this.#tokenLogin.authenticate(token, source);
  }

  authenticateCertificate(der: Uint8Array): Principal | undefined {
    const name = this.#certificates.userOf(der);
    const user = name === undefined ? undefined : this.principal(name);
    if (!user) return undefined;
    const print = createHash('sha256').update(der).digest('base64');
    return this.#logins.by(user, print, () => this.#certificates.userOf(der) === name);
  }

  principal(name: string): Principal | undefined {
    return this.#users.get(name)?.principal;
  }

  /** Makes a local login of the first administrator a recovery session, to repair access rules (RFC 8341 §2.3). */
  #session(principal: Principal | undefined, source: string): Principal | undefined {
    if (principal?.name !== FIRST_ADMIN || !isMember(principal, ADMIN_GROUP) || !LOOPBACK.test(source))
      return principal;
    const known = this.#recovering.get(principal);
    const recovering = known ?? { ...principal, recovery: true };
    if (!known) this.#recovering.set(principal, recovering);
    return recovering;
  }

  /** Runs a change of users, then forgets all verified credentials and calls the watchers. */
  async #changing<T>(change: () => Promise<T>): Promise<T> {
    const result = await change();
    this.#verified.clear();
    this.#tell();
    return result;
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  close(): void {
    this.#tokenLogin.close();
  }

  async #check(name: string, password: string, key: string): Promise<Principal | undefined> {
    const stored = this.#users.get(name)?.password;
    const candidate = isTooLong(password) ? '' : password;
    const fits = await verifyPassword(candidate, stored ?? this.#decoy);
    // Read again: the password may have been changed during the check.
    const user = this.#users.get(name);
    if (!fits || stored === undefined || user?.password !== stored) return undefined;
    this.#verified.add(key);
    return user.principal;
  }
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}
