/**
 * Logins with tokens. A valid token is cached for a short time; the possession of its key or certificate is checked each time. Failures
 * are delayed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ClientChain } from '../../keys/index.js';
import type { DomainRefusal } from '../domain/counts.js';
import type { AccessError } from '../errors.js';
import { Gate } from '../gate.js';
import type { Logins } from '../login/logins.js';
import type { Principal } from '../principal.js';
import type { Throttle } from '../throttle.js';
import type { HeldToken } from './held.js';
import { INVALID_TOKEN, type KeyProof, Possessions } from './possession.js';
import type { PresentedToken, TokenRefusal, TokenVerdict } from './presented.js';
import { Remembered } from './remembered.js';
import type { ReplayLimits } from './replays.js';
import { Tokens } from './tokens.js';
import { heldOf, type VerifiedToken } from './verified-token.js';

const CHECKS = 8;
const MAX_WAITING_CHECKS = 1_000;
/** Checks that may wait for the host of an identifier: it must not hold up the others. */
const SUBJECT_CHECKS = 64;
/** Milliseconds between two checks of the key files. */
const LOOK_INTERVAL = 1_000;

interface Verified extends Pick<VerifiedToken, 'confirmation' | 'isSame'> {
  readonly principal: Principal;
  /** Why a token is refused that is good otherwise. */
  readonly reason?: TokenRefusal['reason'];
}

export interface TokenLoginOptions {
  readonly throttle: Throttle;
  readonly logins: Logins;
  /** Limits of the memory of used DPoP proofs. */
  readonly replays: ReplayLimits;
  /** True when one of these grants and tokens is revoked. */
  readonly isRevoked: (lineage: readonly string[]) => boolean;
  /** True when a token alone is enough for this user. */
  readonly suffices: (principal: Principal) => boolean;
  /** Returns the trust domain of which an authority stands above a client certificate. */
  readonly domainOf: (certificate: ClientChain) => string | undefined;
  /** Called when the keys in a file have changed. */
  readonly onOtherKeys: () => void;
  /** Called with the error when keys cannot be read any more. */
  readonly onFault: (error: AccessError) => void;
}

export class TokenLogin {
  readonly #options: TokenLoginOptions;
  readonly #gate = new Gate(CHECKS, MAX_WAITING_CHECKS);
  readonly #subjectGate = new Gate(SUBJECT_CHECKS, MAX_WAITING_CHECKS);
  readonly #possessions: Possessions;
  readonly #secret = randomBytes(32);
  /** Keyed by an HMAC with a secret of this process: the memory holds no token. */
  #verified = new Remembered<Verified>();
  /** Keyed alike: tokens that were good, whoever presented them. */
  #held = new Remembered<VerifiedToken>();
  #tokens = Tokens.none;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #looking: Promise<void> | undefined;

  constructor(options: TokenLoginOptions) {
    this.#options = options;
    this.#possessions = new Possessions(options.replays);
  }

  get accepted(): boolean {
    return this.#tokens.accepted;
  }

  /** True for an issuer whose tokens may be good. */
  isIssuer(name: string): boolean {
    return this.#tokens.isIssuer(name);
  }

  /** See `Tokens.claimsIn`. */
  claimsIn(issuer: string, token: string, audience: string): ReturnType<Tokens['claimsIn']> {
    return this.#tokens.claimsIn(issuer, token, audience);
  }

  /** Replaces the issuers, and forgets all tokens that were verified before. */
  use(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#verified = new Remembered();
    this.#held = new Remembered();
    this.#lastLook = performance.now();
    clearInterval(this.#timer);
    // The timer ends sessions whose keys are gone, also when no login triggers the check.
    this.#timer = tokens.hasFiles ? setInterval(() => void this.#look(), LOOK_INTERVAL).unref() : undefined;
  }

  /** Stops checking key files. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** A login gives the same principal for the same token, as long as it is cached. @throws AccessError overloaded */
  async authenticate(presented: PresentedToken, source: string): Promise<TokenVerdict> {
    const { token } = presented;
    if (this.#tokens.hasFiles && performance.now() - this.#lastLook >= LOOK_INTERVAL) await this.#look();
    const key = this.#keyOf(token);
    const known = this.#remembered(key);
    const verdict = known && (await this.#judge(known, presented));
    if (verdict && !isFailure(verdict)) return this.#entered(verdict);
    let failure: TokenVerdict = verdict ?? INVALID_TOKEN;
    const line = `token\0${this.#tokens.claimedUser(token) ?? ''}`;
    const late = await this.#options.throttle.attempt<TokenVerdict>(line, source, async (place) => {
      // The failure of a remembered token is only delayed.
      const found = verdict ? undefined : await this.#gateFor(token).pass(place, () => this.#verify(token, key));
      const judged = found && (await this.#judge(found, presented));
      if (!judged || !isFailure(judged)) return judged;
      failure = judged;
      return undefined;
    });
    return late ? this.#entered(late) : this.#refused(failure, token);
  }

  /** Counts a login of a member of a trust domain. */
  #entered(verdict: TokenVerdict): TokenVerdict {
    if (verdict.kind === 'login' && verdict.principal.domain !== undefined)
      this.#tokens.domains.get(verdict.principal.domain)?.counts.accept();
    return verdict;
  }

  #refused(failure: TokenVerdict, token: string): TokenVerdict {
    const domain = failure.kind === 'refused' ? this.#tokens.claimedDomain(token) : undefined;
    return domain && failure.kind === 'refused' ? { ...failure, domain: domain.name } : failure;
  }

  /** Returns a token that is good, whoever presents it. The answer for a bad one is delayed. @throws AccessError overloaded */
  async held(token: string, source: string): Promise<HeldToken | undefined> {
    const key = this.#keyOf(token);
    const known = this.#held.get(key);
    if (known && this.#isOf(known)) return heldOf(known);
    const line = `token\0${this.#tokens.claimedUser(token) ?? ''}`;
    return this.#options.throttle.attempt(line, source, (place) =>
      this.#gateFor(token).pass(place, async () => {
        const [cache, found] = [this.#held, await this.#tokens.verify(token)];
        if (!found || this.#isRevoked(found) || !this.#options.suffices(found.principal)) return undefined;
        cache.set(key, found);
        return heldOf(found);
      }),
    );
  }

  /** Checks the proof of a key for which a token is asked. */
  proveKey(proof: KeyProof): ReturnType<Possessions['checkKey']> {
    return this.#possessions.checkKey(proof);
  }

  #gateFor(token: string): Gate {
    return this.#tokens.isOfSubject(token) ? this.#subjectGate : this.#gate;
  }

  #keyOf(token: string): string {
    return createHmac('sha256', this.#secret).update(token).digest('base64');
  }

  #isRevoked({ principal }: Pick<Verified, 'principal'>): boolean {
    return this.#options.isRevoked(principal.token?.lineage ?? []);
  }

  #remembered(key: string): Verified | undefined {
    const known = this.#verified.get(key);
    return known?.isSame() && !this.#isRevoked(known) ? known : undefined;
  }

  /** Verifies a token, and caches it when it is good. */
  async #verify(token: string, key: string): Promise<Verified | undefined> {
    const [cache, tokens] = [this.#verified, this.#tokens];
    const found = await tokens.verify(token);
    // The issuers may have been replaced during the check.
    if (tokens !== this.#tokens) return undefined;
    if (!found) {
      const suspended = await tokens.suspended(token);
      return suspended && { ...suspended, isSame: () => false, reason: 'suspended' };
    }
    const { principal, confirmation, isSame } = found;
    if (this.#isRevoked(found)) {
      this.#count(found, 'bad-token');
      return { principal, confirmation, isSame, reason: 'revoked' };
    }
    if (!this.#options.suffices(principal)) return undefined;
    this.#options.logins.remember(principal, () => this.#isOf(found));
    const verified = { principal, confirmation, isSame };
    cache.set(key, verified);
    return verified;
  }

  async #judge({ principal, confirmation, reason }: Verified, presented: PresentedToken): Promise<TokenVerdict> {
    if (this.#isOfTwoDomains(principal, presented)) {
      this.#count({ principal }, 'two-domains');
      return INVALID_TOKEN;
    }
    const possession = await this.#possessions.check(presented, confirmation);
    // A client that needs a nonce has proved its key: no login follows, so a proof that comes again does no harm.
    const isProved = possession.kind === 'proved' || (possession.kind === 'refused' && !isFailure(possession));
    if (reason && isProved) return { ...INVALID_TOKEN, reason };
    if (possession.kind === 'proved') return { ...possession, kind: 'login', principal };
    if (isFailure(possession)) this.#count({ principal }, 'bad-proof');
    return possession;
  }

  #isOfTwoDomains({ domain }: Principal, presented: PresentedToken): boolean {
    const certificate = domain === undefined ? undefined : presented.certificate();
    const other = certificate && this.#options.domainOf(certificate);
    return other !== undefined && other !== domain;
  }

  /** Counts a refusal by the trust domain of the principal. */
  #count({ principal: { domain } }: Pick<Verified, 'principal'>, reason: DomainRefusal): undefined {
    if (domain !== undefined) this.#tokens.domains.get(domain)?.counts.refuse(reason);
  }

  #isOf(found: VerifiedToken): boolean {
    const { issuer, identity, isSame, principal } = found;
    return this.#tokens.identityOf(issuer, principal) === identity && !this.#isRevoked(found) && isSame();
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

/** True for a verdict that is told late. The demand for a nonce is a step of each login, no failure (RFC 9449 §9). */
function isFailure(verdict: TokenVerdict): boolean {
  return verdict.kind === 'refused' && verdict.error !== 'use_dpop_nonce';
}
