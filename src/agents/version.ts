/** Versions by the rules of Semantic Versioning 2.0 (with as many numbers as there are), and ranges of them. */

export interface Version {
  readonly numbers: readonly number[];
  /** Pre-release identifiers after the hyphen. A version with them comes before the same version without. */
  readonly early: readonly string[];
}

const VERSION = /^[vV]?(\d{1,15}(?:\.\d{1,15}){0,7})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+[0-9A-Za-z.-]{1,100})?$/;

/** Parses a version; undefined when the text is none. */
export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text.trim());
  if (!match) return undefined;
  return { numbers: (match[1] ?? '').split('.').map(Number), early: match[2]?.split('.') ?? [] };
}

/** Compares versions: negative when `a` comes before `b`. Missing numbers count as 0; build metadata is ignored. */
export function compareVersions(a: Version, b: Version): number {
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.early.length === 0 || b.early.length === 0) return b.early.length - a.early.length;
  for (let at = 0; at < Math.max(a.early.length, b.early.length); at++) {
    const difference = compareIdentifiers(a.early[at], b.early[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [numeric, other] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numeric && other) return Number(a) - Number(b);
  if (numeric !== other) return numeric ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export type VersionRange = (version: Version) => boolean;

const COMPARISONS: Readonly<Record<string, (version: Version, limit: Version) => boolean>> = {
  '<': (version, limit) => compareVersions(version, limit) < 0,
  '<=': (version, limit) => compareVersions(version, limit) <= 0,
  '>': (version, limit) => compareVersions(version, limit) > 0,
  '>=': (version, limit) => compareVersions(version, limit) >= 0,
  '=': (version, limit) => compareVersions(version, limit) === 0,
  '': (version, limit) => compareVersions(version, limit) === 0,
  '^': (version, limit) =>
    within(
      version,
      limit,
      limit.numbers.findIndex((each) => each !== 0),
    ),
  '~': (version, limit) => within(version, limit, Math.min(1, limit.numbers.length - 1)),
};

/** True when the version is at least the limit, and equal to it in the numbers up to `last`. */
function within(version: Version, limit: Version, last: number): boolean {
  const fixed = last < 0 ? limit.numbers.length : last + 1;
  return compareVersions(version, limit) >= 0 && sameNumbers(version, limit, fixed);
}

function sameNumbers(a: Version, b: Version, count: number): boolean {
  for (let at = 0; at < count; at++) if ((a.numbers[at] ?? 0) !== (b.numbers[at] ?? 0)) return false;
  return true;
}

const COMPARATOR = /^(<=|>=|<|>|=|\^|~)?\s*(\S+)$/;
const WILD = /^[vV]?(\d{1,15}(?:\.\d{1,15}){0,7})(?:\.[xX*])+$/;

/**
 * Reads a range: comparisons that must all hold, alternatives between `||` (typedef `version-range`).
 *
 * @returns the range, or as `fault` the part that is invalid
 */
export function parseRange(text: string): VersionRange | { readonly fault: string } {
  const alternatives: (readonly VersionRange[])[] = [];
  for (const alternative of text.split('||')) {
    const parts: VersionRange[] = [];
    // There may be spaces between an operator and its version.
    for (const part of alternative.replace(/([<>=^~])\s+/g, '$1').split(/\s+/)) {
      if (part === '') continue;
      const range = comparison(part);
      if (!range) return { fault: part };
      parts.push(range);
    }
    if (parts.length === 0) return { fault: alternative === '' ? '||' : alternative };
    alternatives.push(parts);
  }
  return (version) => alternatives.some((parts) => parts.every((part) => part(version)));
}

function comparison(text: string): VersionRange | undefined {
  const [, operator = '', version = ''] = COMPARATOR.exec(text) ?? [];
  const wild = operator === '' ? WILD.exec(version)?.[1] : undefined;
  if (wild !== undefined) {
    const limit = { numbers: wild.split('.').map(Number), early: [] };
    return (each) => sameNumbers(each, limit, limit.numbers.length);
  }
  const limit = parseVersion(version);
  const compare = COMPARISONS[operator];
  return limit && compare && ((each) => compare(each, limit));
}
