/** Reads YAML, of which JSON is a part, with the place of each value. */
import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import { UsageError } from '../usage-error.js';

/** A document of a file; `---` separates several. */
export interface YamlDocument {
  /** Returns the value. @throws ReferenceError for aliases that would make too much of it */
  value(): unknown;
  /** Returns where the member at the path begins, or the nearest one above it that is there: `repair.yaml:12:5`. */
  place(path: readonly (string | number)[]): string;
}

/** @throws UsageError with the place of the fault */
export function readYaml(file: string, text: string): readonly YamlDocument[] {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  for (const { errors } of documents)
    for (const { pos, message } of errors) throw new UsageError(`${at(pos[0])}: ${message}`);
  return documents.map((document) => ({
    value: () => document.toJS(),
    place: (path) => at(offsetOf(document, path)),
  }));
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) continue;
    const [begin]: unknown[] = node.range;
    if (typeof begin === 'number') return begin;
  }
  return document.contents?.range?.[0] ?? 0;
}
