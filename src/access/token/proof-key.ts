/** The public keys of DPoP proofs, and the algorithms of their signatures (RFC 7517, RFC 7518, RFC 8037). */
import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { isObject } from '../../data/index.js';

/** Asymmetric algorithms only. `Ed25519` is the newer name of the same algorithm as `EdDSA` (RFC 9864). */
const ALGORITHMS = {
  EdDSA: { form: { kty: 'OKP', crv: 'Ed25519' }, digest: null, padding: {} },
  Ed25519: { form: { kty: 'OKP', crv: 'Ed25519' }, digest: null, padding: {} },
  ES256: { form: { kty: 'EC', crv: 'P-256' }, digest: 'sha256', padding: {} },
  ES384: { form: { kty: 'EC', crv: 'P-384' }, digest: 'sha384', padding: {} },
  PS256: {
    form: { kty: 'RSA' },
    digest: 'sha256',
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
  RS256: { form: { kty: 'RSA' }, digest: 'sha256', padding: { padding: constants.RSA_PKCS1_PADDING } },
} as const;

export type ProofAlgorithm = keyof typeof ALGORITHMS;

/** The algorithms that proofs may use, for the challenge (RFC 9449 §7.1). */
export const PROOF_ALGORITHMS: readonly string[] = Object.keys(ALGORITHMS);

export function isProofAlgorithm(name: unknown): name is ProofAlgorithm {
  return typeof name === 'string' && Object.hasOwn(ALGORITHMS, name);
}

/** The members of a public key that its thumbprint covers, in their order (RFC 7638 §3.2). */
const MEMBERS = { OKP: ['crv', 'kty', 'x'], EC: ['crv', 'kty', 'x', 'y'], RSA: ['e', 'kty', 'n'] } as const;

/** Members that only a private or a symmetric key has. */
const SECRET = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Octets of an RSA key. A longer one, or a long exponent, would hold the node. */
const MODULUS = { least: 256, most: 512 } as const;
const LONGEST_EXPONENT = 4;

/** Maximum number of keys that are kept ready. */
const MAX_KEYS = 1_000;

export interface ProofKey {
  /** The thumbprint (RFC 7638), base64url. */
  readonly thumbprint: string;
  readonly algorithm: ProofAlgorithm;
  /** The members that its thumbprint covers. */
  readonly members: Readonly<Record<string, string>>;
}

/** Reads the header parameter `jwk` of a proof; undefined when it is no public key for the algorithm. */
export function readProofKey(jwk: unknown, algorithm: ProofAlgorithm): ProofKey | undefined {
  const { form } = ALGORITHMS[algorithm];
  const given: Readonly<Record<string, unknown>> = isObject(jwk) ? { ...jwk } : {};
  if (SECRET.some((name) => name in given)) return undefined;
  if (given.alg !== undefined && given.alg !== algorithm) return undefined;
  if (Object.entries(form).some(([name, value]) => given[name] !== value)) return undefined;
  const pairs = MEMBERS[form.kty].flatMap((name) => {
    const value = given[name];
    const isRead = typeof value === 'string' && (name in form || BASE64URL.test(value));
    return isRead ? [[name, value] as const] : [];
  });
  if (pairs.length < MEMBERS[form.kty].length) return undefined;
  const members = Object.fromEntries(pairs);
  if (form.kty === 'RSA' && !isFitRsa(members)) return undefined;
  const thumbprint = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { thumbprint, algorithm, members };
}

function isFitRsa({ n = '', e = '' }: ProofKey['members']): boolean {
  const octets = Buffer.byteLength(n, 'base64url');
  return octets >= MODULUS.least && octets <= MODULUS.most && Buffer.byteLength(e, 'base64url') <= LONGEST_EXPONENT;
}

/** In a thread of the pool: a check takes as long as all of the rest of a request. */
const verified = promisify(verify);

/** Checks signatures. The keys last used are kept as the library reads them: to read one takes as long as a check. */
export class ProofKeys {
  /** By thumbprint, the one last used at the end. */
  readonly #ready = new Map<string, KeyObject>();

  /** Returns true when the key has signed the octets. */
  async hasSigned(key: ProofKey, octets: Buffer, signature: Buffer): Promise<boolean> {
    const { digest, padding } = ALGORITHMS[key.algorithm];
    const ready = this.#keyOf(key);
    if (!ready) return false;
    return verified(digest, octets, { key: ready, dsaEncoding: 'ieee-p1363', ...padding }, signature);
  }

  #keyOf({ thumbprint, members }: ProofKey): KeyObject | undefined {
    const key = this.#ready.get(thumbprint) ?? opened(members);
    if (!key) return undefined;
    this.#ready.delete(thumbprint);
    this.#ready.set(thumbprint, key);
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= MAX_KEYS) break;
      this.#ready.delete(oldest);
    }
    return key;
  }
}

/** Returns undefined for members that are no key, such as a point that does not lie on the curve. */
function opened(members: ProofKey['members']): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...members }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
