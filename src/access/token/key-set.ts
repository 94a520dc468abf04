/** Sets of public keys that are configured as text (JWK Set, RFC 7517 §5). */
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { AccessError } from '../errors.js';

/** Reads the public keys of an issuer. @throws AccessError bad-token-keys */
export function keySetIn(issuer: string, text: string): JWTVerifyGetKey {
  const set = parsed(text);
  if (!isKeySet(set)) {
    throw new AccessError('bad-token-keys', `the keys of issuer '${issuer}' are no JWK set: expected {"keys": [...]}`);
  }
  if (set.keys.some((key) => 'd' in key || 'k' in key)) {
    throw new AccessError(
      'bad-token-keys',
      `the keys of issuer '${issuer}' must be public ones; one of them is secret`,
    );
  }
  return createLocalJWKSet(set);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    typeof value === 'object' &&
    value !== null &&
    'keys' in value &&
    Array.isArray(value.keys) &&
    value.keys.length > 0 &&
    value.keys.every((key) => typeof key === 'object' && key !== null && 'kty' in key && typeof key.kty === 'string')
  );
}
