/** Unicode general categories (`\p{Lu}`) and the multi-character escapes `\d \w \s \i \c` as sets of code points. */
import type { CharacterClass, ClassItem, MultiEscape } from './ast.js';
import { blockCharset } from './blocks.js';
import { type Charset, charset, complement, difference, union } from './charset.js';

/** Categories of XSD appendix F.1.1; without `Cs` (surrogates), since no string holds half a character. */
const CATEGORIES = new Set(
  'L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So C Cc Cf Co Cn'.split(' '),
);

export function isCategory(name: string): boolean {
  return CATEGORIES.has(name);
}

const cache = new Map<string, Charset>();

/** Planes in which every code point is tested; the other planes are uniform and tested once. */
const MIXED: readonly (readonly [number, number])[] = [
  [0, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xeffff],
];
const UNIFORM: readonly (readonly [number, number])[] = [
  [0x40000, 0xdffff],
  [0xf0000, 0xffffd],
  [0xffffe, 0xfffff],
  [0x100000, 0x10fffd],
  [0x10fffe, 0x10ffff],
];

function category(name: string): Charset {
  const known = cache.get(name);
  if (known) return known;
  const runs = new RegExp(`\\p{${name}}+`, 'gu');
  const one = new RegExp(`\\p{${name}}`, 'u');
  const found: [number, number][] = [];
  for (const [from, to] of UNIFORM) if (one.test(String.fromCodePoint(from))) found.push([from, to]);
  for (const chunk of mixedText()) {
    for (const match of chunk.matchAll(runs)) {
      const run = match[0];
      const low = run.charCodeAt(run.length - 1);
      const last = low >= 0xdc00 && low <= 0xdfff ? (run.codePointAt(run.length - 2) ?? 0) : low;
      found.push([run.codePointAt(0) ?? 0, last]);
    }
  }
  const set = charset(found);
  cache.set(name, set);
  return set;
}

/** All code points of the mixed planes in order, so that a run of a category is one match. Made once; about a megabyte. */
let mixed: readonly string[] | undefined;

function mixedText(): readonly string[] {
  mixed ??= MIXED.flatMap(([from, to]) => {
    const chunks: string[] = [];
    const step = 0x2000;
    for (let start = from; start <= to; start += step) {
      const codes = new Uint32Array(Math.min(step, to - start + 1)).map((_, i) => start + i);
      chunks.push(String.fromCodePoint(...codes));
    }
    return chunks;
  });
  return mixed;
}

/** NameStartChar of XML 1.0 (fifth edition): XSD's `\i`. */
const NAME_START: readonly (readonly [number, number])[] = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];
/** The characters of NameChar (`\c`) beyond NameStartChar. */
const NAME_MORE: readonly (readonly [number, number])[] = [
  [0x2d, 0x2e],
  [0x30, 0x39],
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];

const ESCAPES: Readonly<Record<MultiEscape, () => Charset>> = {
  s: () =>
    charset([
      [0x09, 0x0a],
      [0x0d, 0x0d],
      [0x20, 0x20],
    ]),
  i: () => charset(NAME_START),
  c: () => charset([...NAME_START, ...NAME_MORE]),
  d: () => category('Nd'),
  w: () => complement(union([category('P'), category('Z'), category('C')])),
};

function itemCharset(item: ClassItem): Charset {
  switch (item.kind) {
    case 'range':
      return [item.from, item.to];
    case 'escape':
      return signed(ESCAPES[item.name](), item.negated);
    case 'category':
      return signed(category(item.name), item.negated);
    case 'block':
      return signed(blockCharset(item.name), item.negated);
  }
}

function signed(set: Charset, negated: boolean): Charset {
  return negated ? complement(set) : set;
}

/** Returns the code points of a character class. */
export function resolveClass(set: CharacterClass): Charset {
  const whole = signed(union(set.items.map(itemCharset)), set.negated);
  return set.minus ? difference(whole, resolveClass(set.minus)) : whole;
}
