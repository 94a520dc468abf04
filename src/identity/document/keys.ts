/** The keys by which the node signs documents, and those that its documents show. */
import { jwkOf, type KeyPair, type KeyUse, multikeyOf, type NodeKeys, type Purpose } from '../../keys/index.js';

/** A public key as documents show it. */
export interface ShownKey {
  /** The thumbprint of the JSON Web Key (RFC 7638). */
  readonly fingerprint: string;
  readonly multikey: string;
}

/** A key that signs documents. */
export interface Signer extends ShownKey {
  readonly pair: KeyPair;
}

export class DocumentKeys {
  /** By thumbprint: an opened private key, which is not read from the database each time. */
  readonly #opened = new Map<string, Signer>();

  constructor(private readonly keys: Pick<NodeKeys, 'uses'>) {}

  /** Returns the key that signs now. @throws Error when the node has none */
  async current(): Promise<Signer> {
    const use = this.keys.uses.current('document');
    if (!use) throw new Error('the node has no key for documents');
    return this.#signer(use);
  }

  /** Returns the key of a fingerprint, in use or still shown; undefined when there is none. */
  async of(fingerprint: string): Promise<Signer | undefined> {
    const { uses } = this.keys;
    const current = uses.current('document');
    const use = [...(current ? [current] : []), ...uses.previous('document')].find(
      ({ spki }) => jwkOf(spki).id === fingerprint,
    );
    return use && this.#signer(use);
  }

  /** Returns the keys of a purpose: the one in use, the one that follows, and those before it that are still valid. */
  shown(purpose: Purpose): readonly ShownKey[] {
    const { uses } = this.keys;
    return [uses.current(purpose), uses.next(purpose), ...uses.previous(purpose)].flatMap((use) =>
      use ? [shownKey(use)] : [],
    );
  }

  async #signer(use: KeyUse): Promise<Signer> {
    const opened = this.#opened.get(use.thumbprint);
    if (opened) return opened;
    const pkcs8 = await this.keys.uses.privateKey(use);
    const signer = { ...shownKey(use), pair: { pkcs8, spki: use.spki } };
    // Keys that the node has forgotten do not stay here.
    const known = this.keys.uses.thumbprints();
    for (const thumbprint of this.#opened.keys()) if (!known.has(thumbprint)) this.#opened.delete(thumbprint);
    this.#opened.set(use.thumbprint, signer);
    return signer;
  }
}

function shownKey({ spki }: KeyUse): ShownKey {
  return { fingerprint: jwkOf(spki).id, multikey: multikeyOf(spki) };
}
