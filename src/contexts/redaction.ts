/** Removing information from content: kinds of personal and secret data, members of JSON content, pieces of text. */
import { isMembers } from '../agents/index.js';

export const REMOVED = '[redacted]';

/** What a kind of information looks like in free text. All are free of nested repetition, so they take linear time. */
const IN_TEXT: Readonly<Record<string, readonly RegExp[]>> = {
  email: [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g],
  phone: [/\+\d[\d ()/.-]{6,20}\d/g, /\b0\d{2,5}[ /-]\d[\d -]{4,14}\d\b/g],
  'network-address': [
    /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
    /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi,
    /(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi,
  ],
  credential: [/\b(?:password|passwd|secret|token|api[-_ ]?key)\b["']?\s{0,3}[:=]\s{0,3}\S{1,512}/gi],
  name: [/\b(?:full[- ]?name|customer|name)\b\s{0,3}[:=]\s{0,3}[^\n,;]{1,200}/gi],
  age: [/\b(?:age|date of birth|birth ?date|born)\b\s{0,3}[:=]?\s{0,3}[\d./-]{1,12}/gi, /\b\d{1,3} years old\b/gi],
  address: [/\b(?:postal )?address\b\s{0,3}[:=]\s{0,3}[^\n;]{1,300}/gi],
};

/** Names of JSON members that hold a kind of information, besides the kind itself. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  name: ['fullname', 'firstname', 'lastname', 'surname', 'givenname', 'familyname', 'customername', 'username'],
  age: ['birthdate', 'dateofbirth', 'birthday'],
  address: ['street', 'postaladdress', 'homeaddress', 'city', 'zip', 'postcode'],
  phone: ['phonenumber', 'telephone', 'mobile', 'msisdn'],
  email: ['mail', 'emailaddress'],
  'network-address': ['ip', 'ipaddress', 'mac', 'macaddress'],
  credential: ['password', 'passwd', 'secret', 'token', 'apikey', 'key', 'privatekey'],
};

export interface Redacted {
  readonly content: string;
  /** Which of what was to be removed was there. */
  readonly removed: readonly string[];
}

/** A test of one word: what matches is removed. */
export interface WordPattern {
  readonly text: string;
  test(word: string): boolean;
}

/**
 * Removes `kinds` (kinds of information, or names of members of JSON content), `texts` wherever they stand, and words that
 * match a pattern. JSON content stays JSON.
 */
export function redact(
  content: string,
  o: {
    readonly kinds?: readonly string[];
    readonly texts?: readonly string[];
    readonly patterns?: readonly WordPattern[];
  },
): Redacted {
  const removed = new Set<string>();
  const kinds = o.kinds ?? [];
  const clean = (text: string): string => {
    let result = text;
    for (const piece of o.texts ?? []) {
      if (!result.includes(piece)) continue;
      result = result.replaceAll(piece, REMOVED);
      removed.add(piece);
    }
    for (const kind of kinds) {
      for (const pattern of IN_TEXT[kind] ?? []) {
        result = result.replace(pattern, () => {
          removed.add(kind);
          return REMOVED;
        });
      }
    }
    for (const pattern of o.patterns ?? []) {
      result = result.replace(/\S+/g, (word) => {
        const bare = word.replace(/^["'([{<]+|["')\]}>.,;:!?]+$/g, '');
        if (bare === '' || !pattern.test(bare)) return word;
        removed.add(pattern.text);
        return word.replace(bare, () => REMOVED);
      });
    }
    return result;
  };
  const json = parsed(content);
  const cleaned =
    json === undefined ? clean(content) : JSON.stringify(cleanJson(json, membersOfKinds(kinds), clean, removed));
  return { content: cleaned, removed: [...removed] };
}

function parsed(content: string): unknown {
  if (!/^\s*[[{]/.test(content)) return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // not JSON after all: treated as text
  }
}

/** The member names to be removed, each with the kind under which its removal is told. */
function membersOfKinds(kinds: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const kind of kinds) for (const name of [kind, ...(MEMBERS[kind] ?? [])]) names.set(bareName(name), kind);
  return names;
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function cleanJson(
  value: unknown,
  names: ReadonlyMap<string, string>,
  clean: (text: string) => string,
  removed: Set<string>,
): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((each) => cleanJson(each, names, clean, removed));
  if (!isMembers(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const kind = names.get(bareName(name));
    if (kind === undefined)
      Object.defineProperty(result, name, { value: cleanJson(member, names, clean, removed), enumerable: true });
    else removed.add(kind);
  }
  return result;
}
