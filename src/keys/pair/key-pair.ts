/** Key pairs, in the forms in which models and files have them. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import ssh2 from 'ssh2';
import { algorithmOf, TAKEN } from './algorithm.js';

export interface KeyPair {
  /** The private key: OneAsymmetricKey (RFC 5958), DER. */
  readonly pkcs8: Buffer;
  /** The public key: SubjectPublicKeyInfo (RFC 5280), DER. */
  readonly spki: Buffer;
}

/** A key that cannot be used, in words for the one who gave it. */
export class KeyFault extends Error {}

/** The forms of private keys that are taken, by identities of ietf-crypto-types, and their names for messages. */
const PRIVATE_FORMS: ReadonlyMap<string, { readonly type: 'pkcs1' | 'sec1' | 'pkcs8'; readonly words: string }> =
  new Map([
    ['ietf-crypto-types:rsa-private-key-format', { type: 'pkcs1', words: 'RSAPrivateKey' }],
    ['ietf-crypto-types:ec-private-key-format', { type: 'sec1', words: 'ECPrivateKey' }],
    ['ietf-crypto-types:one-asymmetric-key-format', { type: 'pkcs8', words: 'OneAsymmetricKey' }],
  ]);

/**
 * Reads a private key without passphrase.
 *
 * @param format an identity derived from `private-key-format`: `ietf-crypto-types:ec-private-key-format`
 * @throws KeyFault
 */
export function readPrivateKey(format: string, octets: Buffer): KeyPair {
  const form = PRIVATE_FORMS.get(format);
  if (!form) throw new KeyFault(`private keys of the format ${format} are not taken`);
  const key = openedAs(form.type, octets);
  if (!key) {
    const other = [...PRIVATE_FORMS].find(([, { type }]) => openedAs(type, octets));
    const hint = other ? `; it is an ${other[1].words}: its format is ${other[0]}` : '';
    throw new KeyFault(`it is no ${form.words} in DER without encryption, as ${format} says${hint}`);
  }
  if (algorithmOf(key) === undefined) throw new KeyFault(`keys of this algorithm are not taken; taken are ${TAKEN}`);
  return {
    pkcs8: key.export({ type: 'pkcs8', format: 'der' }),
    spki: createPublicKey(key).export({ type: 'spki', format: 'der' }),
  };
}

function openedAs(type: 'pkcs1' | 'sec1' | 'pkcs8', octets: Buffer): KeyObject | undefined {
  return opened(() => createPrivateKey({ key: octets, format: 'der', type }));
}

/** The identity of the form in which the node writes public keys. */
export const SPKI_FORMAT = 'ietf-crypto-types:subject-public-key-info-format';
const SSH_FORMAT = 'ietf-crypto-types:ssh-public-key-format';

/**
 * Reads a public key. @returns SubjectPublicKeyInfo, DER
 *
 * @param format an identity derived from `public-key-format`
 * @throws KeyFault
 */
export function readPublicKey(format: string, octets: Buffer): Buffer {
  if (format !== SPKI_FORMAT && format !== SSH_FORMAT)
    throw new KeyFault(`public keys of the format ${format} are not taken`);
  const key = opened(() =>
    format === SPKI_FORMAT
      ? createPublicKey({ key: octets, format: 'der', type: 'spki' })
      : createPublicKey(pemOfSsh(octets)),
  );
  if (!key) throw new KeyFault(`it is no public key of the format ${format}`);
  return key.export({ type: 'spki', format: 'der' });
}

/** Converts a public key from the form of SSH (RFC 4253 §6.6). @throws Error */
function pemOfSsh(octets: Buffer): string {
  const length = octets.readUInt32BE(0);
  const type = octets.toString('latin1', 4, 4 + length);
  const parsed = ssh2.utils.parseKey(`${type} ${octets.toString('base64')}`);
  if (parsed instanceof Error) throw parsed;
  return (Array.isArray(parsed) ? parsed[0] : parsed).getPublicPEM();
}

function opened(open: () => KeyObject): KeyObject | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Returns the name of a key: SHA-256 of its SubjectPublicKeyInfo, base64url. @param spki DER */
export function thumbprintOf(spki: Buffer): string {
  return createHash('sha256').update(spki).digest('base64url');
}
