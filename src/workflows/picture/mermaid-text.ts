/** Texts in Mermaid, such that nothing in them can end the place in which they stand, or is taken for Markdown or a directive. */

/**
 * Characters that could mean something to Mermaid: all but a few. At the beginning of a line also digits and the like: what
 * begins so may be taken for an item of a list.
 */
const SPECIAL = /^\P{L}|[^\p{L}\p{M}\p{N} .,()/=-]/gu;
/** Texts that Mermaid interprets after it has read the entities: icons, formulas, line breaks. A word joiner within it has no width. */
const LATE = /:(?=fa-)|\$(?=\$)|\\/g;
/** Line breaks, and what begins an entity or a statement. */
const STATEMENT = /[^\p{L}\p{M}\p{N} .,:()/=-]+/gu;

/** Returns lines as a label in quotation marks. */
export function quotedLabel(lines: readonly string[]): string {
  return `"${lines.map(safe).join('<br/>')}"`;
}

/** Returns a bold name and the lines below it as a label in quotation marks. */
export function quotedNode(name: string, lines: readonly string[]): string {
  return `"${[`<b>${safe(name)}</b>`, ...lines.map(safe)].join('<br/>')}"`;
}

/** Returns a text as the rest of a line, where Mermaid knows no entities: characters that could mean something become spaces. */
export function restOfLine(text: string): string {
  return text.replaceAll(';', ',').replace(STATEMENT, ' ').trim();
}

function safe(line: string): string {
  return line.replace(LATE, '$&\u2060').replace(SPECIAL, entity);
}

function entity(character: string): string {
  return `#${character.codePointAt(0)};`;
}
