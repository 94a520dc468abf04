/** The binding of a token to a key or certificate: its claim `cnf` (RFC 7800, RFC 8705 §3.1, RFC 9449 §6.1). */
import { isObject } from '../../data/index.js';
import type { TokenMethod } from '../principal.js';

/** The proof that is needed besides a token; nothing for a bearer token. */
export interface Confirmation {
  /** The thumbprint of the key of its DPoP proofs (RFC 7638), base64url. */
  readonly key?: string;
  /** SHA-256 of the client certificate of the TLS connection (DER), base64url. */
  readonly certificate?: string;
}

/** The members of `cnf` by name. */
const MEMBERS: ReadonlyMap<string, keyof Confirmation> = new Map([
  ['jkt', 'key'],
  ['x5t#S256', 'certificate'],
]);

/** SHA-256 in base64url. */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads the claim `cnf` of a token; undefined stands for an absent one.
 *
 * @returns undefined when it has a member that is not understood, or none: such a token must not be taken as an unbound one
 */
export function readConfirmation(cnf: unknown): Confirmation | undefined {
  if (cnf === undefined) return {};
  const members = isObject(cnf) ? Object.entries(cnf) : [];
  const read = members.flatMap(([name, value]) => {
    const member = MEMBERS.get(name);
    return member && typeof value === 'string' && THUMBPRINT.test(value) ? [[member, value] as const] : [];
  });
  return read.length > 0 && read.length === members.length ? Object.fromEntries(read) : undefined;
}

export function isBound({ key, certificate }: Confirmation): boolean {
  return key !== undefined || certificate !== undefined;
}

/** Returns the methods of a login with a token that has this confirmation. */
export function methodsOf({ key, certificate }: Confirmation): readonly TokenMethod[] {
  const proved: readonly TokenMethod[] = [
    ...(key === undefined ? [] : (['dpop'] as const)),
    ...(certificate === undefined ? [] : (['mtls-token'] as const)),
  ];
  return proved.length === 0 ? ['bearer'] : proved;
}
