/** Checks that the sender of a token holds the key or certificate that the token is bound to. */
import { createHash } from 'node:crypto';
import type { ClientChain } from '../../keys/index.js';
import { type Clock, MACHINE_CLOCK } from './clock.js';
import type { Confirmation } from './confirmation.js';
import { Nonces } from './nonces.js';
import type { PresentedToken, TokenRefusal, TokenVerdict } from './presented.js';
import { type Proof, type ProofTarget, readProof } from './proof.js';
import { ProofKeys } from './proof-key.js';
import { type ReplayLimits, Replays } from './replays.js';

/** The sender holds it; or why the request is answered otherwise. */
export type Possession =
  | { readonly kind: 'proved'; readonly nonce?: string }
  | Exclude<TokenVerdict, { readonly kind: 'login' }>;

/** The proof of a key, with the request that it comes with. */
export interface KeyProof {
  readonly proof: string;
  readonly method: string;
  readonly urls: readonly string[];
}

export const INVALID_TOKEN: TokenRefusal = { kind: 'refused', error: 'invalid_token' };
const INVALID_PROOF: TokenRefusal = { kind: 'refused', error: 'invalid_dpop_proof' };

export class Possessions {
  readonly #clock: Clock;
  readonly #nonces: Nonces;
  readonly #replays: Replays;
  readonly #keys = new ProofKeys();

  constructor(limits: ReplayLimits, clock: Clock = MACHINE_CLOCK) {
    this.#clock = clock;
    this.#nonces = new Nonces(clock);
    this.#replays = new Replays(limits, clock);
  }

  /** Checks a token whose signature and claims are good, for one request. A good proof is used up. */
  async check(presented: PresentedToken, { key, certificate }: Confirmation): Promise<Possession> {
    // A bound token is no bearer token, nor the other way about (RFC 9449 §7.1).
    if ((presented.scheme === 'dpop') !== (key !== undefined)) return INVALID_TOKEN;
    if (certificate !== undefined && certificate !== thumbprintOf(presented.certificate())) return INVALID_TOKEN;
    if (key === undefined) return { kind: 'proved' };
    const { token, proof, method } = presented;
    const target = { key, token, method, urls: presented.urls(), now: this.#clock.wall() };
    if (proof === undefined) return INVALID_PROOF;
    const { key: _key, ...possession } = await this.#checkProof(proof, target);
    return possession;
  }

  /** Checks the proof of a key for which a token is asked. A good one is used up. */
  checkKey({ proof, method, urls }: KeyProof): Promise<Possession & { readonly key?: string }> {
    return this.#checkProof(proof, { method, urls, now: this.#clock.wall() });
  }

  async #checkProof(text: string, target: ProofTarget): Promise<Possession & { readonly key?: string }> {
    const proof = await readProof(text, target, this.#keys);
    if (!proof) return INVALID_PROOF;
    const { key } = proof;
    const demanded = this.#nonces.demanded();
    if (demanded && !this.#isFresh(proof))
      return { kind: 'refused', error: 'use_dpop_nonce', nonce: this.#nonces.current() };
    const admission = this.#replays.admit(key, proof.id);
    switch (admission.kind) {
      case 'new':
        return demanded ? { kind: 'proved', key, nonce: this.#nonces.current() } : { kind: 'proved', key };
      case 'repeated':
        return INVALID_PROOF;
      case 'key-full':
        return { kind: 'too-many-proofs', wait: admission.wait };
      case 'full':
        this.#replays.clear();
        this.#nonces.demand();
        return { kind: 'proofs-dropped', nonce: this.#nonces.current() };
      default:
        return admission satisfies never;
    }
  }

  #isFresh({ nonce }: Proof): boolean {
    return nonce !== undefined && this.#nonces.accepts(nonce);
  }
}

function thumbprintOf(chain: ClientChain | undefined): string | undefined {
  return chain && createHash('sha256').update(chain.leaf.raw).digest('base64url');
}
