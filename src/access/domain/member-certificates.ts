/** TLS client certificates of members of trust domains. */
import { X509Certificate } from 'node:crypto';
import type { DomainAuthorities } from './authorities.js';

/** A certificate that an authority of a domain has signed, whether it is good now or not. */
export interface MemberCertificate {
  readonly domain: string;
  /** The member, as the domain calls it; undefined for a certificate that is not good now, or not for clients. */
  readonly name: string | undefined;
}

/** Extended key usage of TLS clients (RFC 5280 §4.2.1.12). */
const CLIENT = '1.3.6.1.5.5.7.3.2';

export class MemberCertificates {
  readonly #authorities: readonly DomainAuthorities[];

  constructor(authorities: readonly DomainAuthorities[]) {
    this.#authorities = authorities.filter(({ tls }) => tls.length > 0);
  }

  /** Returns whose the certificate is; undefined when no authority of a domain has signed it. @param der its private key is the client's */
  read(der: Uint8Array): MemberCertificate | undefined {
    const certificate = this.#authorities.length === 0 ? undefined : parsed(der);
    if (!certificate) return undefined;
    for (const { domain, tls } of this.#authorities) {
      const issuers = tls.filter((each) => certificate.checkIssued(each) && certificate.verify(each.publicKey));
      if (issuers.length === 0) continue;
      const isGood = issuers.some(isValidNow) && isValidNow(certificate) && isForClients(certificate);
      return { domain, name: isGood ? commonName(certificate) : undefined };
    }
    return undefined;
  }
}

function parsed(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function isValidNow({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now();
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

/** Certificates without the extension are for any use. Node.js calls the extended key usage `keyUsage`. */
function isForClients({ ca, keyUsage }: X509Certificate): boolean {
  return !ca && (keyUsage === undefined || keyUsage.includes(CLIENT));
}

function commonName({ subject }: X509Certificate): string | undefined {
  const names = [...subject.matchAll(/^CN=(.+)$/gm)].map(([, name]) => name);
  return names.length === 1 ? names[0] : undefined;
}
