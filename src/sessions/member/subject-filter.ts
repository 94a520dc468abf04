/** Filters of subjects: `+` stands for one word, `#` at the end for any rest, also for none. */

/** True when one of the filters fits the subject. Without filters all fit, and a message without subject fits any. */
export function fitsSubject(filters: readonly string[], subject: string | undefined): boolean {
  if (filters.length === 0 || subject === undefined) return true;
  const words = subject.split('/');
  return filters.some((filter) => fits(filter.split('/'), words));
}

function fits(filter: readonly string[], words: readonly string[]): boolean {
  for (const [index, part] of filter.entries()) {
    if (part === '#') return true;
    if (part !== '+' && part !== words[index]) return false;
    if (words[index] === undefined) return false;
  }
  return filter.length === words.length;
}
