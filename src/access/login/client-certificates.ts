/** Maps TLS client certificates to users (like ietf-x509-cert-to-name, RFC 7407). */
import { X509Certificate } from 'node:crypto';
import { type ClientChain, isValidAt } from '../../keys/index.js';
import { AccessError } from '../errors.js';
import { type ChainVerdict, TlsAuthorities } from './tls-authorities.js';

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
  /** The authority of an entry that names one. */
  readonly authorities: TlsAuthorities;
  readonly judge: (chain: ClientChain) => ChainVerdict | undefined;
  readonly user: (certificate: X509Certificate) => string | undefined;
}

export class ClientCertificates {
  readonly #entries: readonly Entry[];

  private constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  static readonly none = new ClientCertificates([]);

  /** @throws AccessError bad-certificate for a CA certificate that cannot be read or is not one of a CA */
  static async of(configured: readonly ConfiguredCertificate[]): Promise<ClientCertificates> {
    return new ClientCertificates(await Promise.all(configured.map(entryOf)));
  }

  /** The thumbprints of the keys of the authorities. */
  get thumbprints(): readonly string[] {
    return this.#entries.flatMap(({ authorities }) => authorities.thumbprints);
  }

  /** Returns the user of a certificate; undefined when there is none. The name is read from the client's own certificate. */
  userOf(chain: ClientChain): string | undefined {
    return this.#entries.find(({ judge }) => judge(chain)?.kind === 'good')?.user(chain.leaf);
  }

  /** Returns why a certificate that an authority stands above is not good, in words for the log; undefined without an authority. */
  refusalOf(chain: ClientChain): string | undefined {
    for (const { judge } of this.#entries) {
      const verdict = judge(chain);
      if (verdict?.kind === 'refused') return verdict.reason;
    }
    return undefined;
  }
}

async function entryOf({ trust, user }: ConfiguredCertificate): Promise<Entry> {
  const userOf = user.kind === 'name' ? () => user.name : USER_FROM[user.field];
  if (trust.kind === 'fingerprint')
    return { authorities: TlsAuthorities.none, judge: pinned(trust.sha256), user: userOf };
  const authorities = await TlsAuthorities.of([readAuthority(trust.pem)]);
  return { authorities, judge: (chain) => authorities.judge(chain), user: userOf };
}

/** A certificate that is configured itself needs no authority. */
function pinned(sha256: string): Entry['judge'] {
  return ({ leaf }) => (leaf.fingerprint256 === sha256 && isValidAt(leaf, Date.now()) ? { kind: 'good' } : undefined);
}

/** Reads a certificate of an authority. @throws AccessError bad-certificate */
function readAuthority(pem: string): X509Certificate {
  const authority = readCertificate(pem);
  if (authority?.ca) return authority;
  throw new AccessError('bad-certificate', 'ca-certificate is not the PEM form of a certificate of an authority');
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
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
