/** The authorities that sign certificates of members of trust domains. */
import type { X509Certificate } from 'node:crypto';
import type {
  IetfTruststore_Truststore,
  IetfTruststore_Truststore_CertificateBags_CertificateBag_Certificate,
} from '../../generated/ietf-truststore.js';
import { certificatesIn as certificatesInCms, KeyFault } from '../../keys/index.js';
import { AccessError } from '../errors.js';
import { SshAuthorities } from '../login/ssh-authorities.js';
import { TlsAuthorities } from '../login/tls-authorities.js';
import { publicKeysIn } from '../login/trusted-keys.js';
import type { ConfiguredDomain } from './configured-domain.js';
import type { Authority } from './overlap.js';

/** The authorities of one domain. */
export interface DomainAuthorities {
  readonly domain: string;
  readonly tls: TlsAuthorities;
  readonly ssh: SshAuthorities;
  /** The certificates that prove its nodes, in PEM. Undefined: the system's. */
  readonly nodes: string | undefined;
}

/**
 * Reads the bags that the domains name.
 *
 * @param truststore value of `/ietf-truststore:truststore`, valid by its model; undefined when nothing is configured
 * @throws AccessError bad-authority for a key or certificate that is not one of an authority
 */
export function authoritiesOf(
  domains: readonly ConfiguredDomain[],
  truststore: IetfTruststore_Truststore | undefined,
): Promise<readonly DomainAuthorities[]> {
  return Promise.all(
    domains.map(async ({ name, certificateBag, sshBag, nodeBag }) => ({
      domain: name,
      tls: await TlsAuthorities.of(
        certificateBag === undefined ? [] : await certificatesIn(truststore, certificateBag, 'authorities'),
      ),
      ssh: new SshAuthorities(sshBag === undefined ? [] : publicKeysIn(truststore, [sshBag])),
      nodes: await trustedIn(truststore, nodeBag),
    })),
  );
}

/** Returns the authorities by the thumbprints of their keys. */
export function thumbprintsOf(all: readonly DomainAuthorities[]): readonly Authority[] {
  return all.flatMap(({ domain, tls, ssh }) =>
    [...tls.thumbprints, ...ssh.thumbprints].map((thumbprint) => ({ thumbprint, domain })),
  );
}

/**
 * Returns the certificates in a bag by which servers prove themselves, in PEM; undefined without a bag: those of the system count.
 *
 * @throws AccessError bad-authority for a certificate that cannot be read
 */
export async function trustedIn(
  truststore: IetfTruststore_Truststore | undefined,
  bag: string | undefined,
): Promise<string | undefined> {
  return bag === undefined ? undefined : pemOf(await certificatesIn(truststore, bag, 'any'));
}

/** The kind that certificates of a bag must be of: those of authorities, or all. */
type Wanted = 'authorities' | 'any';

/** Returns the certificates in a bag. @throws AccessError bad-authority for one that cannot be read, or is not as wanted */
async function certificatesIn(
  truststore: IetfTruststore_Truststore | undefined,
  bag: string,
  wanted: Wanted,
): Promise<readonly X509Certificate[]> {
  const bags = truststore?.['certificate-bags']?.['certificate-bag'] ?? [];
  const entries = bags.filter(({ name }) => name === bag).flatMap(({ certificate = [] }) => certificate);
  const found = await Promise.all(entries.map((entry) => entryIn(bag, entry, wanted)));
  return found.flat();
}

async function entryIn(
  bag: string,
  { name, 'cert-data': data }: IetfTruststore_Truststore_CertificateBags_CertificateBag_Certificate,
  wanted: Wanted,
): Promise<readonly X509Certificate[]> {
  const of = `the certificate '${name}' in bag '${bag}'`;
  const cms = Buffer.from(data, 'base64');
  const certificates = await certificatesInCms(cms).catch((error: unknown) => {
    if (!(error instanceof KeyFault)) throw error;
    throw new AccessError('bad-authority', `${of} cannot be read: ${error.message}`);
  });
  if (wanted === 'any' || certificates.every(({ ca }) => ca)) return certificates;
  throw new AccessError('bad-authority', `${of} is not that of an authority: it lacks the basic constraint CA`);
}

function pemOf(certificates: readonly X509Certificate[]): string {
  return certificates.map(String).join('');
}
