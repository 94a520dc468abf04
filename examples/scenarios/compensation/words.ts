/** Small words that all agents use. */

/** A share (0 to 1) in whole percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  const before = names.slice(0, -1);
  const last = names.at(-1) ?? '';
  return before.length === 0 ? last : `${before.join(', ')} and ${last}`;
}
