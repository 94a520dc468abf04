/** Logins of members of trust domains with certificates. */
import type { ClientChain } from '../../keys/index.js';
import type { Proof, SshCredential } from '../login/credential.js';
import type { Logins } from '../login/logins.js';
import type { Principal } from '../principal.js';
import { fingerprint } from '../ssh-key.js';
import { isUserName } from '../user-name.js';
import type { DomainAuthorities } from './authorities.js';
import { TrustDomains } from './domains.js';
import { MemberCertificates } from './member-certificates.js';
import type { TrustDomain } from './trust-domain.js';

export interface MemberLoginNeeds {
  readonly logins: Logins;
  /** Called with the reason why an SSH certificate was refused: the client is not told. */
  readonly onRefusedCertificate: (user: string, source: string, reason: string) => void;
}

export class MemberLogin {
  #domains = TrustDomains.none;
  #authorities: readonly DomainAuthorities[] = [];
  #certificates = new MemberCertificates([]);

  constructor(private readonly needs: MemberLoginNeeds) {}

  get domains(): TrustDomains {
    return this.#domains;
  }

  /** Replaces the domains. Logins from before hold only if they would be given now. */
  use(domains: TrustDomains, authorities: readonly DomainAuthorities[]): void {
    this.#domains = domains;
    this.#authorities = authorities;
    this.#certificates = new MemberCertificates(authorities);
  }

  /** Returns the domain of which an authority stands above a TLS client certificate. */
  domainOf(chain: ClientChain): string | undefined {
    return this.#certificates.read(chain)?.domain;
  }

  /**
   * Logs in with a TLS client certificate.
   *
   * @returns undefined for a certificate above which no authority of a domain stands; with a refusal in words for the log when the
   *   certificate is not good
   */
  byTls(
    chain: ClientChain,
  ): { readonly principal: Principal | undefined; readonly refusal: string | undefined } | undefined {
    const found = this.#certificates.read(chain);
    if (!found) return undefined;
    const domain = this.#domains.get(found.domain);
    const holds = () => {
      const now = this.#certificates.read(chain);
      return now?.domain === found.domain && now.name === found.name;
    };
    const proof = { method: 'tls-certificate', fingerprint: chain.fingerprint, holds } as const;
    return { principal: domain && this.#login(domain, found.name, proof), refusal: found.refusal };
  }

  /**
   * Logs in over SSH by a name of the form `NAME@DOMAIN`, for which only a certificate is good.
   *
   * @returns undefined for a name that is not of this form
   */
  bySsh(
    typed: string,
    { method, octets }: SshCredential,
    source: string,
  ): { readonly principal: Principal | undefined } | undefined {
    const found = this.#domains.typed(typed);
    if (!found) return undefined;
    const { domain, name } = found;
    const proof = method === 'ssh-certificate' ? this.#proveSsh(domain.name, name, octets, source) : undefined;
    return { principal: this.#login(domain, name, proof) };
  }

  #proveSsh(domain: string, name: string, octets: Uint8Array, source: string): Proof | undefined {
    const authorities = () => this.#authorities.find((each) => each.domain === domain)?.ssh;
    const verdict = authorities()?.judge(octets, name, source) ?? { kind: 'refused', reason: 'the domain is gone' };
    if (verdict.kind === 'refused') {
      this.needs.onRefusedCertificate(`${name}@${domain}`, source, verdict.reason);
      return undefined;
    }
    const { certificate } = verdict;
    const holds = () => {
      const now = authorities();
      return now !== undefined && now.refusal(certificate, name, source) === undefined;
    };
    return { method: 'ssh-certificate', fingerprint: fingerprint(octets), holds };
  }

  /** @param name undefined for a certificate that is not good */
  #login(domain: TrustDomain, name: string | undefined, proof: Proof | undefined): Principal | undefined {
    const { closed, counts, identity } = domain;
    if (closed || name === undefined || !proof) {
      counts.refuse(closed ?? 'bad-certificate');
      return undefined;
    }
    if (!isUserName(name)) {
      counts.refuse('bad-name');
      return undefined;
    }
    counts.accept();
    const holds = () => this.#isOpen(domain.name, identity) && proof.holds();
    return this.needs.logins.by(domain.member(name), [proof.method], { ...proof, holds });
  }

  #isOpen(name: string, identity: string): boolean {
    const now = this.#domains.get(name);
    return now?.identity === identity && now.closed === undefined;
  }
}
