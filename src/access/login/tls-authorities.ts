/** The authorities whose certificates prove TLS clients. */
import type { X509Certificate } from 'node:crypto';
import {
  type ClientChain,
  MOST_SENT,
  partsReader,
  type ReadParts,
  refusalOfPath,
  thumbprintOf,
} from '../../keys/index.js';

export type ChainVerdict =
  | { readonly kind: 'good' }
  /** An authority stands above the certificate, but no path to it holds. The reason is for the log. */
  | { readonly kind: 'refused'; readonly reason: string };

export class TlsAuthorities {
  readonly #anchors: readonly X509Certificate[];
  readonly #read: ReadParts;

  private constructor(anchors: readonly X509Certificate[], read: ReadParts) {
    this.#anchors = anchors;
    this.#read = read;
  }

  static readonly none = new TlsAuthorities([], () => undefined);

  /** @param anchors certificates of authorities, also of those below others */
  static async of(anchors: readonly X509Certificate[]): Promise<TlsAuthorities> {
    return anchors.length === 0 ? TlsAuthorities.none : new TlsAuthorities(anchors, await partsReader());
  }

  /** The thumbprints of their keys. */
  get thumbprints(): readonly string[] {
    return this.#anchors.map(({ publicKey }) => thumbprintOf(publicKey.export({ type: 'spki', format: 'der' })));
  }

  /** Decides whether a certificate holds now; undefined when none of these authorities stands above it. */
  judge(chain: ClientChain): ChainVerdict | undefined {
    let refused: ChainVerdict | undefined;
    for (const path of chain.pathsTo(this.#anchors)) {
      const reason = chain.isTooLong ? TOO_LONG : refusalOfPath(path, this.#read, Date.now());
      if (reason === undefined) return { kind: 'good' };
      refused ??= { kind: 'refused', reason };
    }
    return refused;
  }
}

const TOO_LONG = `the client sent more than ${MOST_SENT} certificates`;
