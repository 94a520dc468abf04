/** Tokens that are bound to a key of this process, with a proof of the key in each request (RFC 9449). */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Credential, CredentialAnswer } from './credential.js';

/** A token as it was issued. */
export interface BoundToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** False when the token is good no more before its end. Absent: it is good until then. */
  readonly holds?: () => boolean;
}

/** Issues a token that is bound to the key with this thumbprint (RFC 7638). */
export type IssueToken = (thumbprint: string) => Promise<BoundToken>;

/** Part of the life of a token after which another one is issued. */
const FRESH = 0.8;
/** Proofs of one key. Servers remember the proofs of a key for minutes, and not without bound. */
const MOST_PROOFS = 500;

interface Key {
  readonly jwk: Readonly<Record<string, string>>;
  readonly thumbprint: string;
  readonly secret: KeyObject;
}

interface Bound extends BoundToken {
  readonly key: Key;
  /** Milliseconds since 1970. */
  readonly renew: number;
  proofs: number;
}

/** Returns a credential that has another key for each token. @param issue called when a token is needed; its errors are those of the request */
export function dpop(issue: IssueToken): Credential {
  return new Dpop(issue);
}

class Dpop implements Credential {
  #bound: Promise<Bound> | undefined;
  #nonce: string | undefined;

  constructor(private readonly issue: IssueToken) {}

  async fieldsFor({ method, url }: { readonly method: string; readonly url: string }) {
    const { token, key } = await this.#token();
    return { authorization: `DPoP ${token}`, dpop: this.#proof(key, { method, url, token }) };
  }

  learn({ status, headers }: CredentialAnswer): boolean {
    const given = headers['dpop-nonce'];
    const isNew = typeof given === 'string' && given !== this.#nonce;
    if (isNew) this.#nonce = given;
    return status === UNAUTHORIZED && isNew;
  }

  async #token(): Promise<Bound> {
    const known = await this.#bound;
    if (known && known.renew > Date.now() && known.proofs < MOST_PROOFS && known.holds?.() !== false) {
      known.proofs += 1;
      return known;
    }
    const next = this.#issued();
    this.#bound = next;
    next.catch(() => {
      if (this.#bound === next) this.#bound = undefined;
    });
    return next;
  }

  async #issued(): Promise<Bound> {
    const key = newKey();
    const begun = Date.now();
    const issued = await this.issue(key.thumbprint);
    return { ...issued, key, renew: begun + (issued.expires - begun) * FRESH, proofs: 1 };
  }

  #proof(key: Key, { method, url, token }: { readonly method: string; readonly url: string; readonly token: string }) {
    const claims = {
      ...{ jti: randomUUID(), htm: method, htu: url, iat: Math.floor(Date.now() / 1_000) },
      ath: createHash('sha256').update(token).digest('base64url'),
      ...(this.#nonce === undefined ? {} : { nonce: this.#nonce }),
    };
    const input = [{ typ: 'dpop+jwt', alg: 'EdDSA', jwk: key.jwk }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${input}.${sign(null, Buffer.from(input), key.secret).toString('base64url')}`;
  }
}

const UNAUTHORIZED = 401;

function newKey(): Key {
  const { privateKey: secret, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  // The members in the order of their names, as the thumbprint wants them.
  const jwk = { crv: 'Ed25519', kty: 'OKP', x };
  return { jwk, secret, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') };
}
