/** Texts in DOT, such that nothing in them can end the place in which they stand. */

/** Graphviz reads entities in all texts. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\\': '&#92;',
};

/** Returns a text as part of an HTML-like label. Those refuse elements without text, so that a space stands for none. */
export function html(text: string): string {
  return text === '' ? '&#160;' : displayed(text);
}

/** Returns a text as a quoted string for a label. */
export function quotedLabel(text: string): string {
  return `"${displayed(text)}"`;
}

/** Returns lines as a quoted string for a tooltip. There, Graphviz reads escapes twice. */
export function quotedTip(lines: readonly string[]): string {
  return `"${lines.map((line) => displayed(line.replaceAll('\\', '\\\\'))).join('\\n')}"`;
}

/** Returns a text as the identifier of a graph or node, in which there are no escapes. */
export function quotedId(text: string): string {
  return `"${escaped(text)}"`;
}

/** Graphviz reads escapes such as `\N` after the entities, also in HTML-like labels: a backslash must be two. */
function displayed(text: string): string {
  return escaped(text.replaceAll('\\', '\\\\'));
}

function escaped(text: string): string {
  return text.replace(/[&<>"\\]/g, (character) => ENTITIES[character] ?? '');
}
