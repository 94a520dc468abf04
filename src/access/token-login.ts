/** Logins with tokens. A valid token is cached for a short time; failures are delayed. */
import { createHmac, randomBytes } from 'node:crypto';
import type { AccessError } from './errors.js';
import { Gate } from './gate.js';
import type { Logins } from './logins.js';
import type { Principal } from './principal.js';
import type { Throttle } from './throttle.js';
import { Tokens, type VerifiedToken } from './token.js';

/** Milliseconds. */
const TIME_TO_LIVE = 60_000;
const MAX_ENTRIES = 1_000;
const CHECKS = 8;
const MAX_WAITING_CHECKS = 1_000;
/** Milliseconds between two checks of the key files. */
const LOOK_INTERVAL = 1_000;

interface Verified {
  readonly principal: VerifiedToken['principal'];
  /** By `performance.now`. */
  readonly until: number;
}

export interface TokenLoginOptions {
  readonly throttle: Throttle;
  readonly logins: Logins;
  /** Called when the keys in a file have changed. */
  readonly onOtherKeys: () => void;
  /** Called with the error when keys cannot be read any more. */
  readonly onFault: (error: AccessError) => void;
}

export class TokenLogin {
  readonly #options: TokenLoginOptions;
  readonly #gate = new Gate(CHECKS, MAX_WAITING_CHECKS);
  readonly #secret = randomBytes(32);
  /** Keyed by an HMAC with a secret of this process: the memory holds no token. */
  #verified = new Map<string, Verified>();
  #tokens = Tokens.none;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #looking: Promise<void> | undefined;

  constructor(options: TokenLoginOptions) {
    this.#options = options;
  }

  get accepted(): boolean {
    return this.#tokens.accepted;
  }

  /** Replaces the issuers, and forgets all tokens that were verified before. */
  use(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#verified = new Map();
    this.#lastLook = performance.now();
    clearInterval(this.#timer);
    // The timer ends sessions whose keys are gone, also when no login triggers the check.
    this.#timer = tokens.hasFiles ? setInterval(() => void this.#look(), LOOK_INTERVAL).unref() : undefined;
  }

  /** Stops checking key files. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** Returns the same principal for the same token, as long as it is cached. @throws AccessError overloaded */
  async authenticate(token: string, source: string): Promise<Principal | undefined> {
    if (this.#tokens.hasFiles && performance.now() - this.#lastLook >= LOOK_INTERVAL) await this.#look();
    const key = createHmac('sha256', this.#secret).update(token).digest('base64');
    const known = this.#verified.get(key);
    if (known && known.until > performance.now() && known.principal.expires > Date.now()) return known.principal;
    const [verified, tokens] = [this.#verified, this.#tokens];
    const found = await this.#options.throttle.attempt(`token\0${tokens.claimedUser(token) ?? ''}`, source, () =>
      this.#gate.pass(() => tokens.verify(token)),
    );
    // The issuers may have been replaced during the check.
    if (!found || tokens !== this.#tokens) return undefined;
    const { principal } = found;
    this.#options.logins.remember(principal, () => this.#isOf(found));
    verified.delete(key);
    verified.set(key, { principal, until: performance.now() + TIME_TO_LIVE });
    for (const oldest of verified.keys()) {
      if (verified.size <= MAX_ENTRIES) break;
      verified.delete(oldest);
    }
    return principal;
  }

  #isOf({ issuer, identity }: VerifiedToken): boolean {
    return this.#tokens.identityOf(issuer) === identity;
  }

  /** Reads changed key files. Concurrent calls share one read. */
  #look(): Promise<void> {
    this.#looking ??= this.#readAgain().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #readAgain(): Promise<void> {
    this.#lastLook = performance.now();
    const before = this.#tokens;
    const now = await before.reread(this.#options.onFault);
    if (now === before || before !== this.#tokens) return;
    this.use(now);
    this.#options.onOtherKeys();
  }
}
