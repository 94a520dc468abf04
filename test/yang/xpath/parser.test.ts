import { describe, expect, it } from 'vitest';
import { type Expr, parseXPath, XPathError } from '../../../src/yang/xpath/index.js';

const SCOPE = { module: 'm', prefixes: new Map([['o', 'other']]) };

/** The expression with every operator in parentheses and every step in full. */
function full(expr: Expr): string {
  switch (expr.kind) {
    case 'binary':
      return `(${full(expr.left)} ${expr.op} ${full(expr.right)})`;
    case 'negate':
      return `-${full(expr.operand)}`;
    case 'number':
      return String(expr.value);
    case 'literal':
      return `'${expr.value}'`;
    case 'variable':
      return `$${expr.name}`;
    case 'call':
      return `${expr.name}(${expr.args.map(full).join(',')})`;
    case 'filter':
      return `${full(expr.primary)}${expr.predicates.map((p) => `[${full(p)}]`).join('')}${expr.path ? `/${full(expr.path)}` : ''}`;
    case 'path':
      return (
        (expr.absolute ? '/' : '') +
        expr.steps
          .map(({ axis, test, predicates }) => {
            const name =
              test.kind === 'name'
                ? `${test.module ?? '?'}:${test.name}`
                : test.kind === 'any'
                  ? `${test.module === undefined ? '' : `${test.module}:`}*`
                  : `${test.kind}()`;
            return `${axis}::${name}${predicates.map((p) => `[${full(p)}]`).join('')}`;
          })
          .join('/')
      );
  }
}

const parsed = (text: string): string => full(parseXPath(text, SCOPE).expr);

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3 - 4', '((1 + (2 * 3)) - 4)'],
    ['a or b and c = d < e', '(child::m:a or (child::m:b and (child::m:c = (child::m:d < child::m:e))))'],
    ['--a', '--child::m:a'],
    ['-a|b', '-(child::m:a | child::m:b)'],
    ['* * *', '(child::* * child::*)'],
    ['div div mod', '(child::m:div div child::m:mod)'],
    ['and', 'child::m:and'],
    ['a-b', 'child::m:a-b'],
    ['a -b', '(child::m:a - child::m:b)'],
    ['.5 + 1.', '(0.5 + 1)'],
    [`'it"s' = "it's"`, `('it"s' = 'it's')`],
  ])('%s is read as %s', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });
});

describe('a path', () => {
  it.each([
    ['/', '/'],
    ['/ = 1', '(/ = 1)'],
    ['../../o:x/*', 'parent::node()/parent::node()/child::other:x/child::*'],
    ['//a', '/descendant-or-self::node()/child::m:a'],
    ['a//b', 'child::m:a/descendant-or-self::node()/child::m:b'],
    ['o:*', 'child::other:*'],
    ['@a', 'attribute::m:a'],
    ['child::a/following-sibling::node()', 'child::m:a/following-sibling::node()'],
    ["processing-instruction('x')", 'child::processing-instruction()'],
    ['a[1][b]', 'child::m:a[1][child::m:b]'],
    ['(a|b)[last()]/c', '(child::m:a | child::m:b)[last()]/child::m:c'],
    ['current()/../a', 'current()/parent::node()/child::m:a'],
    ['deref(.)//a', 'deref(self::node())/descendant-or-self::node()/child::m:a'],
  ])('%s is read as %s', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });

  it('has names of any module where no module is the current one', () => {
    expect(full(parseXPath('a', { module: '', prefixes: new Map() }).expr)).toBe('child::?:a');
  });
});

describe('what is refused, and where', () => {
  it.each([
    ['', 0, 'expected an expression'],
    ['a[', 2, 'expected an expression'],
    ['a]', 1, 'an operator or the end'],
    ['1 2', 2, 'an operator or the end'],
    ["'abc", 0, 'not closed'],
    ['a # b', 2, 'no meaning'],
    ['x:a', 0, "prefix 'x'"],
    ['foo(1)', 0, "no function 'foo'"],
    ['o:foo(1)', 0, "no function 'o:foo'"],
    ['count()', 0, 'takes 1'],
    ['concat(1)', 0, '2 or more'],
    ["substring('a')", 0, '2 to 3'],
    ['count(1)', 6, 'node-set'],
    ["derived-from('a', 'b')", 13, 'node-set'],
    ['a | 1', 4, 'node-set'],
    ["'a'/b", 0, 'node-set'],
    ['$x', 0, 'variables'],
    ['up::a', 0, "no axis 'up'"],
    ['..[a]', 2, 'no predicate'],
    ['a/count(b)', 2, 'function'],
    ['('.repeat(300), 200, 'deep'],
    ['1+'.repeat(9000), 8000, 'tokens'],
  ])('%s', (text, position, reason) => {
    let caught: unknown;
    try {
      parseXPath(text, SCOPE);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(XPathError);
    if (caught instanceof XPathError) {
      expect(caught.message).toContain(reason);
      expect(caught.position).toBe(position);
    }
  });
});
