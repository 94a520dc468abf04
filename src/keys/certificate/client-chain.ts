/** The certificate of a TLS client, with the certificates that the client sent to prove it (RFC 8446 §4.4.2). */
import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { isCostly } from './strength.js';

/** Maximum certificates of a client that count, its own included. TLS gives only those that stand above it by name, without copies. */
export const MOST_SENT = 8;

/** Maximum signatures of authorities that a client sent which are checked for one chain. */
const MOST_SIGNATURES = 20;

/** The certificate of a client, those of the authorities above it, and one of a trusted authority. Each next one has signed the one before. */
export interface CertificatePath {
  readonly leaf: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
  readonly anchor: X509Certificate;
}

export class ClientChain {
  /** True when the client sent more certificates than count. */
  readonly isTooLong: boolean;
  readonly #sent: readonly X509Certificate[];
  readonly #verified = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();
  #signaturesLeft = MOST_SIGNATURES;
  #fingerprint: string | undefined;

  /**
   * @param leaf TLS has checked that the client holds its private key
   * @param sent the certificates that came behind it, in any order
   */
  constructor(
    readonly leaf: X509Certificate,
    sent: readonly X509Certificate[] = [],
  ) {
    this.isTooLong = sent.length >= MOST_SENT;
    this.#sent = sent.slice(0, MOST_SENT - 1);
  }

  /** SHA-256 over all certificates, base64: another chain with the same leaf may hold for another time. */
  get fingerprint(): string {
    this.#fingerprint ??= [this.leaf, ...this.#sent]
      .reduce((hash, { raw }) => hash.update(raw), createHash('sha256'))
      .digest('base64');
    return this.#fingerprint;
  }

  /**
   * Finds the paths from the certificate of the client to authorities: names, key identifiers and signatures fit (RFC 5280 §6.1.3
   * a 1 and 4), and an authority with a key usage may sign certificates (§6.1.4 n). Nothing else is checked: see `refusalOfPath`.
   * A path that leads to the same name and key twice is none.
   */
  *pathsTo(anchors: readonly X509Certificate[]): Generator<CertificatePath> {
    yield* this.#above(this.leaf, [], anchors);
  }

  *#above(
    last: X509Certificate,
    intermediates: readonly X509Certificate[],
    anchors: readonly X509Certificate[],
  ): Generator<CertificatePath> {
    for (const anchor of anchors) {
      if (last.checkIssued(anchor) && this.#isSignedBy(last, anchor)) yield { leaf: this.leaf, intermediates, anchor };
    }
    for (const issuer of this.#sent) {
      if (!last.checkIssued(issuer) || [this.leaf, ...intermediates].some((each) => isSame(each, issuer))) continue;
      if (this.#isSignedBy(last, issuer, true)) yield* this.#above(issuer, [...intermediates, issuer], anchors);
    }
  }

  /** Checks a signature once. @param isSent true for an issuer that the client sent, who may try to keep the node busy */
  #isSignedBy(certificate: X509Certificate, issuer: X509Certificate, isSent = false): boolean {
    const by = this.#verified.get(certificate) ?? new WeakMap<X509Certificate, boolean>();
    this.#verified.set(certificate, by);
    const known = by.get(issuer);
    if (known !== undefined) return known;
    const key = keyOf(issuer);
    const mayCheck = key !== undefined && !(isSent && (isCostly(key) || this.#signaturesLeft-- <= 0));
    const isSigned = mayCheck && certificate.verify(key);
    by.set(issuer, isSigned);
    return isSigned;
  }
}

function isSame(a: X509Certificate, b: X509Certificate): boolean {
  const [key, other] = [keyOf(a), keyOf(b)];
  return a.subject === b.subject && key !== undefined && other !== undefined && key.equals(other);
}

/** Returns the key; undefined for one of an algorithm that is not known here. */
function keyOf(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}
