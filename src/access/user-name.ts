/** Names of local users. */
import { SYSTEM_USER } from './principal.js';

/** Pattern of user names. It excludes `%` (separates the agent in a NETCONF user name) and `:` (ends the name in HTTP Basic). */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._@-]{0,63}$/u;

export function isUserName(name: string): boolean {
  return NAME.test(name) && name !== SYSTEM_USER;
}
