import type { Principal } from '../../access/index.js';

/** The caller of a face that did not have to log in, and did not. No user and no member of an issuer has a name like this. */
export const NOBODY: Principal = { name: ':nobody', groups: [] };

/** Returns the name by which bytes under way are counted: callers without login are told apart by their addresses. */
export function payerOf({ ip }: { readonly ip: string }, { name }: Principal): string {
  return name === NOBODY.name ? `${name} ${ip}` : name;
}
