/** The names by which other nodes know the users and agents of this one. */
import type { TrustDomains } from '../domain/domains.js';
import { agentAt } from '../domain/node-issuer.js';
import { agentOfName } from '../principal.js';
import { isUserName } from '../user-name.js';

/** Whose authority it is, and who acts for him, the nearest first. */
export interface Parties {
  readonly subject: string;
  readonly actors: readonly string[];
}

/**
 * Returns the parties by their names at other nodes; undefined when one of them is no user or agent of this node: others take its word
 * for its own only.
 *
 * @param issuer the name of this node
 */
export function partiesThere(
  domains: Pick<TrustDomains, 'ofName'>,
  issuer: string,
  { subject, actors }: Parties,
): Parties | undefined {
  const [first, ...others] = [subject, ...actors].map((name) => nameThere(domains, issuer, name));
  const known = others.filter((name) => name !== undefined);
  return first === undefined || known.length < others.length ? undefined : { subject: first, actors: known };
}

function nameThere(domains: Pick<TrustDomains, 'ofName'>, issuer: string, name: string): string | undefined {
  const agent = agentOfName(name);
  if (agent !== undefined) return agentAt(issuer, agent);
  return isUserName(name) && domains.ofName(name) === undefined ? name : undefined;
}
