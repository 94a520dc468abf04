/** Parses XPath 1.0 §2 and §3 by recursive descent over the tokens: one method per production or operator level. */
import type { Axis, BinaryOperator, Expr, LocationPath, NameTest, Step, XPath } from './ast.js';
import { XPathError } from './error.js';
import { FUNCTIONS } from './functions.js';
import { type Token, tokenize } from './lexer.js';
import { valueType } from './value-type.js';

export interface XPathScope {
  /** Module of unprefixed names; '' for none (NETCONF filters): they match in any module then. */
  readonly module: string;
  /** Prefix to module name. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/**
 * Parses an XPath 1.0 expression with YANG's functions (RFC 7950 §6.4, §10). Raises XPathError with a position
 * for bad syntax, unknown prefixes, axes and functions, wrong arguments, and variables (YANG binds none).
 */
export function parseXPath(text: string, scope: XPathScope): XPath {
  const expr = new XPathParser(text, scope).parse();
  return { text, expr, module: scope.module, prefixes: scope.prefixes };
}

/** Maximum nesting: enough for any hand-written expression, safe for the call stack. */
const MAX_DEPTH = 200;

const AXES: ReadonlySet<string> = new Set<Axis>([
  'child',
  'parent',
  'self',
  'ancestor',
  'ancestor-or-self',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'preceding',
  'preceding-sibling',
  'attribute',
  'namespace',
]);
const NODE_TYPES: ReadonlySet<string> = new Set(['node', 'text', 'comment', 'processing-instruction']);

/** Operators by precedence, weakest first; all associate to the left. */
const LEVELS: readonly ReadonlyMap<string, BinaryOperator>[] = [
  new Map([['or', 'or']]),
  new Map([['and', 'and']]),
  new Map([
    ['=', '='],
    ['!=', '!='],
  ]),
  new Map([
    ['<', '<'],
    ['<=', '<='],
    ['>', '>'],
    ['>=', '>='],
  ]),
  new Map([
    ['+', '+'],
    ['-', '-'],
  ]),
  new Map([
    ['multiply', '*'],
    ['div', 'div'],
    ['mod', 'mod'],
  ]),
];

const ANY_NODE: Step = { axis: 'descendant-or-self', test: { kind: 'node' }, predicates: [] };

class XPathParser {
  readonly #tokens: readonly Token[];
  readonly #scope: XPathScope;
  #next = 0;
  #depth = 0;

  constructor(text: string, scope: XPathScope) {
    this.#tokens = tokenize(text);
    this.#scope = scope;
  }

  parse(): Expr {
    const expr = this.#expression();
    if (this.#token().kind !== 'end') throw this.#expected('an operator or the end of the expression');
    return expr;
  }

  #expression(): Expr {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH)
      throw new XPathError(`the expression is nested more than ${MAX_DEPTH} deep`, this.#token().at);
    const expr = this.#binary(0);
    this.#depth -= 1;
    return expr;
  }

  #binary(level: number): Expr {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (let op = this.#operator(operators); op; op = this.#operator(operators)) {
      left = { kind: 'binary', op, left, right: this.#binary(level + 1) };
    }
    return left;
  }

  #operator(operators: ReadonlyMap<string, BinaryOperator>): BinaryOperator | undefined {
    const token = this.#token();
    const op = token.kind === 'symbol' ? operators.get(token.symbol) : undefined;
    if (op) this.#next += 1;
    return op;
  }

  #unary(): Expr {
    let negations = 0;
    while (this.#take('-')) negations += 1;
    let operand = this.#union();
    // Two signs still convert the operand to a number.
    if (negations > 0) operand = { kind: 'negate', operand };
    return negations > 0 && negations % 2 === 0 ? { kind: 'negate', operand } : operand;
  }

  #union(): Expr {
    const at = this.#token().at;
    let left = this.#pathExpression();
    while (this.#is('|')) {
      this.#requireNodeSet(left, at, "the left side of '|'");
      this.#next += 1;
      const rightAt = this.#token().at;
      const right = this.#pathExpression();
      this.#requireNodeSet(right, rightAt, "the right side of '|'");
      left = { kind: 'binary', op: '|', left, right };
    }
    return left;
  }

  #pathExpression(): Expr {
    const at = this.#token().at;
    const primary = this.#primary();
    if (!primary) return this.#locationPath();
    const predicates = this.#predicates();
    const steps: Step[] = [];
    if (this.#is('/') || this.#is('//')) this.#relativeSteps(steps);
    if (predicates.length === 0 && steps.length === 0) return primary;
    this.#requireNodeSet(primary, at, 'what stands before a predicate or a path');
    if (steps.length === 0) return { kind: 'filter', primary, predicates };
    return { kind: 'filter', primary, predicates, path: { kind: 'path', absolute: false, steps } };
  }

  /** Parses a primary expression; returns undefined when a location path begins here. */
  #primary(): Expr | undefined {
    const token = this.#token();
    switch (token.kind) {
      case 'number':
        this.#next += 1;
        return { kind: 'number', value: token.value };
      case 'literal':
        this.#next += 1;
        return { kind: 'literal', value: token.value };
      case 'symbol':
        if (token.symbol === '$') throw new XPathError('YANG binds no variables (RFC 7950 §6.4.1)', token.at);
        return token.symbol === '(' ? this.#parenthesis() : undefined;
      case 'name':
        return this.#isSymbolAt(this.#next + 1, '(') && !NODE_TYPES.has(token.name) ? this.#call(token) : undefined;
      case 'end':
        throw this.#expected('an expression');
    }
  }

  #parenthesis(): Expr {
    this.#next += 1;
    const inner = this.#expression();
    this.#require(')');
    return inner;
  }

  #call(token: Token & { readonly kind: 'name' }): Expr {
    const name = token.prefix === undefined ? token.name : `${token.prefix}:${token.name}`;
    const signature = FUNCTIONS.get(name);
    if (!signature) throw new XPathError(`there is no function '${name}'`, token.at);
    this.#next += 2;
    const args: Expr[] = [];
    while (!this.#is(')')) {
      if (args.length > 0) this.#require(',');
      const at = this.#token().at;
      const arg = this.#expression();
      if (signature.nodeSets.includes(args.length))
        this.#requireNodeSet(arg, at, `argument ${args.length + 1} of '${name}'`);
      args.push(arg);
    }
    this.#require(')');
    const { min, max } = signature;
    if (args.length < min || args.length > max) {
      const right = min === max ? `${min}` : max === Number.POSITIVE_INFINITY ? `${min} or more` : `${min} to ${max}`;
      throw new XPathError(`'${name}' takes ${right} arguments, not ${args.length}`, token.at);
    }
    return { kind: 'call', name, args };
  }

  #locationPath(): LocationPath {
    const steps: Step[] = [];
    const absolute = this.#is('/') || this.#is('//');
    if (!absolute) {
      steps.push(this.#step());
    } else if (this.#is('/') && !this.#startsStep(this.#next + 1)) {
      this.#next += 1;
      return { kind: 'path', absolute, steps };
    }
    this.#relativeSteps(steps);
    return { kind: 'path', absolute, steps };
  }

  /** Parses `/step//step...`; the cursor is at a slash if there is one. */
  #relativeSteps(steps: Step[]): void {
    for (;;) {
      if (this.#take('//')) steps.push(ANY_NODE);
      else if (!this.#take('/')) return;
      steps.push(this.#step());
    }
  }

  #startsStep(index: number): boolean {
    const token = this.#tokens[index];
    return token?.kind === 'name' || (token?.kind === 'symbol' && ['.', '..', '@'].includes(token.symbol));
  }

  #step(): Step {
    if (this.#take('.')) return { axis: 'self', test: { kind: 'node' }, predicates: this.#noPredicates("'.'") };
    if (this.#take('..')) return { axis: 'parent', test: { kind: 'node' }, predicates: this.#noPredicates("'..'") };
    const axis = this.#axis();
    const test = this.#nodeTest();
    return { axis, test, predicates: this.#predicates() };
  }

  /** Refuses predicates after the abbreviations `.` and `..` (XPath 1.0 §2.5). */
  #noPredicates(step: string): readonly Expr[] {
    if (this.#is('['))
      throw new XPathError(
        `${step} takes no predicate; write 'self::node()' or 'parent::node()' in full`,
        this.#token().at,
      );
    return [];
  }

  #axis(): Axis {
    if (this.#take('@')) return 'attribute';
    const token = this.#token();
    if (token.kind !== 'name' || !this.#isSymbolAt(this.#next + 1, '::')) return 'child';
    if (token.prefix !== undefined || !isAxis(token.name))
      throw new XPathError(`there is no axis '${token.name}'`, token.at);
    this.#next += 2;
    return token.name;
  }

  #nodeTest(): NameTest {
    const token = this.#token();
    if (token.kind !== 'name') throw this.#expected("a name, '*', '.', '..' or a node test");
    this.#next += 1;
    if (token.prefix === undefined && this.#is('(')) return this.#nodeType(token);
    if (token.name === '*')
      return token.prefix === undefined
        ? { kind: 'any' }
        : { kind: 'any', module: this.#module(token.prefix, token.at) };
    if (token.prefix !== undefined)
      return { kind: 'name', module: this.#module(token.prefix, token.at), name: token.name };
    return { kind: 'name', module: this.#scope.module === '' ? undefined : this.#scope.module, name: token.name };
  }

  #nodeType(token: Token & { readonly kind: 'name' }): NameTest {
    const { name } = token;
    if (name !== 'node' && name !== 'text' && name !== 'comment' && name !== 'processing-instruction') {
      throw new XPathError(`a step cannot call a function: '${name}'`, token.at);
    }
    this.#require('(');
    if (name === 'processing-instruction' && this.#token().kind === 'literal') this.#next += 1;
    this.#require(')');
    return { kind: name };
  }

  #module(prefix: string, at: number): string {
    const module = this.#scope.prefixes.get(prefix);
    if (module === undefined) throw new XPathError(`the prefix '${prefix}' is not declared`, at);
    return module;
  }

  #predicates(): readonly Expr[] {
    const predicates: Expr[] = [];
    while (this.#take('[')) {
      predicates.push(this.#expression());
      this.#require(']');
    }
    return predicates;
  }

  #requireNodeSet(expr: Expr, at: number, what: string): void {
    const type = valueType(expr);
    if (type !== 'node-set') throw new XPathError(`${what} must be a node-set, not a ${type}`, at);
  }

  #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 };
  }

  #isSymbolAt(index: number, symbol: string): boolean {
    const token = this.#tokens[index];
    return token?.kind === 'symbol' && token.symbol === symbol;
  }

  #is(symbol: string): boolean {
    return this.#isSymbolAt(this.#next, symbol);
  }

  #take(symbol: string): boolean {
    const found = this.#is(symbol);
    if (found) this.#next += 1;
    return found;
  }

  #require(symbol: string): void {
    if (!this.#take(symbol)) throw this.#expected(`'${symbol}'`);
  }

  #expected(what: string): XPathError {
    const token = this.#token();
    return new XPathError(`expected ${what}, found ${describe(token)}`, token.at);
  }
}

function isAxis(name: string): name is Axis {
  return AXES.has(name);
}

function describe(token: Token): string {
  switch (token.kind) {
    case 'number':
      return String(token.value);
    case 'literal':
      return JSON.stringify(token.value);
    case 'name':
      return `'${token.prefix === undefined ? '' : `${token.prefix}:`}${token.name}'`;
    case 'symbol':
      return `'${token.symbol === 'multiply' ? '*' : token.symbol}'`;
    case 'end':
      return 'the end of the expression';
  }
}
