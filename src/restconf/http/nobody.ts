import type { Principal } from '../../access/index.js';

/** The caller of a face that did not have to log in, and did not. No user and no member of an issuer has a name like this. */
export const NOBODY: Principal = { name: ':nobody', groups: [] };
