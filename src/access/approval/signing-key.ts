/** Reads the forms in which a user gives a key for votes. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { isObject } from '../../data/index.js';

/** Returns the SubjectPublicKeyInfo of a JSON Web Key; undefined for a text that is none, or has a private key. */
export function fromJwk(text: string): Buffer | undefined {
  return read(() => {
    const jwk: unknown = JSON.parse(text);
    if (!isObject(jwk) || 'd' in jwk || 'k' in jwk) return undefined;
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  });
}

/** Returns a SubjectPublicKeyInfo in its canonical form; undefined for octets that are none. @param base64 DER */
export function fromSpki(base64: string): Buffer | undefined {
  return read(() => createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }));
}

function read(key: () => KeyObject | undefined): Buffer | undefined {
  try {
    return key()?.export({ type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
}
