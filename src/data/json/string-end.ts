const BACKSLASH = 0x5c;

/** Returns the index of the quote that ends the string starting at `from`, or -1. */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH) {
    let start = end - 1;
    while (start > from && text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
    if ((end - start) % 2 === 0) break;
    end = text.indexOf('"', end + 1);
  }
  return end;
}
