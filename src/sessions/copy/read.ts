/** Reads names, times and numbers that a peer tells. */
import { domainOf } from '../homes/names.js';
import type { SessionServices } from '../services.js';

/** Tells why a session of a peer, or a message in it, is not taken. */
export class Refused extends Error {}

/**
 * Returns how an agent is called here that another node names.
 *
 * @throws Refused for a name without domain, and for one that an agent of this node has: they could be taken for one another
 */
export function nameOf({ directory }: Pick<SessionServices, 'directory'>, name: string): string {
  const domain = domainOf(name);
  if (domain === undefined) throw new Refused(`it names agent "${name}" without the domain of its node`);
  const plain = directory.foreign.plain(name);
  if (isOf(plain, domain) && directory.registered(plain))
    throw new Refused(`it names agent "${name}" of ${domain}, and an agent of this node is called so`);
  return plain;
}

/** True when a name that another node told stands for an agent of this node: its domain was removed. */
export function isOwnName(told: string, here: string): boolean {
  const domain = domainOf(told);
  return domain !== undefined && !isOf(here, domain);
}

function isOf(name: string, domain: string): boolean {
  return domainOf(name) === domain;
}

/** Returns milliseconds since 1970. The pattern of date-and-time lets times pass that no clock shows. @throws Refused */
export function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refused(`it has the time ${text}, which is no time of any day`);
  return time;
}

/** Returns the number of a message, behind which there is room for another one. @throws Refused */
export function numberOf(text: string): number {
  const number = Number(text);
  if (number < Number.MAX_SAFE_INTEGER) return number;
  throw new Refused(`it has a message with the number ${text}, behind which there is no other`);
}
