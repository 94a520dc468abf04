/** Checks that what proves callers belongs to one trust domain, and that no local user is called like a member of one. */
import { AccessError } from '../errors.js';
import type { ConfiguredDomain } from './configured-domain.js';
import { hostOfDid, plainHost } from './did-host.js';
import { partsOfMember } from './member.js';
import { issuersOf } from './node-issuer.js';

/** An authority of certificates, by the thumbprint of its key. */
export interface Authority {
  readonly thumbprint: string;
  /** The trust domain of its bag; undefined: it certifies local users. */
  readonly domain: string | undefined;
}

/** @throws AccessError trust-domain-overlap for something that two domains name */
export function requireApart(domains: readonly ConfiguredDomain[]): void {
  const taken = new Map<string, string>();
  for (const domain of domains) {
    for (const claim of claimsOf(domain)) requireFree(taken.get(claim), domain, claim);
    for (const claim of claimsOf(domain)) taken.set(claim, domain.name);
  }
  // Several parties may have identifiers at one host, unless the host itself is one party's.
  for (const domain of domains) {
    for (const did of domain.dids) requireFree(taken.get(hostClaim(hostOfDid(did))), domain, `host of ${did}`);
  }
}

function requireFree(owner: string | undefined, { name }: ConfiguredDomain, claim: string): void {
  if (owner === undefined || owner === name) return;
  throw overlap(name, `the ${claim} belongs to trust domain '${owner}' already: each belongs to one domain only`);
}

/** @throws AccessError trust-domain-overlap for an issuer of a domain whose tokens are for local users */
export function requireNotLocal(
  domains: readonly ConfiguredDomain[],
  issuers: readonly { readonly issuer: string; readonly local: boolean }[],
): void {
  for (const { issuer, local } of issuers) {
    const domain = local ? domains.find((each) => issuersOf(each).includes(issuer)) : undefined;
    if (domain)
      throw overlap(
        domain.name,
        `the tokens of issuer '${issuer}' are for local users: remove the leaf members from its entry`,
      );
  }
}

/** @throws AccessError trust-domain-overlap for a key that certifies for two parties */
export function requireOwnAuthorities(authorities: readonly Authority[]): void {
  const taken = new Map<string, Authority>();
  for (const authority of authorities) {
    const other = taken.get(authority.thumbprint) ?? authority;
    taken.set(authority.thumbprint, other);
    if (other.domain === authority.domain) continue;
    const [name = '', second] = [authority.domain, other.domain].filter((each) => each !== undefined);
    const whose = second === undefined ? 'local users' : `members of trust domain '${second}'`;
    throw overlap(name, `one of its authorities also certifies ${whose}: each key belongs to one domain only`);
  }
}

/**
 * @param isDomain true for a name that a trust domain has or had
 * @throws AccessError trust-domain-name for a local user that is called like a member
 */
export function requireLocalNames(users: readonly string[], isDomain: (name: string) => boolean): void {
  for (const user of users) {
    const domain = partsOfMember(user)?.domain.name;
    if (domain !== undefined && isDomain(domain))
      throw new AccessError(
        'trust-domain-name',
        `the user '${user}' is called like a member of trust domain '${domain}': one of the two needs another name`,
      );
  }
}

/** Returns what a domain claims, in words. */
function claimsOf(domain: ConfiguredDomain): readonly string[] {
  const { certificateBag, sshBag, dids, didHosts } = domain;
  return [
    ...issuersOf(domain).map((issuer) => `token issuer ${issuer}`),
    ...(certificateBag === undefined ? [] : [`certificate bag ${certificateBag}`]),
    ...(sshBag === undefined ? [] : [`SSH bag ${sshBag}`]),
    ...dids.map((did) => `identifier ${did}`),
    ...didHosts.map((host) => hostClaim(host)),
  ];
}

function hostClaim(host: string): string {
  return `DID host ${plainHost(host)}`;
}

function overlap(domain: string, message: string): AccessError {
  return new AccessError('trust-domain-overlap', `trust domain '${domain}': ${message}`, pathOf(domain));
}

function pathOf(domain: string): string {
  return `/yangent-access:access/trust-domain[name='${domain}']`;
}
