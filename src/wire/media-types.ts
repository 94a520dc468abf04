/** Media types of RESTCONF, and HTTP content negotiation (RFC 9110 §12). */
export const MEDIA_TYPE = {
  json: 'application/yang-data+json',
  xml: 'application/yang-data+xml',
  patchJson: 'application/yang-patch+json',
  patchXml: 'application/yang-patch+xml',
  eventStream: 'text/event-stream',
  hostMeta: 'application/xrd+xml',
  plainJson: 'application/json',
  plainXml: 'application/xml',
  yin: 'application/yin+xml',
  yang: 'application/yang',
} as const;

export type Encoding = 'json' | 'xml';

/**
 * Returns the encoding of a media type for YANG data or a patch, by its structure suffix or plain subtype; undefined for
 * others.
 */
export function encodingOf(type: string): Encoding | undefined {
  return ENCODINGS.get(type.toLowerCase());
}

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  [MEDIA_TYPE.json, 'json'],
  [MEDIA_TYPE.patchJson, 'json'],
  [MEDIA_TYPE.plainJson, 'json'],
  [MEDIA_TYPE.xml, 'xml'],
  [MEDIA_TYPE.patchXml, 'xml'],
  [MEDIA_TYPE.plainXml, 'xml'],
  [MEDIA_TYPE.hostMeta, 'xml'],
  ['text/xml', 'xml'],
]);

/** A media type or range, names in lower case. */
export interface MediaType {
  /** `type/subtype`, `type/*` or `*\/*` */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const NAME = new RegExp(`^\\s*(${TOKEN})/(${TOKEN})\\s*`);
const PARAMETER = new RegExp(`^;\\s*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")\\s*)?`);

/** Parses a Content-Type value (RFC 9110 §8.3.1). Undefined when it is invalid. */
export function parseMediaType(text: string): MediaType | undefined {
  const name = NAME.exec(text);
  if (!name) return undefined;
  const parameters = new Map<string, string>();
  let rest = text.slice(name[0].length);
  while (rest !== '') {
    const parameter = PARAMETER.exec(rest);
    if (!parameter) return undefined;
    const [all, key, token, quoted] = parameter;
    if (key !== undefined) parameters.set(key.toLowerCase(), token ?? (quoted ?? '').replace(/\\(.)/g, '$1'));
    rest = rest.slice(all.length);
  }
  return { name: `${name[1]}/${name[2]}`.toLowerCase(), parameters };
}

interface AcceptedRange {
  readonly name: string;
  readonly quality: number;
}

/**
 * Returns the offered type with the highest quality (RFC 9110 §12.5.1), the first among equals. The quality of a type is that
 * of the most specific range that covers it. @param accept the header, undefined when absent
 * @returns undefined when none is acceptable (406)
 */
export function negotiate<Type extends string>(accept: string | undefined, offered: readonly Type[]): Type | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = parseAccept(accept);
  let best: { type: Type; quality: number } | undefined;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}

function parseAccept(accept: string): AcceptedRange[] {
  // An invalid range accepts nothing; the others still count.
  return splitList(accept).flatMap((part) => {
    const range = parseMediaType(part);
    const quality = Number(range?.parameters.get('q') ?? '1');
    return range && quality >= 0 && quality <= 1 ? [{ name: range.name, quality }] : [];
  });
}

/** Splits at commas outside quotes. */
function splitList(text: string): string[] {
  return text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
}

function qualityOf(type: string, ranges: readonly AcceptedRange[]): number {
  const candidates = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  for (const candidate of candidates) {
    const matching = ranges.filter((range) => range.name === candidate);
    if (matching.length > 0) return Math.max(...matching.map((range) => range.quality));
  }
  return 0;
}
