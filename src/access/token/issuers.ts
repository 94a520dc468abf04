/** The issuers whose tokens the node takes, and the trust domains to which they belong. */
import type { ConfiguredIssuer } from '../configured.js';
import { type Claim, TrustDomains } from '../domain/domains.js';
import type { TrustDomain } from '../domain/trust-domain.js';
import type { AccessError } from '../errors.js';
import type { Principal } from '../principal.js';
import { type ConfiguredIssuerOptions, openIssuer, reread } from './configured-issuers.js';
import type { Issuer } from './issuer.js';
import { nodeIssuers } from './node-issuers.js';
import { issuerOfNode, type OwnIssuer } from './own-issuer.js';
import { isDid, issuerOfSubject } from './subject-issuer.js';
import type { SubjectKeys } from './subject-keys.js';

export interface IssuerOptions extends ConfiguredIssuerOptions {
  /** Returns where the keys of subjects are found; undefined while they cannot be. */
  readonly subjects?: () => SubjectKeys | undefined;
  /** Absent: the node issues no tokens. */
  readonly own?: OwnIssuer;
}

export class Issuers {
  readonly #byName: ReadonlyMap<string, Issuer>;
  readonly #options: IssuerOptions;

  private constructor(issuers: readonly Issuer[], options: IssuerOptions) {
    this.#byName = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
    this.#options = options;
  }

  static readonly none = new Issuers([], { domains: TrustDomains.none, fetched: new Map() });

  /**
   * Opens the key sets of the issuers.
   *
   * @throws AccessError bad-token-keys for keys that cannot be read
   */
  static async open(configured: readonly ConfiguredIssuer[], options: IssuerOptions): Promise<Issuers> {
    const { domains, fetchKeys, fetched } = options;
    const nodes = domains.all().flatMap((domain) => nodeIssuers(domain, { fetchKeys, fetched, kept: options.kept }));
    // A node of a domain goes before an entry of its name.
    return new Issuers(
      [...(await Promise.all(configured.map((each) => openIssuer(each, options)))), ...nodes],
      options,
    );
  }

  /** Returns issuers with the keys that are in the files now; the same object when no file has changed. */
  async reread(onFault: (error: AccessError) => void): Promise<Issuers> {
    const issuers = [...this.#byName.values()];
    const now = await Promise.all(issuers.map((issuer) => reread(issuer, onFault)));
    return now.every((issuer, index) => issuer === issuers[index]) ? this : new Issuers(now, this.#options);
  }

  /** True when keys are in files, which may change. */
  get hasFiles(): boolean {
    return [...this.#byName.values()].some(({ file }) => file !== undefined);
  }

  /** Returns an issuer by its claim iss. The node itself goes before an issuer of its name. */
  get(name: string): Issuer | undefined {
    const { own } = this.#options;
    if (own && this.isOwn(name)) return issuerOfNode(own);
    return this.#byName.get(name) ?? (isDid(name) ? this.#subject(name) : undefined);
  }

  /** Returns a subject that a trust domain names by its identifier, or by the host of it. */
  #subject(did: string): Issuer | undefined {
    const { own, domains, subjects, kept } = this.#options;
    const [domain, keys] = [domains.ofDid(did), subjects?.()];
    if (!domain || !keys || !kept) return undefined;
    const audiences = [own?.name(), keys.audience()].filter((each) => each !== undefined);
    return issuerOfSubject(did, domain, { keys, kept, audiences, isNamed: domains.namesDid(did) });
  }

  get domains(): TrustDomains {
    return this.#options.domains;
  }

  /** Absent: the node issues no tokens. */
  get own(): OwnIssuer | undefined {
    return this.#options.own;
  }

  /** True for the name of the node as an issuer. */
  isOwn(issuer: string): boolean {
    return this.own !== undefined && issuer === this.own.name();
  }

  /** True when there is an issuer. */
  get accepted(): boolean {
    return this.#byName.size > 0 || this.#options.own?.name() !== undefined;
  }

  /** Returns the trust domain of an issuer. The node itself belongs to none, whichever issuer has its name. */
  domainOf({ issuer, isSubject }: Issuer): Claim {
    const { domains } = this.#options;
    if (isSubject) return domains.ofDid(issuer);
    return this.isOwn(issuer) ? undefined : domains.ofIssuer(issuer);
  }

  /** Returns the domains whose permits limit these parties. The names in tokens of a domain are all of that domain. */
  domainsOf(claim: Claim, parties: readonly string[]): readonly TrustDomain[] | 'former' {
    if (claim === 'former') return 'former';
    return claim ? [claim] : this.#options.domains.among(parties);
  }

  /**
   * Returns a text that changes with the issuer, its keys, and the trust domains of the principal and its actors; undefined when
   * the issuer is none, or a domain is closed or gone.
   */
  identityOf(issuer: string, principal: Pick<Principal, 'name' | 'actors' | 'token'>): string | undefined {
    const known = this.get(issuer);
    const { origin } = principal.token ?? {};
    if (origin !== undefined && !this.get(origin)) return undefined;
    const domains = known && this.domainsOf(this.domainOf(known), partiesOf(principal));
    if (!known || !domains || domains === 'former' || domains.some(({ closed }) => closed)) return undefined;
    return [known.identity, ...domains.map(({ identity }) => identity)].join(' ');
  }
}

/** The user of a token and all who act for it. */
function partiesOf({ name, actors = [] }: Pick<Principal, 'name' | 'actors'>): readonly string[] {
  return [name, ...actors];
}
