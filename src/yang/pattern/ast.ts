/** The syntax tree of an XSD regular expression (W3C XML Schema Part 2, appendix F). */

export type Regex =
  | { readonly kind: 'set'; readonly set: CharacterClass }
  | { readonly kind: 'sequence'; readonly items: readonly Regex[] }
  | { readonly kind: 'choice'; readonly branches: readonly Regex[] }
  /** `max` undefined: unbounded. */
  | { readonly kind: 'repeat'; readonly body: Regex; readonly min: number; readonly max: number | undefined };

/** The characters allowed at one position. Unicode categories stay symbolic and are resolved when the pattern is first used. */
export interface CharacterClass {
  readonly items: readonly ClassItem[];
  readonly negated: boolean;
  /** The class after `-[...]`, whose characters are excluded. */
  readonly minus?: CharacterClass;
}

export type ClassItem =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** `\d`, `\p{Lu}` and their complements, by the escape's letter or the property's name. */
  | { readonly kind: 'escape'; readonly name: MultiEscape; readonly negated: boolean }
  | { readonly kind: 'category'; readonly name: string; readonly negated: boolean }
  | { readonly kind: 'block'; readonly name: string; readonly negated: boolean };

export type MultiEscape = 's' | 'i' | 'c' | 'd' | 'w';
