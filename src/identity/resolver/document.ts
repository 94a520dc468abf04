/** DID documents of others, as far as keys are concerned (DID Core §5.2, §5.3). */
import { isObject } from '../../data/index.js';
import {
  DocumentFault,
  type JsonObject,
  type ProofPurpose,
  type PublicKey,
  readJwk,
  readMultikey,
} from '../../keys/index.js';

export interface DidDocument {
  readonly id: string;
  /** Returns a key that the document names for a purpose. @throws DocumentFault when it names none, KeyFault for a bad key */
  key(method: string, purpose: ProofPurpose): PublicKey;
}

/** Maximum number of keys of a document. */
const MOST_KEYS = 100;

/** Reads a document. @throws DocumentFault for another form */
export function readDidDocument(document: JsonObject): DidDocument {
  const { id } = document;
  if (typeof id !== 'string') throw new DocumentFault('a DID document has no id');
  const methods = listIn(document, 'verificationMethod');
  return {
    id,
    key: (url, purpose) => {
      const named = listIn(document, purpose);
      const embedded = named.filter(isObject);
      if (!named.some((each) => absolute(id, isObject(each) ? each.id : each) === url))
        throw new DocumentFault(`the DID document of ${id} does not name the key ${url} for ${purpose}`);
      const found = [...methods, ...embedded].filter((each) => isObject(each) && absolute(id, each.id) === url);
      const [method] = found;
      if (!isObject(method) || found.length > 1)
        throw new DocumentFault(`the DID document of ${id} does not have exactly one key ${url}`);
      if (method.controller !== id) throw new DocumentFault(`the key ${url} is controlled by another than ${id}`);
      return keyOf(method, url);
    },
  };
}

/** Returns the document of a DID that is a key itself. @param name the fragment of the key */
export function documentOfKey(id: string, name: string, key: PublicKey): DidDocument {
  return {
    id,
    key: (url) => {
      if (url !== `${id}#${name}`) throw new DocumentFault(`${id} has no key ${url}`);
      return key;
    },
  };
}

function keyOf({ type, publicKeyMultibase: multikey, publicKeyJwk: jwk }: JsonObject, url: string): PublicKey {
  if (type === 'Multikey' && typeof multikey === 'string') return readMultikey(multikey);
  if ((type === 'JsonWebKey' || type === 'JsonWebKey2020') && isObject(jwk)) return readJwk(jwk);
  throw new DocumentFault(`the key ${url} is neither a Multikey nor a JsonWebKey`);
}

function absolute(id: string, url: unknown): unknown {
  return typeof url === 'string' && url.startsWith('#') ? `${id}${url}` : url;
}

function listIn(document: JsonObject, name: string): readonly unknown[] {
  const value = document[name] ?? [];
  if (!Array.isArray(value) || value.length > MOST_KEYS)
    throw new DocumentFault(`the member ${name} of a DID document is no list of at most ${MOST_KEYS} keys`);
  return value;
}
