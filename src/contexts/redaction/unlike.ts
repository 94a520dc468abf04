/**
 * Returns the name, with a number after it when it is taken: different names may become the same after a removal.
 *
 * @param taken count of each used name; updated with this one
 */
export function unlike(taken: Map<string, number>, name: string): string {
  let number = (taken.get(name) ?? 0) + 1;
  let free = number === 1 ? name : `${name} ${number}`;
  for (; taken.has(free); free = `${name} ${number}`) number += 1;
  taken.set(name, number);
  if (free !== name) taken.set(free, 1);
  return free;
}
