/** Parses tokens into the generic statement tree (RFC 7950 §6.3). The meaning of statements is checked later. */
import { Fault, YangErrors } from '../errors.js';
import { GRAMMAR } from './grammar.js';
import { Lexer, type Token } from './lexer.js';
import { MAX_NESTING, type Statement } from './statement.js';
import { parseYin } from './yin.js';

/** Keywords by name: all statements share one string per keyword, which makes comparisons fast. */
const KNOWN: ReadonlyMap<string, string> = new Map([...GRAMMAR.keys()].map((keyword) => [keyword, keyword]));
const EXTENSION_OR_UNKNOWN = /^[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?$/;

/** Shared value for the many statements without sub-statements. */
const NONE: readonly Statement[] = [];

interface OpenStatement extends Statement {
  readonly statements: Statement[];
}

/**
 * Parses one module or submodule, in YANG or (when the text starts with `<`) YIN form. Raises `YangErrors` for text that is
 * not well-formed; `compile` checks which statements are allowed where.
 */
export function parseModule(text: string, file: string): Statement {
  try {
    return /^\uFEFF?\s*</.test(text) ? parseYin(text, file) : parseYang(text, file);
  } catch (error) {
    if (error instanceof Fault) throw new YangErrors([{ message: error.message, location: error.location }]);
    throw error;
  }
}

function parseYang(text: string, file: string): Statement {
  const lexer = new Lexer(text, file);
  const open: OpenStatement[] = [];
  let root: Statement | undefined;
  const close = (statement: Statement): void => {
    const parent = open.at(-1);
    if (parent) parent.statements.push(statement);
    else root = statement;
    if (statement.keyword === 'yang-version' && statement.argument === '1.1') lexer.version = '1.1';
  };
  for (let token = lexer.next(); ; token = lexer.next()) {
    if (token.kind === '}') {
      const statement = open.pop();
      if (!statement) throw new Fault(token.location, "unexpected '}': no statement is open");
      close(statement);
    } else if (token.kind === 'end') {
      if (root && open.length === 0) return root;
      throw new Fault(token.location, endMessage(open.at(-1)));
    } else {
      if (root) throw new Fault(token.location, `nothing may follow the ${root.keyword}, which ended before`);
      const keyword = expectKeyword(token);
      const [argument, end] = parseArgument(lexer);
      const { location } = token;
      if (end.kind === ';') close({ keyword, argument, location, statements: NONE });
      else if (end.kind === '{') {
        if (open.length >= MAX_NESTING) throw new Fault(token.location, `statements nest deeper than ${MAX_NESTING}`);
        open.push({ keyword, argument, location, statements: [] });
      } else throw new Fault(end.location, `';' or '{' expected after ${keyword}, found ${tokenText(end)}`);
    }
  }
}

function endMessage(open: OpenStatement | undefined): string {
  return open
    ? `the text ends before '}' closes the ${open.keyword} of line ${open.location.line}`
    : 'the text is empty: module or submodule expected';
}

function expectKeyword(token: Token): string {
  if (token.kind !== 'string') throw new Fault(token.location, `a keyword is expected, found ${tokenText(token)}`);
  if (token.quoted) throw new Fault(token.location, `a keyword is expected, found the string ${tokenText(token)}`);
  const known = KNOWN.get(token.text);
  if (known !== undefined) return known;
  if (!EXTENSION_OR_UNKNOWN.test(token.text)) throw new Fault(token.location, `'${token.text}' is not a keyword`);
  return token.text;
}

/** Returns the argument, its quoted parts joined by `+`, and the token after it. */
function parseArgument(lexer: Lexer): [string | undefined, Token] {
  const first = lexer.next();
  if (first.kind === '+') return [first.kind, lexer.next()];
  if (first.kind !== 'string') return [undefined, first];
  if (!first.quoted) return [first.text, lexer.next()];
  const parts = [first.text];
  for (;;) {
    const token = lexer.next();
    if (token.kind !== '+') return [parts.join(''), token];
    const part = lexer.next();
    if (part.kind !== 'string' || !part.quoted) {
      throw new Fault(part.location, `a quoted string is expected after '+', found ${tokenText(part)}`);
    }
    parts.push(part.text);
  }
}

function tokenText(token: Token): string {
  if (token.kind === 'end') return 'the end of the text';
  return token.kind === 'string' ? `'${token.text.slice(0, 40)}'` : `'${token.kind}'`;
}
