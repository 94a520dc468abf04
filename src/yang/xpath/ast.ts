/** The syntax tree of an XPath 1.0 expression. Prefixes are already resolved: a name test carries the module's name. */

export interface XPath {
  readonly text: string;
  readonly expr: Expr;
  /** Module of the statement that holds the expression: unprefixed names mean it (RFC 7950 §6.4.1); current module of identity names in functions. */
  readonly module: string;
  /** Prefix to module name, as in scope where the expression was written. */
  readonly prefixes: ReadonlyMap<string, string>;
}

export type BinaryOperator =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'
  | '|';

export type Expr =
  | { readonly kind: 'binary'; readonly op: BinaryOperator; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'negate'; readonly operand: Expr }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[] }
  /** A primary expression with predicates and/or a relative path behind it, e.g. `deref(.)/../name`. */
  | {
      readonly kind: 'filter';
      readonly primary: Expr;
      readonly predicates: readonly Expr[];
      readonly path?: LocationPath;
    }
  | LocationPath;

export interface LocationPath {
  readonly kind: 'path';
  readonly absolute: boolean;
  readonly steps: readonly Step[];
}

export type Axis =
  | 'child'
  | 'parent'
  | 'self'
  | 'ancestor'
  | 'ancestor-or-self'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'preceding'
  | 'preceding-sibling'
  | 'attribute'
  | 'namespace';

export interface Step {
  readonly axis: Axis;
  readonly test: NameTest;
  readonly predicates: readonly Expr[];
}

export type NameTest =
  /** `module` undefined: any module (an unprefixed name in JSON-based XPath where none is known). */
  | { readonly kind: 'name'; readonly module: string | undefined; readonly name: string }
  /** `*`, or `prefix:*` with its module. */
  | { readonly kind: 'any'; readonly module?: string }
  | { readonly kind: 'node' | 'text' | 'comment' | 'processing-instruction' };

/** Operators that follow one another: `first`, then each operator with its right operand. */
export interface Chain {
  readonly first: Expr;
  readonly rest: readonly { readonly op: BinaryOperator; readonly right: Expr }[];
}

/**
 * Takes apart operators that follow one another, each with all before it as its left operand. Thousands may: code that
 * called itself for each left operand would exhaust the stack.
 */
export function chainOf(expr: Expr): Chain {
  const rest: { readonly op: BinaryOperator; readonly right: Expr }[] = [];
  let first = expr;
  for (; first.kind === 'binary'; first = first.left) rest.push({ op: first.op, right: first.right });
  return { first, rest: rest.reverse() };
}

/** Returns the operands of operators that follow one another; of another expression itself. */
export function operandsOf(expr: Expr): readonly Expr[] {
  const { first, rest } = chainOf(expr);
  return [first, ...rest.map(({ right }) => right)];
}
