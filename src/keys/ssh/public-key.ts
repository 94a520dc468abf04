/** Public keys in the form of SSH (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4), read into keys of node:crypto. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { algorithmOf } from '../pair/algorithm.js';
import { thumbprintOf } from '../pair/key-pair.js';
import { SshFault, SshReader } from './reader.js';

/** The curves of ECDSA keys: their names in SSH and in a JWK, and the octets of a coordinate. */
const CURVES = {
  'ecdsa-sha2-nistp256': { ssh: 'nistp256', jwk: 'P-256', octets: 32 },
  'ecdsa-sha2-nistp384': { ssh: 'nistp384', jwk: 'P-384', octets: 48 },
} as const;

/** A type of key with which certificates are made and signed. */
export type SshKeyType = 'ssh-ed25519' | keyof typeof CURVES | 'ssh-rsa';

export interface SshKey {
  readonly type: SshKeyType;
  readonly key: KeyObject;
  /** See `thumbprintOf`. */
  readonly thumbprint: string;
}

const ED25519_OCTETS = 32;
/** The first octet of a point that is not compressed (SEC 1 §2.3.3). */
const UNCOMPRESSED = 0x04;
/** Maximum octets of the exponent of an RSA key: longer ones are used by no program, and cost time at each check. */
const MAX_EXPONENT = 8;

/** Reads a public key that stands by itself. @throws SshFault */
export function readSshKey(octets: Uint8Array): SshKey {
  const reader = new SshReader(octets);
  const type = reader.text('the type of the key');
  if (!isKeyType(type)) throw new SshFault(0, `keys of type '${type.slice(0, 64)}' are not taken`);
  const key = readKeyFields(type, reader);
  reader.end('the key');
  return key;
}

/** Reads what follows the type in a public key. @throws SshFault */
export function readKeyFields(type: SshKeyType, reader: SshReader): SshKey {
  const start = reader.at;
  const key = keyOf(fieldsOf(type, reader));
  if (!key || algorithmOf(key) === undefined) throw new SshFault(start, `this is no ${type} key that is taken`);
  return { type, key, thumbprint: thumbprintOf(key.export({ type: 'spki', format: 'der' })) };
}

function fieldsOf(type: SshKeyType, reader: SshReader): JsonWebKey {
  const start = reader.at;
  switch (type) {
    case 'ssh-ed25519': {
      const point = reader.string('the Ed25519 key');
      if (point.length !== ED25519_OCTETS)
        throw new SshFault(start, `an Ed25519 key has ${ED25519_OCTETS} octets, not ${point.length}`);
      return { kty: 'OKP', crv: 'Ed25519', x: base64url(point) };
    }
    case 'ecdsa-sha2-nistp256':
    case 'ecdsa-sha2-nistp384': {
      const { ssh, jwk, octets } = CURVES[type];
      const curve = reader.text('the curve');
      if (curve !== ssh) throw new SshFault(start, `the curve of ${type} is ${ssh}, not '${curve.slice(0, 64)}'`);
      const point = reader.string('the point');
      if (point.length !== 1 + 2 * octets || point[0] !== UNCOMPRESSED)
        throw new SshFault(start, `the point of ${type} has ${1 + 2 * octets} octets and is not compressed`);
      return {
        kty: 'EC',
        crv: jwk,
        x: base64url(point.subarray(1, 1 + octets)),
        y: base64url(point.subarray(1 + octets)),
      };
    }
    case 'ssh-rsa': {
      const e = reader.positive('the exponent');
      if (e.length > MAX_EXPONENT)
        throw new SshFault(start, `the exponent has at most ${MAX_EXPONENT} octets, not ${e.length}`);
      return { kty: 'RSA', e: base64url(e), n: base64url(reader.positive('the modulus')) };
    }
    default:
      return type satisfies never;
  }
}

/** Returns the key; undefined when the numbers are no key, such as a point that is not on its curve. */
function keyOf(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function isKeyType(type: string): type is SshKeyType {
  return type === 'ssh-ed25519' || type === 'ssh-rsa' || Object.hasOwn(CURVES, type);
}

function base64url(octets: Buffer): string {
  return octets.toString('base64url');
}
