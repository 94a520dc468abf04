/** Logins of local users: with a password, a key, a certificate, or two of them. */
import type { Logger } from 'pino';
import type { ClientChain } from '../keys/index.js';
import type { KeyLogin } from './contract.js';
import type { Credential, Proof, SshCredential } from './login/credential.js';
import { Credentials, type Trust } from './login/credentials.js';
import type { Logins } from './login/logins.js';
import { PasswordLogin } from './login/password-login.js';
import { mayBegin, satisfies, withPassword } from './login/requirement.js';
import type { AuthenticationMethod, Principal } from './principal.js';
import { RecoverySessions } from './recovery.js';
import type { Throttle } from './throttle.js';
import type { Users } from './users.js';

export interface UserLoginNeeds {
  readonly users: Pick<Users, 'get'>;
  readonly logins: Logins;
  readonly throttle: Throttle;
  /** The scrypt cost as a power of two. */
  readonly cost: number;
  readonly log: Logger | undefined;
}

export class UserLogin {
  readonly #users: UserLoginNeeds['users'];
  readonly #logins: Logins;
  readonly #passwords: PasswordLogin;
  readonly #credentials: Credentials;
  readonly #recovery = new RecoverySessions();
  readonly #log: Logger | undefined;

  constructor({ users, logins, throttle, cost, log }: UserLoginNeeds, trust: Trust) {
    this.#users = users;
    this.#logins = logins;
    this.#log = log;
    this.#passwords = new PasswordLogin({
      ...{ throttle, cost, find: (name) => users.get(name) },
      onLacking: (user) =>
        log?.info({ user }, 'access: a password was right, but its user must prove another factor before it'),
    });
    this.#credentials = new Credentials(
      (user) => users.get(user)?.keys,
      trust,
      (user, source, reason) => {
        // A name that no user has may be a password in the wrong field.
        const known = users.get(user) === undefined ? undefined : user;
        log?.info({ user: known, source, reason }, 'access: an SSH certificate was refused');
      },
    );
  }

  /** Replaces what is trusted. Logins from before hold only if they would be given now. */
  trust(trust: Trust): void {
    this.#credentials.trust(trust);
  }

  /** Forgets the verified passwords: a user or a password has changed. */
  forget(): void {
    this.#passwords.forget();
  }

  /** See `Access.authenticatePassword`. @throws AccessError overloaded */
  async byPassword(
    name: string,
    password: string,
    source: string,
    first: () => Credential | undefined,
  ): Promise<Principal | undefined> {
    const proof = this.#firstFactor(name, first, source);
    if (!(await this.#passwords.suffices(name, password, source, proof))) return undefined;
    const principal = this.#session(name, source);
    return principal && this.#logins.by(principal, withPassword(proof), proof);
  }

  /** Logs in over SSH. */
  bySsh(name: string, credential: SshCredential, source: string): KeyLogin | undefined {
    const proof = this.#credentials.prove(name, credential, source);
    const user = this.#users.get(name);
    const principal = this.#session(name, source);
    if (!proof || !user || !principal) return undefined;
    const methods = [proof.method];
    if (satisfies(user.requires, methods))
      return { kind: 'login', principal: this.#logins.by(principal, methods, proof) };
    return mayBegin(user.requires, proof.method) ? { kind: 'password-too' } : undefined;
  }

  /** Logs in with a TLS client certificate. */
  byTls(chain: ClientChain): Principal | undefined {
    const proven = this.#credentials.proveTls(chain);
    const user = proven && this.#users.get(proven.name)?.principal;
    if (!proven) return this.#refuseTls(this.#credentials.refusalOfTls(chain));
    if (!user) return this.#refuseTls('no user has the name in the certificate');
    if (!this.isEnough(user.name, [proven.proof.method]))
      return this.#refuseTls('the certificate is right, but its user must prove another factor as well', user.name);
    return this.#logins.by(user, [proven.proof.method], proven.proof);
  }

  #refuseTls(reason: string | undefined, user?: string): undefined {
    this.logRefusedTls(reason, user);
  }

  /** @param reason undefined for a certificate that was not refused, or that no authority stands above: anyone can send one */
  logRefusedTls(reason: string | undefined, user?: string): void {
    if (reason !== undefined) this.#log?.info({ user, reason }, 'access: a TLS client certificate was refused');
  }

  /** True when these methods are enough for the user. Work of the node itself has no methods. */
  isEnough(name: string, methods: readonly AuthenticationMethod[] | undefined): boolean {
    return methods === undefined || satisfies(this.#users.get(name)?.requires ?? [], methods);
  }

  /** Returns the proof of the key or certificate before a password; undefined for a user for whom one method is enough. */
  #firstFactor(name: string, first: () => Credential | undefined, source: string): Proof | undefined {
    const requires = this.#users.get(name)?.requires ?? [];
    const credential = requires.length === 0 ? undefined : first();
    if (!credential || !mayBegin(requires, credential.method)) return undefined;
    return this.#credentials.prove(name, credential, source);
  }

  #session(name: string, source: string): Principal | undefined {
    const user = this.#users.get(name);
    return user && this.#recovery.of(user.principal, source);
  }
}
