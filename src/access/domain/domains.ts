/** The trust domains of a configuration: which of them an issuer, a name or a certificate belongs to. */
import type { Principal } from '../principal.js';
import type { ConfiguredDomain } from './configured-domain.js';
import { DomainCounts } from './counts.js';
import { hostOfDid, plainHost } from './did-host.js';
import { partsOfMember } from './member.js';
import { issuersOf } from './node-issuer.js';
import type { DomainRegister } from './register.js';
import { type DomainUses, TrustDomain } from './trust-domain.js';

/** `former`: it belongs to a domain that is gone, and is good for nothing. Undefined: it belongs to none. */
export type Claim = TrustDomain | 'former' | undefined;

export interface DomainsNeeds extends DomainUses {
  readonly register: Pick<DomainRegister, 'incarnationOf' | 'hasNamed'>;
  /** Counts by domain and incarnation, kept over changes of the configuration. */
  readonly counts: Map<string, DomainCounts>;
}

export class TrustDomains {
  readonly #byName: ReadonlyMap<string, TrustDomain>;
  readonly #byIssuer: ReadonlyMap<string, TrustDomain>;
  readonly #byDid: ReadonlyMap<string, TrustDomain>;
  readonly #byDidHost: ReadonlyMap<string, TrustDomain>;
  readonly #register: DomainsNeeds['register'];

  constructor(configured: readonly ConfiguredDomain[], { register, counts, ...needs }: DomainsNeeds) {
    const made = configured.map((each) => {
      const incarnation = Math.max(1, register.incarnationOf(each.name));
      return new TrustDomain(each, incarnation, countsOf(counts, `${each.name}~${incarnation}`), needs);
    });
    this.#byName = new Map(made.map((domain) => [domain.name, domain]));
    this.#byIssuer = new Map(made.flatMap((domain) => issuersOf(domain.configured).map((issuer) => [issuer, domain])));
    this.#byDid = new Map(made.flatMap((domain) => domain.configured.dids.map((did) => [did, domain])));
    this.#byDidHost = new Map(
      made.flatMap((domain) => domain.configured.didHosts.map((host) => [plainHost(host), domain])),
    );
    this.#register = register;
  }

  /** No domain was ever configured. */
  static readonly none = new TrustDomains([], {
    register: { incarnationOf: () => 0, hasNamed: () => false },
    counts: new Map(),
    usageOf: () => ({ within: () => 0, count: async () => {} }),
    nodeTrustOf: () => undefined,
  });

  get(name: string): TrustDomain | undefined {
    return this.#byName.get(name);
  }

  all(): readonly TrustDomain[] {
    return [...this.#byName.values()];
  }

  /** Returns the domain of a token issuer. */
  ofIssuer(issuer: string): Claim {
    return this.#byIssuer.get(issuer) ?? (this.#register.hasNamed(issuer) ? 'former' : undefined);
  }

  /** Returns the domain that names a decentralized identifier, or its host. */
  ofDid(did: string): TrustDomain | undefined {
    return this.#byDid.get(did) ?? this.#byDidHost.get(hostOfDid(did));
  }

  /** True for an identifier that a domain names itself, not only its host. */
  namesDid(did: string): boolean {
    return this.#byDid.has(did);
  }

  /** Returns the domain of a principal by its name. */
  ofName(full: string): Claim {
    const parts = partsOfMember(full);
    if (!parts || this.#register.incarnationOf(parts.domain.name) === 0) return undefined;
    const domain = this.#byName.get(parts.domain.name);
    return domain?.incarnation === parts.domain.incarnation ? domain : 'former';
  }

  /** Returns the domain and the member that a client means by a name that it types, without incarnation. */
  typed(full: string): { readonly domain: TrustDomain; readonly name: string } | undefined {
    const parts = full.includes('~') ? undefined : partsOfMember(full);
    const domain = parts && this.#byName.get(parts.domain.name);
    return domain && parts ? { domain, name: parts.name } : undefined;
  }

  /** Returns the domains of these principals; `former` when one of them is of a domain that is gone. */
  among(names: readonly string[]): readonly TrustDomain[] | 'former' {
    const found = new Set<TrustDomain>();
    for (const name of names) {
      const domain = this.ofName(name);
      if (domain === 'former') return 'former';
      if (domain) found.add(domain);
    }
    return [...found];
  }

  /**
   * True when a domain names the identifier, and the principal or one that acts for it is of another: proofs of two domains. Each
   * domain counts the refusal.
   */
  isOfTwo({ name, actors = [] }: Pick<Principal, 'name' | 'actors'>, did: string): boolean {
    const [named, own] = [this.ofDid(did), this.among([name, ...actors])];
    if (!named || own === 'former' || own.every((each) => each === named)) return false;
    for (const domain of new Set([named, ...own])) domain.counts.refuse('two-domains');
    return true;
  }
}

function countsOf(all: Map<string, DomainCounts>, key: string): DomainCounts {
  const counts = all.get(key) ?? new DomainCounts();
  all.set(key, counts);
  return counts;
}
