import { badRequest } from '../refusal.js';

/** One step of an api-path as written: `api-identifier` or `list-instance` of RFC 8040 §3.5.3, percent-decoded. */
export interface Segment {
  /** Present when the step was written `module:name`. */
  readonly module?: string;
  readonly name: string;
  /** Decoded key values; absent without `=`. `list=` has one empty value. */
  readonly keys?: readonly string[];
  /** Offset of the step in the raw path, in characters. */
  readonly offset: number;
}

const IDENTIFIER = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)$/;

/**
 * Parses the steps of an api-path (RFC 8040 §3.5.3) from the raw, still percent-encoded path: keys are split on
 * literal commas before they are decoded, so an encoded comma or slash is part of a value.
 *
 * @param raw steps joined by `/`, without a leading slash; empty for no steps
 * @param start offset of `raw` in the request-target, for error messages
 * @throws Refusal 400 with the offset and the expected characters
 */
export function parseSegments(raw: string, start = 0): Segment[] {
  if (raw === '') return [];
  const segments: Segment[] = [];
  let offset = start;
  for (const text of raw.split('/')) {
    segments.push(parseSegment(text, offset));
    offset += text.length + 1;
  }
  return segments;
}

function parseSegment(text: string, offset: number): Segment {
  const equals = text.indexOf('=');
  const written = equals < 0 ? text : text.slice(0, equals);
  const match = IDENTIFIER.exec(decode(written, offset));
  const name = match?.[2];
  if (name === undefined) {
    throw badRequest(
      `path, offset ${offset}: expected a node name, optionally with its module ("module:name"), found "${written}"`,
    );
  }
  const module = match?.[1];
  if (equals < 0) return { module, name, offset };
  return { module, name, keys: parseKeys(text, equals + 1, offset), offset };
}

function parseKeys(text: string, from: number, offset: number): string[] {
  const keys: string[] = [];
  let at = from;
  for (const key of text.slice(from).split(',')) {
    keys.push(decode(key, offset + at));
    at += key.length + 1;
  }
  return keys;
}

/** Decodes percent-encoding. An error names the offset of an invalid UTF-8 sequence. */
function decode(text: string, offset: number): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    const bad = /%(?![0-9A-Fa-f]{2})/.exec(text);
    const where = offset + (bad?.index ?? text.indexOf('%'));
    throw badRequest(
      `path, offset ${where}: expected ${bad ? 'two hexadecimal digits behind "%"' : 'percent-encoded UTF-8'}, found "${text}"`,
    );
  }
}
