/** The parts of a certificate that `node:crypto` does not show: its signature algorithm and extensions (RFC 5280 §4.1.1.2, §4.2). */
import type { X509Certificate } from 'node:crypto';
import { isObject } from '../../data/index.js';
import { x509 } from '../x509.js';

export interface CertificateParts {
  readonly algorithm: string;
  /** The hash of the signature, such as `SHA-256`; undefined for an algorithm that has one of its own. */
  readonly hash: string | undefined;
  /** In their order, which may name one twice. */
  readonly extensions: readonly { readonly id: string; readonly isCritical: boolean }[];
  /** Undefined: any number of authorities may be below (§4.2.1.9). */
  readonly pathLength: number | undefined;
  /** Undefined: the key may be used for everything (§4.2.1.3). */
  readonly maySign: boolean | undefined;
  /** Undefined: for any purpose (§4.2.1.12). */
  readonly purposes: readonly string[] | undefined;
}

/** Returns the parts of a certificate; undefined when they cannot be read. */
export type ReadParts = (certificate: X509Certificate) => CertificateParts | undefined;

/** Loads the library. The function that it returns reads each certificate once. */
export async function partsReader(): Promise<ReadParts> {
  const {
    BasicConstraintsExtension,
    ExtendedKeyUsageExtension,
    KeyUsageFlags,
    KeyUsagesExtension,
    X509Certificate: Certificate,
  } = await x509();
  const known = new WeakMap<X509Certificate, CertificateParts>();

  const partsOf = ({ raw }: X509Certificate): CertificateParts => {
    const certificate = new Certificate(raw);
    const { signatureAlgorithm, extensions } = certificate;
    const usages = certificate.getExtension(KeyUsagesExtension)?.usages;
    return {
      algorithm: nameIn(signatureAlgorithm) ?? '',
      hash: nameIn(signatureAlgorithm.hash),
      extensions: extensions.map(({ type, critical }) => ({ id: type, isCritical: critical })),
      pathLength: certificate.getExtension(BasicConstraintsExtension)?.pathLength,
      maySign: usages === undefined ? undefined : (usages & KeyUsageFlags.digitalSignature) !== 0,
      purposes: certificate.getExtension(ExtendedKeyUsageExtension)?.usages.map(String),
    };
  };

  return (certificate) => {
    const before = known.get(certificate);
    if (before) return before;
    try {
      const parts = partsOf(certificate);
      known.set(certificate, parts);
      return parts;
    } catch {
      return undefined;
    }
  };
}

/** Reads the name of an algorithm. The types of the library need those of browsers, which are not there. */
function nameIn(algorithm: unknown): string | undefined {
  return isObject(algorithm) && typeof algorithm.name === 'string' ? algorithm.name : undefined;
}
