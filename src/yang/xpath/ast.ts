/** The syntax tree of an XPath 1.0 expression. Prefixes are already resolved: a name test carries the module's name. */

export interface XPath {
  readonly text: string;
  readonly expr: Expr;
  /** Module of the statement that holds the expression. Unprefixed node names (RFC 7950 §6.4.1) and identity names belong to it. */
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
  /** A primary expression followed by predicates or a relative path, e.g. `deref(.)/../name`. */
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
  /** `module` undefined: any module (an unprefixed name in JSON-based XPath, where no module is known). */
  | { readonly kind: 'name'; readonly module: string | undefined; readonly name: string }
  /** `*`, or `prefix:*` with its module. */
  | { readonly kind: 'any'; readonly module?: string }
  | { readonly kind: 'node' | 'text' | 'comment' | 'processing-instruction' };

/** A sequence of binary operators: `first`, then each operator with its right operand. */
export interface Chain {
  readonly first: Expr;
  readonly rest: readonly { readonly op: BinaryOperator; readonly right: Expr }[];
}

/**
 * Splits a sequence of binary operators, where each left operand is everything before. Iterative: with thousands of
 * operators a recursion would exhaust the stack.
 */
export function chainOf(expr: Expr): Chain {
  const rest: { readonly op: BinaryOperator; readonly right: Expr }[] = [];
  let first = expr;
  for (; first.kind === 'binary'; first = first.left) rest.push({ op: first.op, right: first.right });
  return { first, rest: rest.reverse() };
}

/** Returns the operands of a sequence of operators; of another expression, the expression itself. */
export function operandsOf(expr: Expr): readonly Expr[] {
  const { first, rest } = chainOf(expr);
  return [first, ...rest.map(({ right }) => right)];
}
