/** TLS client certificates of members of trust domains. */
import type { X509Certificate } from 'node:crypto';
import type { ClientChain } from '../../keys/index.js';
import type { DomainAuthorities } from './authorities.js';

/** A certificate below an authority of a domain, whether it is good now or not. */
export interface MemberCertificate {
  readonly domain: string;
  /** The member, as the domain calls it; undefined for a certificate that is not good now, or without one common name. */
  readonly name: string | undefined;
  /** Why the certificate is not good now, in words for the log. */
  readonly refusal: string | undefined;
}

export class MemberCertificates {
  constructor(private readonly authorities: readonly DomainAuthorities[]) {}

  /** Returns whose the certificate is; undefined when no authority of a domain stands above it. */
  read(chain: ClientChain): MemberCertificate | undefined {
    const [found, other] = this.authorities.flatMap(({ domain, tls }) => {
      const verdict = tls.judge(chain);
      return verdict ? [{ domain, verdict }] : [];
    });
    if (!found) return undefined;
    const { domain, verdict } = found;
    if (other) return { domain, name: undefined, refusal: `its authorities are also of the domain ${other.domain}` };
    if (verdict.kind === 'refused') return { domain, name: undefined, refusal: verdict.reason };
    return { domain, name: commonName(chain.leaf), refusal: undefined };
  }
}

function commonName({ subject = '' }: X509Certificate): string | undefined {
  const names = [...subject.matchAll(/^CN=(.+)$/gm)].map(([, name]) => name);
  return names.length === 1 ? names[0] : undefined;
}
