/** Proofs that whoever registers an agent has the key of the identifier that the agent claims. */
import { createHash } from 'node:crypto';
import { RpcError } from '../../data/index.js';
import { DocumentFault, type JsonObject, jcs, readCompactJws, readDocument, verifyJws } from '../../keys/index.js';
import { didOfMethod } from '../resolver/did.js';
import type { DidDocument } from '../resolver/document.js';
import { isRefusal } from '../resolver/resolver.js';
import { type Challenge, Challenges } from './challenges.js';

/** The kind of the proof, in its header. */
export const REGISTRATION_TYP = 'yangent-registration+jwt';

/** A registration whose identifier is to be proved. */
export interface Claim {
  /** The user who registers. */
  readonly user: string;
  /** Identifier of the agent at the node. */
  readonly agent: string;
  /** The decentralized identifier that the agent claims; absent: it claims none. */
  readonly did?: string;
  /** `profile` and `registration` of the agent, as RFC 7951 values. */
  readonly content: JsonObject;
  /** Compact JWS. */
  readonly proof: string;
}

export interface ControlOptions {
  readonly resolve: (did: string) => Promise<DidDocument>;
  /** Returns the identifier of the node; undefined while it has no name. */
  readonly node: () => string | undefined;
  readonly now: () => number;
}

export class Control {
  readonly #challenges: Challenges;

  constructor(private readonly o: ControlOptions) {
    this.#challenges = new Challenges(o.now);
  }

  /** Asks a user. @throws RpcError while the node has no name, and when too many users were asked */
  ask(user: string): Challenge & { readonly audience: string } {
    const audience = this.o.node();
    if (audience === undefined)
      throw new RpcError({
        ...{ type: 'application', tag: 'operation-failed', origin: 'caller', appTag: 'no-name' },
        message:
          'the node has no name, and so no identifier for which a proof could be: set /yangent-identity:identity/host',
      });
    const challenge = this.#challenges.ask(user);
    if (challenge) return { ...challenge, audience };
    throw new RpcError({
      type: 'application',
      tag: 'resource-denied',
      message: 'too many proofs are awaited; try again later',
    });
  }

  /** Verifies a proof, and takes the answer to its question. @returns the proved identifier @throws RpcError access-denied */
  async require(claim: Claim): Promise<string> {
    try {
      return await this.#proved(claim);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new RpcError({
        ...{ type: 'application', tag: 'access-denied', origin: 'caller', appTag: 'identity-not-proved' },
        path: '/yangent-agents:register/yangent-identity:proof',
        message: `the proof of the identifier is refused: ${error.message}`,
      });
    }
  }

  async #proved({ user, agent, did, content, proof }: Claim): Promise<string> {
    if (did === undefined)
      throw new DocumentFault('registration/digital-identifier is not the identifier (DID) that would be proved');
    const { signature, payload } = readCompactJws(proof);
    const { kid } = await verifyJws(signature, payload, {
      typ: REGISTRATION_TYP,
      key: async (kid) => {
        if (didOfMethod(kid) !== did) throw new DocumentFault(`it is signed by ${kid}, not by ${did}`);
        return (await this.o.resolve(did)).key(kid, 'authentication');
      },
    });
    const claims = readDocument(payload.toString('utf8'));
    const digest = createHash('sha256').update(jcs(content)).digest('base64url');
    const node = this.o.node();
    if (node === undefined || claims.aud !== node) throw new DocumentFault(`its aud is not ${node ?? 'this node'}`);
    if (claims.agent !== agent) throw new DocumentFault(`its agent is not ${agent}`);
    if (claims.registration !== digest)
      throw new DocumentFault(`its registration is not ${digest}, the digest of profile and registration`);
    // Taken last, so that no other than the signer can use up the question.
    if (typeof claims.nonce !== 'string' || !this.#challenges.take(user, claims.nonce))
      throw new DocumentFault('its nonce is none that this user was given lately, or it was used before');
    return didOfMethod(kid);
  }
}
