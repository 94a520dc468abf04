/** Encrypted texts of JOSE (RFC 7516): the compact serialization, and the JSON one for several receivers. */
import { isObject } from '../../data/index.js';

/** Five parts between dots (§7.1). The key and the initialization vector may be empty. */
const COMPACT = /^([\w-]+)\.[\w-]*\.[\w-]*\.[\w-]+\.[\w-]+$/;
const BASE64URL = /^[\w-]*$/;

const isEncoded = (value: unknown) => typeof value === 'string' && BASE64URL.test(value);
/** The members of each receiver in the general JSON serialization (§7.2.1). */
const isReceiver = (value: unknown) =>
  isObject(value) &&
  Object.entries(value).every(([name, member]) =>
    name === 'header' ? isObject(member) : name === 'encrypted_key' && isEncoded(member),
  );
/** The members of the JSON serialization (§7.2). Others would be in clear. */
const MEMBERS: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ...['protected', 'aad', 'iv', 'ciphertext', 'tag', 'encrypted_key'].map((name) => [name, isEncoded] as const),
  ...['header', 'unprotected'].map((name) => [name, isObject] as const),
  ['recipients', (value) => Array.isArray(value) && value.every(isReceiver)],
]);
type Members = Readonly<Record<string, unknown>>;

const NEEDED = ['iv', 'ciphertext', 'tag'] as const;

/** Returns why a text is no JWE; undefined when it has the form of one. A signed text (JWS) can be read by all, and is none. */
export function jweFault(text: string): string | undefined {
  if (text.startsWith('{')) return jsonFault(objectIn(text));
  const [, header = ''] = COMPACT.exec(text) ?? [];
  const { enc } = headerIn(header);
  return typeof enc === 'string'
    ? undefined
    : 'it is no JWE, which has five parts and names its encryption in the first';
}

function jsonFault(jwe: Members): string | undefined {
  const missing = NEEDED.find((name) => !isEncoded(jwe[name]));
  if (missing !== undefined) return `it is no JWE in JSON, which has "${missing}" in base64url`;
  const isWhole = Object.entries(jwe).every(([name, value]) => MEMBERS.get(name)?.(value) === true);
  if (!isWhole) return 'it is no JWE in JSON: it has members besides those of RFC 7516 §7.2, or of another form';
  return namesEncryption(jwe) ? undefined : 'it is no JWE in JSON, which names its encryption in a header';
}

/** True when one of the headers has `enc` (§4.1.2): the protected one, the shared one, or that of a receiver. */
function namesEncryption({ protected: encoded, unprotected, header, recipients }: Members): boolean {
  const receivers: readonly unknown[] = Array.isArray(recipients) ? recipients : [];
  const headers = [headerIn(encoded), unprotected, header, ...receivers.map((each) => isObject(each) && each.header)];
  return headers.some((each) => isObject(each) && typeof each.enc === 'string');
}

function headerIn(encoded: unknown): Members {
  return typeof encoded === 'string' ? objectIn(Buffer.from(encoded, 'base64url').toString('utf8')) : {};
}

/** Returns the object of a JSON text; an empty one for other texts. */
function objectIn(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
