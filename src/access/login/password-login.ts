/** Checks passwords: slowly, a few at a time, and late where one was wrong. A verified one is cached for a short time. */
import { Gate } from '../gate.js';
import { decoyHash, isTooLong, verifyPassword } from '../password.js';
import type { Throttle } from '../throttle.js';
import type { Proof } from './credential.js';
import { type LoginRequirement, satisfies, withPassword } from './requirement.js';
import { VerifiedCredentials } from './verified-credentials.js';

/** Maximum number of password checks at the same time; each takes a thread and tens of megabytes. */
const CHECKS = 2;
const MAX_WAITING_CHECKS = 1_000;

/** The part of a user that decides about passwords. */
export interface PasswordUser {
  /** See `hashPassword`. Undefined: the user has none. */
  readonly password: string | undefined;
  readonly requires: readonly LoginRequirement[];
}

export interface PasswordLoginOptions {
  readonly throttle: Throttle;
  readonly find: (name: string) => PasswordUser | undefined;
  /** Called when a password was right, but the user must prove another factor before it. */
  readonly onLacking: (name: string) => void;
  /** The scrypt cost as a power of two. */
  readonly cost: number;
}

export class PasswordLogin {
  readonly #options: PasswordLoginOptions;
  readonly #decoy: string;
  readonly #gate = new Gate(CHECKS, MAX_WAITING_CHECKS);
  readonly #verified = new VerifiedCredentials();
  /** Running checks by credential and source: connections that a client opens at the same time share one check. */
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(options: PasswordLoginOptions) {
    this.#options = options;
    this.#decoy = decoyHash(options.cost);
  }

  /** Forgets what was verified: a user or a password has changed. */
  forget(): void {
    this.#verified.clear();
  }

  /**
   * True when the password is right and, with `first`, all that the user must prove. A refusal is delayed.
   *
   * @throws AccessError overloaded
   */
  async suffices(name: string, password: string, source: string, first: Proof | undefined): Promise<boolean> {
    const key = this.#verified.key(name, password);
    if (this.#verified.has(key) && this.#isAll(name, first)) return true;
    const attempt = `${key} ${source} ${first?.fingerprint ?? ''}`;
    const underWay = this.#underWay.get(attempt);
    if (underWay !== undefined) return underWay;
    const check = this.#options.throttle
      .attempt(name, source, (place) => this.#gate.pass(place, () => this.#check(name, password, key, first)))
      .then((right) => right === true)
      .finally(() => this.#underWay.delete(attempt));
    this.#underWay.set(attempt, check);
    return check;
  }

  /** Returns undefined for a refusal. */
  async #check(name: string, password: string, key: string, first: Proof | undefined): Promise<true | undefined> {
    const stored = this.#options.find(name)?.password;
    const candidate = isTooLong(password) ? '' : password;
    const fits = await verifyPassword(candidate, stored ?? this.#decoy);
    // Read again: the password may have been changed during the check.
    if (!fits || stored === undefined || this.#options.find(name)?.password !== stored) return undefined;
    if (!this.#isAll(name, first)) {
      this.#options.onLacking(name);
      return undefined;
    }
    this.#verified.add(key);
    return true;
  }

  #isAll(name: string, first: Proof | undefined): boolean {
    const requires = this.#options.find(name)?.requires ?? [];
    return satisfies(requires, withPassword(first)) && first?.holds() !== false;
  }
}
