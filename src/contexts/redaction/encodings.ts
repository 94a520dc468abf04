/** Content in each of its encodings (`yangent-contexts:encoding`): what it must be, and how something is removed from it. */
import { parseJson, parseXml, RpcError, serializeXml } from '../../data/index.js';
import { cleanJson } from './json.js';
import { membersOfKinds } from './kinds.js';
import { cleanText, type Removal } from './text.js';
import { cleanXml } from './xml.js';

export interface ContentEncoding {
  /** @throws RpcError invalid-value or malformed-message where the content is not what it is said to be */
  check(content: string): void;
  /** @throws RpcError access-denied where it cannot be looked into: what cannot be cleaned is not shared */
  clean(content: string, removal: Removal, removed: Set<string>): string;
}

const text: ContentEncoding = { check: () => {}, clean: cleanText };

const json: ContentEncoding = {
  check: (content) => void parseJson(content),
  clean: (content, removal, removed) => {
    const names = membersOfKinds(removal.kinds ?? []);
    return JSON.stringify(cleanJson(parseJson(content), names, (each) => cleanText(each, removal, removed), removed));
  },
};

const xml: ContentEncoding = {
  check: (content) => void parseXml(content),
  clean: (content, removal, removed) => {
    const names = membersOfKinds(removal.kinds ?? []);
    return serializeXml(cleanXml(parseXml(content), names, (each) => cleanText(each, removal, removed), removed));
  },
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const base64: ContentEncoding = {
  check: (content) => {
    if (!BASE64.test(content.replace(/[\r\n]/g, ''))) {
      throw refusal('invalid-value', 'the content is not base64 (RFC 4648 §4)');
    }
  },
  clean: (content, removal, removed) => {
    const decoded = utf8Of(Buffer.from(content, 'base64'));
    return Buffer.from(clean(decoded, 'text', removal, removed), 'utf8').toString('base64');
  },
};

const ENCODINGS: Readonly<Record<string, ContentEncoding>> = { text, json, xml, base64 };

/** @throws RpcError as `ContentEncoding.check` */
export function checkContent(content: string, encoding: string): void {
  ENCODINGS[encoding]?.check(content);
}

/** Text that is JSON or XML is cleaned as such; it stays what it is. @throws RpcError as `ContentEncoding.clean` */
export function clean(content: string, encoding: string, removal: Removal, removed: Set<string>): string {
  const structured = encoding === 'text' ? structureOf(content) : undefined;
  return (structured ?? ENCODINGS[encoding] ?? text).clean(content, removal, removed);
}

function structureOf(content: string): ContentEncoding | undefined {
  const encoding = /^\s*[[{]/.test(content) ? json : /^\s*</.test(content) ? xml : undefined;
  try {
    encoding?.check(content);
    return encoding;
  } catch (error) {
    if (error instanceof RpcError) return undefined; // text after all
    throw error;
  }
}

function utf8Of(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const message = 'the content is binary, so that it cannot be searched for what must be removed from it';
    throw refusal('access-denied', message);
  }
}

function refusal(tag: 'access-denied' | 'invalid-value', message: string): RpcError {
  return new RpcError({ type: 'application', tag, message });
}
