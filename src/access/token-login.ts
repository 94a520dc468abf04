/** Logins with tokens: a token that was good is remembered for a short time, failures cost time. */
import { createHmac, randomBytes } from 'node:crypto';
import { Gate } from './gate.js';
import type { Principal } from './principal.js';
import type { Throttle } from './throttle.js';
import { Tokens } from './token.js';

/** Milliseconds. */
const TIME_TO_LIVE = 60_000;
const MAX_ENTRIES = 1_000;
/** Users whose event streams end when the issuers change; more are not remembered. */
const MAX_USERS = 100_000;
const CHECKS = 8;
const MAX_WAITING_CHECKS = 1_000;

interface Verified {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export class TokenLogin {
  readonly #throttle: Throttle;
  readonly #gate = new Gate(CHECKS, MAX_WAITING_CHECKS);
  readonly #secret = randomBytes(32);
  /** By a hash keyed with the secret of this process: the memory holds no token. */
  #verified = new Map<string, Verified>();
  #tokens = Tokens.none;
  #users = new Set<string>();

  constructor(throttle: Throttle) {
    this.#throttle = throttle;
  }

  get accepted(): boolean {
    return this.#tokens.accepted;
  }

  /** Takes other issuers, and forgets all that was verified before. Gives the users who came with tokens until now. */
  use(tokens: Tokens): ReadonlySet<string> {
    const users = this.#users;
    this.#tokens = tokens;
    this.#verified = new Map();
    this.#users = new Set();
    return users;
  }

  /** The same principal for the same token, as long as it is remembered. @throws AccessError overloaded */
  async authenticate(token: string, source: string): Promise<Principal | undefined> {
    const key = createHmac('sha256', this.#secret).update(token).digest('base64');
    const known = this.#verified.get(key);
    if (known && known.until > Date.now()) return known.principal;
    const [verified, tokens] = [this.#verified, this.#tokens];
    const found = await this.#throttle.attempt(`token\0${tokens.claimedUser(token) ?? ''}\0${source}`, () =>
      this.#gate.pass(() => tokens.verify(token)),
    );
    // Other issuers may have come while it was checked.
    if (!found || tokens !== this.#tokens) return undefined;
    verified.delete(key);
    verified.set(key, { principal: found, until: Math.min(Date.now() + TIME_TO_LIVE, found.expires) });
    if (this.#users.size < MAX_USERS) this.#users.add(found.name);
    for (const oldest of verified.keys()) {
      if (verified.size <= MAX_ENTRIES) break;
      verified.delete(oldest);
    }
    return found;
  }
}
