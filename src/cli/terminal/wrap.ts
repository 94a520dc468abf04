/**
 * Breaks a printable text into lines of at most `width` characters, between words where possible; line ends of the text stay.
 *
 * @param width at least 1; Infinity breaks at the line ends of the text only
 */
export function wrapped(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => (line.length <= width ? [line] : brokenLine(line, width)));
}

function brokenLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}
