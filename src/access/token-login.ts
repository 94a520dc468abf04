/** Logins with tokens: a token that was good is remembered for a short time, failures cost time. */
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
/** Milliseconds between two looks at the files with keys. */
const LOOK_INTERVAL = 1_000;

interface Verified {
  readonly principal: VerifiedToken['principal'];
  /** By `performance.now`. */
  readonly until: number;
}

export interface TokenLoginOptions {
  readonly throttle: Throttle;
  readonly logins: Logins;
  /** Called when keys in a file are others than before. */
  readonly onOtherKeys: () => void;
  /** Called with why keys cannot be read any more. */
  readonly onFault: (error: AccessError) => void;
}

export class TokenLogin {
  readonly #options: TokenLoginOptions;
  readonly #gate = new Gate(CHECKS, MAX_WAITING_CHECKS);
  readonly #secret = randomBytes(32);
  /** By a hash keyed with the secret of this process: the memory holds no token. */
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

  /** Takes other issuers, and forgets all that was verified before. */
  use(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#verified = new Map();
    this.#lastLook = performance.now();
    clearInterval(this.#timer);
    // Open sessions end with their keys also when no other user logs in.
    this.#timer = tokens.hasFiles ? setInterval(() => void this.#look(), LOOK_INTERVAL).unref() : undefined;
  }

  /** Looks at no file any more. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** The same principal for the same token, as long as it is remembered. @throws AccessError overloaded */
  async authenticate(token: string, source: string): Promise<Principal | undefined> {
    if (this.#tokens.hasFiles && performance.now() - this.#lastLook >= LOOK_INTERVAL) await this.#look();
    const key = createHmac('sha256', this.#secret).update(token).digest('base64');
    const known = this.#verified.get(key);
    if (known && known.until > performance.now() && known.principal.expires > Date.now()) return known.principal;
    const [verified, tokens] = [this.#verified, this.#tokens];
    const found = await this.#options.throttle.attempt(`token\0${tokens.claimedUser(token) ?? ''}`, source, () =>
      this.#gate.pass(() => tokens.verify(token)),
    );
    // Other issuers may have come while it was checked.
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

  /** Takes the keys that are in the files now; several who ask at once wait for one look. */
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
