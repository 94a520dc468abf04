/** Credentials that are the same in each request. */
import type { Credential } from './credential.js';

/** Name and password (RFC 7617). */
export function basic(username: string, password: string): Credential {
  return constant(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
}

/** A token that is bound to no key (RFC 6750). */
export function bearer(token: string): Credential {
  return constant(`Bearer ${token}`);
}

function constant(authorization: string): Credential {
  return { fieldsFor: async () => ({ authorization }) };
}
