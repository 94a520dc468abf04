/** The authorities whose SSH certificates log in as local users. */
import {
  algorithmOfPublic,
  KeyFault,
  readPublicKey,
  readSshCertificate,
  readSshKey,
  refusalOf,
  type SshCertificate,
  SshFault,
  thumbprintOf,
} from '../../keys/index.js';
import { AccessError } from '../errors.js';
import type { TrustedKey } from './trusted-keys.js';

const SSH_FORMAT = 'ietf-crypto-types:ssh-public-key-format';

export type CertificateVerdict =
  | { readonly kind: 'good'; readonly certificate: SshCertificate }
  /** The reason is for the log. */
  | { readonly kind: 'refused'; readonly reason: string };

export class SshAuthorities {
  /** The keys by `thumbprintOf`. */
  readonly #thumbprints: ReadonlySet<string>;

  /** @throws AccessError bad-authority for a key that cannot sign certificates here, with its bag and name */
  constructor(keys: readonly TrustedKey[]) {
    this.#thumbprints = new Set(keys.map(thumbprintIn));
  }

  static readonly none = new SshAuthorities([]);

  get thumbprints(): Iterable<string> {
    return this.#thumbprints;
  }

  /** Decides whether a certificate, as SSH sends it, holds now for this user and address. */
  judge(octets: Uint8Array, name: string, source: string): CertificateVerdict {
    if (this.#thumbprints.size === 0) return refused('no bag with keys of authorities is configured');
    const certificate = readOrFault(octets);
    if (certificate instanceof SshFault) return refused(`it cannot be read: ${certificate.message}`);
    const reason = this.refusal(certificate, name, source);
    return reason === undefined ? { kind: 'good', certificate } : refused(reason);
  }

  /** Returns why a certificate that was read does not hold now for this user and address; undefined when it holds. */
  refusal(certificate: SshCertificate, name: string, source: string): string | undefined {
    const isAuthority: Parameters<typeof refusalOf>[1]['isAuthority'] = (key) => this.#thumbprints.has(key.thumbprint);
    return refusalOf(certificate, { name, source, now: Date.now(), isAuthority });
  }
}

function refused(reason: string): CertificateVerdict {
  return { kind: 'refused', reason };
}

function readOrFault(octets: Uint8Array): SshCertificate | SshFault {
  try {
    return readSshCertificate(octets);
  } catch (error) {
    if (error instanceof SshFault) return error;
    throw error;
  }
}

/** Reads a key of an authority. @throws AccessError bad-authority */
function thumbprintIn({ bag, name, format, octets }: TrustedKey): string {
  try {
    if (format === SSH_FORMAT) return readSshKey(octets).thumbprint;
    const spki = readPublicKey(format, octets);
    const algorithm = algorithmOfPublic(spki);
    if (algorithm === undefined || algorithm === 'x25519')
      throw new KeyFault('with a key of its algorithm SSH certificates are not signed');
    return thumbprintOf(spki);
  } catch (error) {
    if (!(error instanceof SshFault || error instanceof KeyFault)) throw error;
    throw new AccessError(
      'bad-authority',
      `the public key '${name}' in bag '${bag}' cannot be that of an authority of SSH users: ${error.message}; needed is an Ed25519, P-256, P-384 or RSA key`,
    );
  }
}
