/** Statements as YANG text again. */
import type { Statement } from '../../src/yang/index.js';

/** A statement without its place, free to be changed. */
export interface Draft {
  keyword: string;
  argument: string | undefined;
  statements: Draft[];
}

export function draftOf({ keyword, argument, statements }: Statement): Draft {
  return { keyword, argument, statements: statements.map(draftOf) };
}

export function printStatement({ keyword, argument, statements }: Draft, indent = ''): string {
  const head = `${indent}${keyword}${argument === undefined ? '' : ` ${quoted(argument)}`}`;
  if (statements.length === 0) return `${head};\n`;
  return `${head} {\n${statements.map((one) => printStatement(one, `${indent}  `)).join('')}${indent}}\n`;
}

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
