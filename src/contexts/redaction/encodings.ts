/** Content by encoding (`yangent-contexts:encoding`): validation, and removal of information. */
import { parseJson, parseXml, RpcError, serializeXml } from '../../data/index.js';
import { bareType } from '../../data/media-type.js';
import type { YangentContexts_Encoding } from '../../generated/index.js';
import { cleanJson } from './json.js';
import { membersOf } from './kinds.js';
import { sealedType } from './sealed-types.js';
import { cleanText, type Removal } from './text.js';
import { cleanXml } from './xml.js';

/** The form of content as declared by the sender. */
export interface ContentForm {
  /** Default: text. */
  readonly encoding?: YangentContexts_Encoding;
  readonly mediaType?: string;
  /** Name of the source of the content, for errors. Default: the content. */
  readonly called?: string;
}

interface ContentEncoding {
  /** Validates content. @throws RpcError invalid-value or malformed-message when it does not fit its encoding */
  check(content: string): void;
  /** Removes information. @throws RpcError access-denied for content that cannot be searched: it must not be shared */
  clean(content: string, removal: Removal, removed: Set<string>, form: ContentForm): string;
}

const text: ContentEncoding = { check: () => {}, clean: cleanText };

const json: ContentEncoding = {
  check: (content) => void parseJson(content),
  clean: (content, removal, removed) => {
    const names = membersOf(removal);
    return JSON.stringify(cleanJson(parseJson(content), names, (each) => cleanText(each, removal, removed), removed));
  },
};

const xml: ContentEncoding = {
  check: (content) => void parseXml(content),
  clean: (content, removal, removed) => {
    const names = membersOf(removal);
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
  clean: (content, removal, removed, form) => {
    const decoded = utf8Of(Buffer.from(content, 'base64'), form);
    return Buffer.from(clean(decoded, { ...form, encoding: 'text' }, removal, removed), 'utf8').toString('base64');
  },
};

/** Encodings in which content has members. */
const STRUCTURED = ['json', 'xml'] as const;
type Structured = (typeof STRUCTURED)[number];
const ENCODINGS: Readonly<Record<YangentContexts_Encoding, ContentEncoding>> = { text, json, xml, base64 };

/** Validates content. @throws RpcError as `ContentEncoding.check` */
export function checkContent(content: string, encoding: YangentContexts_Encoding): void {
  ENCODINGS[encoding].check(content);
}

/**
 * Removes information from content. JSON or XML inside text is cleaned as such, and stays well-formed.
 *
 * @throws RpcError as `ContentEncoding.clean`
 */
export function clean(content: string, form: ContentForm, removal: Removal, removed: Set<string>): string {
  const { encoding = 'text' } = form;
  requireUnsealed(content, form);
  const declared = declaredOf(form);
  if (declared !== undefined && content.trim() !== '' && membersOf(removal).size > 0)
    requireReadable(content, declared, form);
  const structured = encoding === 'text' ? structureOf(content) : undefined;
  return (structured ?? ENCODINGS[encoding]).clean(content, removal, removed, form);
}

/** Returns the structured format that the sender declares: JSON or XML. */
function declaredOf({ encoding = 'text', mediaType = '' }: ContentForm): Structured | undefined {
  if (encoding !== 'text') return STRUCTURED.find((each) => each === encoding);
  const type = bareType(mediaType);
  return STRUCTURED.find((each) => type.endsWith(`/${each}`) || type.endsWith(`+${each}`));
}

/** Refuses sealed content: nothing can be found in it, and removing letters of it would only destroy it. */
function requireUnsealed(content: string, { mediaType, called = 'the content' }: ContentForm): void {
  if (content.trim() === '' || sealedType(mediaType) === undefined) return;
  const message = `${called} has the media type ${mediaType}: it is sealed, so that it cannot be searched for what must be removed from it`;
  throw refusal('access-denied', message);
}

/** Refuses content that does not fit its declared format: it cannot be searched for members. */
function requireReadable(
  content: string,
  declared: Structured,
  { mediaType, encoding = 'text', called }: ContentForm,
): void {
  try {
    checkContent(content, declared);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const by = encoding === 'text' ? `media type ${mediaType}` : `encoding ${encoding}`;
    throw refusal(
      'access-denied',
      `${called ?? 'the content'} has the ${by} and cannot be read as such, so that it cannot be searched for members that must be removed from it: ${error.message}; give it as well-formed ${declared.toUpperCase()}`,
    );
  }
}

function structureOf(content: string): ContentEncoding | undefined {
  const encoding = /^\s*[[{]/.test(content) ? json : /^\s*</.test(content) ? xml : undefined;
  try {
    encoding?.check(content);
    return encoding;
  } catch (error) {
    if (error instanceof RpcError) return undefined; // not structured: plain text
    throw error;
  }
}

function utf8Of(bytes: Buffer, { called = 'the content' }: ContentForm): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const message = `${called} is binary, so that it cannot be searched for what must be removed from it`;
    throw refusal('access-denied', message);
  }
}

function refusal(tag: 'access-denied' | 'invalid-value', message: string): RpcError {
  return new RpcError({ type: 'application', tag, message });
}
