import { badRequest } from '../refusal.js';

/** The query parameters of RFC 8040 §4.8 and RFC 8527 §3.2. */
export const PARAMETERS = [
  'content',
  'depth',
  'fields',
  'filter',
  'insert',
  'point',
  'start-time',
  'stop-time',
  'with-defaults',
  'with-origin',
] as const;

/** Parameters without a value (RFC 8527 §3.2.2). */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['with-origin']);

export type Parameter = (typeof PARAMETERS)[number];

/** The parameters of one request, percent-decoded. */
export type Parameters = ReadonlyMap<Parameter, string>;

const NONE: Parameters = new Map();

/**
 * Splits a query component into parameters. A `+` stays a plus: the query is not form-encoded, and times with
 * an offset contain one.
 *
 * @param raw the text after `?`, still percent-encoded
 * @param allowed the permitted parameters of this method on this resource
 * @throws Refusal 400 for a parameter that is unknown, not allowed here, repeated, or badly encoded (RFC 8040 §4.8)
 */
export function parseParameters(raw: string, allowed: ReadonlySet<Parameter>): Parameters {
  if (raw === '') return NONE;
  const parameters = new Map<Parameter, string>();
  for (const pair of raw.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (!isParameter(name)) throw badRequest(`unknown query parameter "${name}"`);
    if (!allowed.has(name)) {
      const takes = allowed.size === 0 ? 'none' : [...allowed].join(', ');
      throw badRequest(`query parameter "${name}" is not allowed with this method on this resource; allowed: ${takes}`);
    }
    if (parameters.has(name)) throw badRequest(`query parameter "${name}" is given more than once`);
    parameters.set(name, valueFor(name, equals < 0 ? undefined : decode(pair.slice(equals + 1))));
  }
  return parameters;
}

function valueFor(name: Parameter, value: string | undefined): string {
  if (!WITHOUT_VALUE.has(name)) {
    if (value !== undefined) return value;
    throw badRequest(`query parameter "${name}" has no value; expected "${name}=..."`);
  }
  if (value === undefined || value === '') return '';
  throw badRequest(`query parameter "${name}" takes no value`);
}

function isParameter(name: string): name is Parameter {
  return (PARAMETERS as readonly string[]).includes(name);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest(`query "${text}": expected percent-encoded UTF-8`);
  }
}
