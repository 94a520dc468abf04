/** Returns a doc comment from a YANG description, with a line break at its end; an empty string without a description. */
export function docComment(description: string | undefined, notes: readonly string[] = []): string {
  const text = (description ?? '').replace(/\s*\n\s*/g, ' ').trim();
  const lines = [...wrap(text), ...notes].map((line) => line.replaceAll('*/', '*\\/'));
  if (lines.length === 0) return '';
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

const WIDTH = 100;

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter(Boolean)) {
    if (line && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}
