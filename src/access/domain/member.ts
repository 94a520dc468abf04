/**
 * Names of members of trust domains: `NAME@DOMAIN`, of a domain that was made again under its name `NAME@DOMAIN~2`, and so on. So one
 * text tells the name, the domain and its incarnation, and is compared wherever names are.
 */

/** A domain and how often one of its name was made; 1 for the first. */
export interface DomainId {
  readonly name: string;
  readonly incarnation: number;
}

const MEMBER = /^(.+)@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?:~([1-9]\d{0,8}))?$/;

/** Returns the name of a member on this node. */
export function nameOfMember(name: string, { name: domain, incarnation }: DomainId): string {
  return `${name}@${domain}${incarnation === 1 ? '' : `~${incarnation}`}`;
}

/** Returns the parts of a name that may be that of a member; undefined for all other names. */
export function partsOfMember(full: string): { readonly name: string; readonly domain: DomainId } | undefined {
  const [, name, domain, incarnation = '1'] = MEMBER.exec(full) ?? [];
  if (name === undefined || domain === undefined) return undefined;
  return { name, domain: { name: domain, incarnation: Number(incarnation) } };
}

/** Returns the names under which a user may own something: its own, and that of all members of its domain, `@DOMAIN`. */
export function ownerNamesOf(user: string): readonly string[] {
  const at = user.lastIndexOf('@');
  return at > 0 && partsOfMember(user) ? [user, user.slice(at)] : [user];
}

/** Returns the trust domain of the owner of something: a member, or all members, `@DOMAIN`; undefined for all other owners. */
export function domainOfOwner(owner: string): string | undefined {
  return partsOfMember(owner.startsWith('@') ? `all${owner}` : owner)?.domain.name;
}
