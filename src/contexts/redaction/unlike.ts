/**
 * The name, with a number behind it where it is taken: names that were different may be the same without what was removed.
 *
 * @param taken how often each name was given; is told of this one
 */
export function unlike(taken: Map<string, number>, name: string): string {
  let number = (taken.get(name) ?? 0) + 1;
  let free = number === 1 ? name : `${name} ${number}`;
  for (; taken.has(free); free = `${name} ${number}`) number += 1;
  taken.set(name, number);
  if (free !== name) taken.set(free, 1);
  return free;
}
