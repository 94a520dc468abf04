/** One DPoP proof: a JWT that the holder of a key signs for one request (RFC 9449 §4.2, §4.3). */
import { createHash } from 'node:crypto';
import { isObject, parseJson, RpcError } from '../../data/index.js';
import { isProofAlgorithm, type ProofKey, type ProofKeys, readProofKey } from './proof-key.js';
import { MAX_AGE, MAX_AHEAD } from './proof-times.js';
import { sameUrl } from './proof-url.js';

/** The request that a proof must be for. */
export interface ProofTarget {
  /** The thumbprint of the key of the token; absent: any key will do. */
  readonly key?: string;
  /** Absent where a token is asked for (RFC 9449 §5). */
  readonly token?: string;
  readonly method: string;
  /** URLs of the requested resource; the proof must name one of them. */
  readonly urls: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A proof that is good for its request, if its nonce is, and if it was not used before. */
export interface Proof {
  /** The claim `jti`. */
  readonly id: string;
  readonly nonce: string | undefined;
  /** The thumbprint of its key. */
  readonly key: string;
}

type Members = Readonly<Record<string, unknown>>;

/** The parts of a proof, before its claims are looked at. */
interface Signed {
  readonly key: ProofKey;
  readonly claims: Members;
  readonly octets: Buffer;
  readonly signature: Buffer;
}

/** Maximum characters of a proof. One with a long RSA key has about 2,500. */
const MAX_LENGTH = 8_192;
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;
const JSON_LIMITS = { maxDepth: 5, maxBytes: MAX_LENGTH };
const TYPE = 'dpop+jwt';

/**
 * Reads a proof and makes all checks of RFC 9449 §4.3 except those of its nonce and of an earlier use.
 *
 * @param text the header field `DPoP`
 * @returns undefined for a proof that is not good
 */
export async function readProof(text: string, target: ProofTarget, keys: ProofKeys): Promise<Proof | undefined> {
  const signed = parsed(text);
  // The signature is checked last: only for the key of the token, and for a request that could be right.
  if (!signed || (target.key !== undefined && signed.key.thumbprint !== target.key)) return undefined;
  const { claims } = signed;
  if (!CHECKS.every((check) => check(claims, target))) return undefined;
  if (!(await keys.hasSigned(signed.key, signed.octets, signed.signature))) return undefined;
  const { jti, nonce } = claims;
  if (typeof jti !== 'string' || jti === '' || (nonce !== undefined && typeof nonce !== 'string')) return undefined;
  return { id: jti, nonce, key: signed.key.thumbprint };
}

/** Checks of the claims against the request, the cheap ones first. */
const CHECKS: readonly ((claims: Members, target: ProofTarget) => boolean)[] = [
  ({ htm }, { method }) => htm === method,
  ({ iat }, { now }) => isTime(iat) && iat * 1_000 >= now - MAX_AGE && iat * 1_000 <= now + MAX_AHEAD,
  ({ exp }, { now }) => exp === undefined || (isTime(exp) && exp * 1_000 > now - MAX_AHEAD),
  ({ nbf }, { now }) => nbf === undefined || (isTime(nbf) && nbf * 1_000 <= now + MAX_AHEAD),
  ({ ath }, { token }) => token === undefined || ath === createHash('sha256').update(token).digest('base64url'),
  ({ htu }, { urls }) => typeof htu === 'string' && urls.some((url) => sameUrl(htu, url)),
];

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function parsed(text: string): Signed | undefined {
  const [, header = '', claims = '', signature = ''] = (text.length <= MAX_LENGTH && COMPACT.exec(text)) || [];
  const head = objectIn(header);
  const body = objectIn(claims);
  const signatureOctets = octetsOf(signature);
  if (!head || !body || !signatureOctets) return undefined;
  // No extension is understood, so a proof that demands one is refused (RFC 7515 §4.1.11).
  if (head.typ !== TYPE || !isProofAlgorithm(head.alg) || 'crit' in head) return undefined;
  const key = readProofKey(head.jwk, head.alg);
  const octets = Buffer.from(`${header}.${claims}`, 'latin1');
  return key && { key, claims: body, octets, signature: signatureOctets };
}

/** Reads one part as a JSON object; one with the same member twice is none. */
function objectIn(part: string): Members | undefined {
  const octets = octetsOf(part);
  if (!octets) return undefined;
  try {
    const value = parseJson(UTF8.decode(octets), JSON_LIMITS);
    return isObject(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof RpcError || error instanceof TypeError) return undefined;
    throw error;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes base64url; undefined for a text that is not what encoding would give. */
function octetsOf(part: string): Buffer | undefined {
  const octets = Buffer.from(part, 'base64url');
  return octets.length > 0 && octets.toString('base64url') === part ? octets : undefined;
}
