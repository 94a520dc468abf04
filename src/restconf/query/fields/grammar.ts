import { badRequest } from '../../refusal.js';

/** One selected path of a `fields` expression and the selection below it. Without `below`, everything below is selected. */
export interface FieldPath {
  readonly steps: readonly FieldName[];
  readonly below?: readonly FieldPath[];
}

/** An api-identifier of the expression. */
export interface FieldName {
  readonly module?: string;
  readonly name: string;
  readonly offset: number;
}

/** Maximum nesting, deeper than in any model; limits the recursion. */
const MAX_NESTING = 64;
const IDENTIFIER = /(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)/y;

/**
 * Parses a `fields` expression (RFC 8040 §4.8.3):
 *
 *     fields-expr = path "(" fields-expr ")" / path ";" fields-expr / path
 *     path        = api-identifier [ "/" path ]
 *
 * A `;` may also follow a closing parenthesis, as in the RFC's own examples.
 *
 * @throws Refusal 400 with the offset and the expected characters
 */
export function parseFields(text: string): readonly FieldPath[] {
  const cursor: Cursor = { text, at: 0 };
  const paths = expression(cursor, 0);
  if (cursor.at < text.length) throw expected(cursor, 'one of "/", "(", ";" or the end');
  return paths;
}

interface Cursor {
  readonly text: string;
  at: number;
}

function expression(cursor: Cursor, nesting: number): FieldPath[] {
  if (nesting > MAX_NESTING) throw badRequest(`fields: more than ${MAX_NESTING} nested parentheses`);
  const paths = [selected(cursor, nesting)];
  while (accept(cursor, ';')) paths.push(selected(cursor, nesting));
  return paths;
}

function selected(cursor: Cursor, nesting: number): FieldPath {
  const steps = [identifier(cursor)];
  while (accept(cursor, '/')) steps.push(identifier(cursor));
  if (!accept(cursor, '(')) return { steps };
  const below = expression(cursor, nesting + 1);
  if (!accept(cursor, ')')) throw expected(cursor, '")"');
  return { steps, below };
}

function identifier(cursor: Cursor): FieldName {
  IDENTIFIER.lastIndex = cursor.at;
  const match = IDENTIFIER.exec(cursor.text);
  const name = match?.[2];
  if (!match || name === undefined) throw expected(cursor, 'a node name');
  const offset = cursor.at;
  cursor.at = IDENTIFIER.lastIndex;
  return { module: match[1], name, offset };
}

function accept(cursor: Cursor, char: string): boolean {
  if (cursor.text[cursor.at] !== char) return false;
  cursor.at += 1;
  return true;
}

function expected(cursor: Cursor, what: string) {
  const found = cursor.at < cursor.text.length ? `"${cursor.text.slice(cursor.at, cursor.at + 20)}"` : 'the end';
  return badRequest(`fields, offset ${cursor.at}: expected ${what}, found ${found}`);
}
