/** Finds the kinds of a registered credential. Its content is not shown. */
import { isObject } from '../../data/index.js';

const LONGEST = 64 << 10;
const MOST_KINDS = 16;

/**
 * Returns the names of a credential for queries: the text itself when it is a plain name, the types (and the name) of a
 * verifiable credential in JSON, and those in the payload of a JWT. Signatures are not checked.
 */
export function credentialKinds(credential: string): readonly string[] {
  const text = credential.slice(0, LONGEST).trim();
  const document = text.startsWith('{') ? jsonOf(text) : payloadOf(text);
  if (document === undefined) return text.length <= 255 && !text.includes('\n') ? [text] : [];
  return kindsIn(document).slice(0, MOST_KINDS);
}

function kindsIn(document: Readonly<Record<string, unknown>>): string[] {
  const { vc } = document;
  return [
    ...['type', 'name', 'vct'].flatMap((member) => texts(document[member])),
    ...(isObject(vc) ? kindsIn({ type: vc.type, name: vc.name }) : []),
  ];
}

function texts(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each): each is string => typeof each === 'string' && each.length <= 255);
}

const JWT = /^[\w-]+\.([\w-]+)\.[\w-]*$/;

function payloadOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const payload = JWT.exec(text)?.[1];
  return payload === undefined ? undefined : jsonOf(Buffer.from(payload, 'base64url').toString('utf8'));
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
