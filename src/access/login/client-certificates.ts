/** Maps TLS client certificates to users (like ietf-x509-cert-to-name, RFC 7407). */
import { X509Certificate } from 'node:crypto';
import { AccessError } from '../errors.js';

export interface ConfiguredCertificate {
  readonly trust:
    | { readonly kind: 'fingerprint'; readonly sha256: string }
    | { readonly kind: 'ca'; readonly pem: string };
  readonly user:
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'from'; readonly field: NameField };
}

export type NameField = 'common-name' | 'san-rfc822-name' | 'san-dns-name';

interface Entry {
  readonly fits: (certificate: X509Certificate) => boolean;
  readonly user: (certificate: X509Certificate) => string | undefined;
}

export class ClientCertificates {
  readonly #entries: readonly Entry[];

  /** @throws AccessError bad-certificate for a CA certificate that cannot be read or is not one of a CA */
  constructor(configured: readonly ConfiguredCertificate[]) {
    this.#entries = configured.map(({ trust, user }) => ({
      fits:
        trust.kind === 'fingerprint' ? ({ fingerprint256 }) => fingerprint256 === trust.sha256 : issuedBy(trust.pem),
      user: user.kind === 'name' ? () => user.name : USER_FROM[user.field],
    }));
  }

  /**
   * Returns the user of a certificate; undefined when there is none.
   *
   * @param der a certificate whose private key the client holds
   */
  userOf(der: Uint8Array): string | undefined {
    const certificate = readCertificate(der);
    if (!certificate || this.#entries.length === 0 || !isValidNow(certificate)) return undefined;
    return this.#entries.find((entry) => entry.fits(certificate))?.user(certificate);
  }
}

function readCertificate(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function issuedBy(pem: string): Entry['fits'] {
  const authority = readAuthority(pem);
  return (certificate) =>
    isValidNow(authority) &&
    !certificate.ca &&
    certificate.checkIssued(authority) &&
    certificate.verify(authority.publicKey);
}

/** Reads a certificate of an authority. @throws AccessError bad-certificate */
export function readAuthority(pem: string): X509Certificate {
  const authority = readCertificate(Buffer.from(pem));
  if (authority?.ca) return authority;
  throw new AccessError('bad-certificate', 'ca-certificate is not the PEM form of a certificate of an authority');
}

function isValidNow({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now();
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

const USER_FROM: Readonly<Record<NameField, Entry['user']>> = {
  'common-name': ({ subject }) => /^CN=(.+)$/m.exec(subject)?.[1],
  'san-rfc822-name': (certificate) => alternativeName(certificate, 'email'),
  'san-dns-name': (certificate) => alternativeName(certificate, 'DNS'),
};

/** Returns an alternative name. Names with commas or quotes are written in quotes; they are not user names. */
function alternativeName({ subjectAltName = '' }: X509Certificate, kind: string): string | undefined {
  if (subjectAltName.includes('"')) return undefined;
  return subjectAltName
    .split(', ')
    .find((name) => name.startsWith(`${kind}:`))
    ?.slice(kind.length + 1);
}
