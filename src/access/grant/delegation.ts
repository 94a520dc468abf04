/** How often the authority was handed on. */
export interface Delegation {
  readonly depth: number;
  /** How deep it may be; undefined: the token says nothing about it. */
  readonly maxDepth?: number;
  /** Those who had it, the first one first. */
  readonly chain: readonly string[];
}
