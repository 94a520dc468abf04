/** The public keys with which exported runs are verified. */
import { isObject } from '../../data/index.js';
import { DocumentFault, type PublicKey, readJwk } from '../../keys/index.js';
import { objectsIn, parsed } from './members.js';

/** The public keys that the verifier has from elsewhere, by their names. */
export type Keys = ReadonlyMap<string, PublicKey>;

/** Reads a JWK set (RFC 7517 §5). @throws DocumentFault, KeyFault */
export function keysOf(text: string): Keys {
  const set = parsed(text);
  const found = new Map<string, PublicKey>();
  for (const jwk of isObject(set) ? objectsIn(set.keys) : [])
    if (typeof jwk.kid === 'string') found.set(jwk.kid, readJwk(jwk));
  if (found.size === 0) throw new DocumentFault('it is no JWK set: {"keys":[ … ]}, each key with a kid');
  return found;
}

/** Returns how a key is found by its name. It throws a DocumentFault for one that the verifier does not have. */
export function keyIn(keys: Keys): (kid: string) => Promise<PublicKey> {
  return async (kid) => {
    const key = keys.get(kid);
    if (!key)
      throw new DocumentFault(
        `it is signed with the key ${kid}, which is none of yours; "yangent workflow keys" prints those of the node`,
      );
    return key;
  };
}
