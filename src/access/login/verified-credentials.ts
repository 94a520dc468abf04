/**
 * Cache of recently verified credentials: a client that sends its password with every request does not wait for a check each
 * time. Entries are keyed by a hash with a secret of this process, so the memory holds no password.
 */
import { hash, randomBytes } from 'node:crypto';

const TIME_TO_LIVE = 60_000;
const MAX_ENTRIES = 1_000;

export class VerifiedCredentials {
  readonly #secret = randomBytes(32).toString('base64');
  readonly #until = new Map<string, number>();

  /** Returns the key of a pair in the cache. */
  key(user: string, password: string): string {
    // A user name has no NUL, so two pairs never give the same text. Keys are never shown, so that nobody could lengthen one:
    // a hash behind the secret is enough, and takes a quarter of the time of an HMAC.
    return hash('sha256', `${this.#secret}${user}\0${password}`, 'base64');
  }

  has(key: string): boolean {
    const until = this.#until.get(key);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#until.delete(key);
    return false;
  }

  add(key: string): void {
    this.#until.delete(key);
    this.#until.set(key, performance.now() + TIME_TO_LIVE);
    if (this.#until.size > MAX_ENTRIES) {
      for (const oldest of this.#until.keys()) {
        this.#until.delete(oldest);
        break;
      }
    }
  }

  /** Forgets all logins: a user or a password has changed. */
  clear(): void {
    this.#until.clear();
  }
}
