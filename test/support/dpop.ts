/** Issuers of tokens, and the keys of clients that prove with DPoP whose tokens they are (RFC 9449). */
import { createHash, randomUUID } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An issuer that exists only as its key. */
export interface TestIssuer {
  /** Value of the leaf `jwks`. */
  readonly jwks: string;
  /** Makes a token of user `tom` for audience `yangent` that ends in ten minutes. @param claims in place of these, or more */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>;
}

export const ISSUER = 'https://issuer.example';

export async function testIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const jwks = JSON.stringify({ keys: [await exportJWK(publicKey)] });
  const token = (claims: Readonly<Record<string, unknown>> = {}) =>
    new SignJWT({ iss: ISSUER, aud: 'yangent', sub: 'tom', exp: nowSeconds() + 600, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
      .sign(privateKey);
  return { jwks, token };
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

/** One proof, and what is different from a good one. */
export interface ProofOptions {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly nonce?: string;
  /** Claims in place of the right ones; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Members of the header in place of the right ones. */
  readonly header?: Readonly<Record<string, unknown>>;
}

/** The key of a client. */
export interface ProofKeyPair {
  /** The value of `cnf` in tokens that are bound to it. */
  readonly cnf: { readonly jkt: string };
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
  proof(o: ProofOptions): Promise<string>;
  /** Signs any texts as header and claims. */
  sign(header: string, claims: string): Promise<string>;
}

export async function proofKeyPair(alg = 'ES256'): Promise<ProofKeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const jkt = await calculateJwkThumbprint(publicJwk);
  const sign = async (header: string, claims: string) => {
    const [part, payload] = [header, claims].map((text) => Buffer.from(text).toString('base64url'));
    const input = Buffer.from(`${part}.${payload}`);
    const signature = await crypto.subtle.sign(SIGNING[alg] ?? { name: 'Ed25519' }, privateKey, input);
    return `${input}.${Buffer.from(signature).toString('base64url')}`;
  };
  const proof = ({ header = {}, ...o }: ProofOptions) => {
    const claims = JSON.stringify(claimsOf(o));
    const protectedHeader = { typ: 'dpop+jwt', alg, jwk: publicJwk, ...header };
    return Object.keys(header).length > 0
      ? sign(JSON.stringify(protectedHeader), claims)
      : new CompactSign(Buffer.from(claims)).setProtectedHeader(protectedHeader).sign(privateKey);
  };
  return { cnf: { jkt }, publicJwk, privateJwk: await exportJWK(privateKey), proof, sign };
}

/** The claims of a good proof, with what is different. */
export function claimsOf({ method, url, token, nonce, claims = {} }: Omit<ProofOptions, 'header'>) {
  const ath = createHash('sha256').update(token).digest('base64url');
  return { jti: randomUUID(), htm: method, htu: url, iat: nowSeconds(), ath, nonce, ...claims };
}

const SIGNING: Readonly<
  Record<string, { readonly name: string; readonly hash?: string; readonly saltLength?: number }>
> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', hash: 'SHA-384' },
  PS256: { name: 'RSA-PSS', saltLength: 32 },
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
};
