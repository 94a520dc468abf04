/** Decides whether a path from the certificate of a TLS client to an authority holds (RFC 5280 §6.1). */
import type { X509Certificate } from 'node:crypto';
import type { CertificatePath } from './client-chain.js';
import type { CertificateParts, ReadParts } from './extensions.js';
import { isStrong, isStrongHash, STRONG_HASHES, STRONG_KEYS } from './strength.js';

/** A certificate at its place in a path. */
interface Placed {
  readonly role: 'client' | 'intermediate' | 'anchor';
  readonly certificate: X509Certificate;
  readonly parts: CertificateParts;
  /** Authorities between it and the client. Those that an authority issued for itself do not count (§4.2.1.9). */
  readonly below: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Check {
  readonly of: readonly Placed['role'][];
  readonly refuses: (placed: Placed) => boolean;
  /** Follows the name of the certificate. */
  readonly because: string;
}

const EACH: Check['of'] = ['client', 'intermediate', 'anchor'];
/** The signature of an anchor is not relied on: it is trusted because it is configured. */
const SIGNED: Check['of'] = ['client', 'intermediate'];
const AUTHORITIES: Check['of'] = ['intermediate', 'anchor'];
const CLIENT: Check['of'] = ['client'];

/** Extended key usages that suit TLS clients (§4.2.1.12): clientAuth and anyExtendedKeyUsage. */
const FOR_CLIENTS = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'];
const NAME_CONSTRAINTS = '2.5.29.30';
/** basicConstraints, keyUsage, extKeyUsage, subjectAltName; and certificatePolicies, as any policy does (§6.1.1 c). */
const KNOWN = ['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.17', '2.5.29.32'];

const CHECKS: readonly Check[] = [
  { of: EACH, refuses: isOutOfTime, because: 'is not valid at this time' },
  { of: CLIENT, refuses: ({ certificate }) => certificate.ca, because: 'is that of an authority' },
  { of: AUTHORITIES, refuses: ({ certificate }) => !certificate.ca, because: 'is not that of an authority' },
  { of: AUTHORITIES, refuses: isPathTooLong, because: 'permits fewer authorities below it (pathLenConstraint)' },
  { of: AUTHORITIES, refuses: hasNameConstraints, because: 'has name constraints, which are not supported' },
  { of: CLIENT, refuses: ({ parts }) => parts.maySign === false, because: 'is not for signatures (key usage)' },
  { of: EACH, refuses: isForOthers, because: 'is not for TLS clients (extended key usage)' },
  { of: EACH, refuses: hasUnknown, because: 'has a critical extension that is not known' },
  { of: EACH, refuses: hasTwice, because: 'has an extension twice' },
  { of: EACH, refuses: hasWeakKey, because: `has another key than ${STRONG_KEYS}` },
  { of: SIGNED, refuses: isWeaklySigned, because: `is signed with a hash other than ${STRONG_HASHES}` },
];

/**
 * Returns why a path does not hold, in words for the log; undefined when it holds. The certificates have signed each other: see
 * `ClientChain`.
 *
 * @param now milliseconds since 1970
 */
export function refusalOfPath(path: CertificatePath, read: ReadParts, now: number): string | undefined {
  let below = 0;
  for (const { role, certificate } of placesOf(path)) {
    const parts = read(certificate);
    if (!parts) return `${nameOf(certificate)} cannot be read`;
    const placed = { role, certificate, parts, below, now };
    const failed = CHECKS.find(({ of, refuses }) => of.includes(role) && refuses(placed));
    if (failed) return `${nameOf(certificate)} ${failed.because}`;
    if (role === 'intermediate' && certificate.subject !== certificate.issuer) below += 1;
  }
  return undefined;
}

function placesOf({ leaf, intermediates, anchor }: CertificatePath): readonly Pick<Placed, 'role' | 'certificate'>[] {
  return [
    { role: 'client', certificate: leaf },
    ...intermediates.map((certificate) => ({ role: 'intermediate' as const, certificate })),
    { role: 'anchor', certificate: anchor },
  ];
}

function nameOf({ subject = '' }: X509Certificate): string {
  return `the certificate of '${subject.replace(/\n/g, ', ').slice(0, 200)}'`;
}

function isOutOfTime({ certificate, now }: Placed): boolean {
  return !isValidAt(certificate, now);
}

/** True while a certificate is valid (§4.1.2.5). @param now milliseconds since 1970 */
export function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

function isPathTooLong({ parts: { pathLength = Number.POSITIVE_INFINITY }, below }: Placed): boolean {
  return below > pathLength;
}

function hasNameConstraints({ parts }: Placed): boolean {
  return parts.extensions.some(({ id }) => id === NAME_CONSTRAINTS);
}

function isForOthers({ parts: { purposes } }: Placed): boolean {
  return purposes !== undefined && !purposes.some((each) => FOR_CLIENTS.includes(each));
}

function hasUnknown({ parts }: Placed): boolean {
  return parts.extensions.some(({ id, isCritical }) => isCritical && !KNOWN.includes(id));
}

function hasTwice({ parts: { extensions } }: Placed): boolean {
  return new Set(extensions.map(({ id }) => id)).size < extensions.length;
}

function hasWeakKey({ certificate }: Placed): boolean {
  return !isStrong(certificate.publicKey);
}

function isWeaklySigned({ parts: { hash, algorithm } }: Placed): boolean {
  return !isStrongHash(hash, algorithm);
}
