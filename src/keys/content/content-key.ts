/** A key of some content: what it has encrypted is gone once the key is deleted. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** `yangent-content 1 KEY-ID CONTENT`: nonce, tag and encrypted text, in base64url. */
const MARK = 'yangent-content 1 ';
const ALGORITHM = 'aes-256-gcm';
const KEY_OCTETS = 32;
const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;

/** True for a text that a content key has encrypted. */
export function isSealedContent(text: string): boolean {
  return text.startsWith(MARK);
}

/** Returns the identifier of the key of an encrypted text. @throws Error for another text */
export function keyOfContent(text: string): string {
  const end = text.indexOf(' ', MARK.length);
  if (!isSealedContent(text) || end < 0) throw new Error('a text is no encrypted content');
  return text.slice(MARK.length, end);
}

/** Returns the octets of a new key. */
export function newContentOctets(): Buffer {
  return randomBytes(KEY_OCTETS);
}

export class ContentKey {
  readonly #encryption: KeyObject;
  readonly #digests: KeyObject;

  /** @param octets 32 random octets; they are derived from, and not kept */
  constructor(
    readonly id: string,
    octets: Uint8Array,
  ) {
    this.#encryption = derived(octets, 'encryption');
    this.#digests = derived(octets, 'digests');
  }

  /** Encrypts a text. @param place where it is stored: it can be decrypted with the same place only */
  seal(place: string, text: string): string {
    const nonce = randomBytes(NONCE_OCTETS);
    const cipher = createCipheriv(ALGORITHM, this.#encryption, nonce, { authTagLength: TAG_OCTETS }).setAAD(
      this.#bound(place),
    );
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${MARK}${this.id} ${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`;
  }

  /** Decrypts a text. @throws Error when it was changed, or belongs to another place */
  open(place: string, sealed: string): string {
    const octets = Buffer.from(sealed.slice(MARK.length + this.id.length + 1), 'base64url');
    const nonce = octets.subarray(0, NONCE_OCTETS);
    const tag = octets.subarray(NONCE_OCTETS, NONCE_OCTETS + TAG_OCTETS);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#encryption, nonce, { authTagLength: TAG_OCTETS })
        .setAAD(this.#bound(place))
        .setAuthTag(tag);
      const content = octets.subarray(NONCE_OCTETS + TAG_OCTETS);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    } catch {
      throw new Error(`the encrypted content of ${place} was changed, or belongs elsewhere`);
    }
  }

  /** Returns a digest from which a text cannot be guessed without the key: HMAC-SHA-256, in hexadecimal digits. */
  digest(text: string): string {
    return createHmac('sha256', this.#digests).update(text, 'utf8').digest('hex');
  }

  #bound(place: string): Buffer {
    return Buffer.from(`${MARK}\0${this.id}\0${place}`);
  }
}

/** RFC 5869: each use has a key of its own. */
function derived(octets: Uint8Array, use: string): KeyObject {
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', octets, new Uint8Array(0), `yangent content: ${use}`, KEY_OCTETS)),
  );
}
