/** XPath expressions in requests (RFC 6241 §8.9, RFC 8526 §3.1.1). Prefixes are those in scope at the element. */
import { RpcError, requireNodeSet, type Selection } from '../data/index.js';
import { type Expr, excerpt, operandsOf, parseXPath, type Schema, type XPath, XPathError } from '../yang/index.js';

/** Parses the expression of a filter. @param scope namespaces by prefix. @throws RpcError invalid-value */
export function parseFilterXPath(
  text: string,
  scope: ReadonlyMap<string, string>,
  schema: Schema,
  element: string,
): XPath {
  const prefixes = new Map<string, string>();
  for (const [prefix, namespace] of scope) {
    // A namespace that no module has stays in place of the module name: such a name selects nothing.
    if (prefix !== '') prefixes.set(prefix, schema.moduleByNamespace(namespace)?.name ?? namespace);
  }
  try {
    const xpath = parseXPath(text, { module: '', prefixes });
    // Refuses other results than node-sets before data is read.
    requireNodeSet(xpath);
    return xpath;
  } catch (error) {
    if (!(error instanceof XPathError)) throw error;
    throw new RpcError({
      type: 'protocol',
      tag: 'invalid-value',
      message: `the XPath expression '${excerpt(text, error.position)}' is not good: ${error.message}`,
      info: { 'bad-element': element },
    });
  }
}

/** Returns the top-level nodes that an expression can reach; 'all' when its text does not tell. */
export function selectionOfXPath({ expr }: XPath, schema: Schema): Selection {
  const names = new Set<string>();
  if (!collect(expr, schema, names)) return 'all';
  return new Map([...names].map((name) => [name, [{ below: 'all' as const }]]));
}

/** Adds the top-level nodes of absolute paths; false when the expression may reach other nodes. */
function collect(expr: Expr, schema: Schema, names: Set<string>, isNested = false): boolean {
  switch (expr.kind) {
    case 'number':
    case 'literal':
      return true;
    case 'binary':
      return operandsOf(expr).every((operand) => collect(operand, schema, names, isNested));
    case 'negate':
      return collect(expr.operand, schema, names, isNested);
    case 'call':
      return expr.name !== 'deref' && expr.args.every((each) => collect(each, schema, names, isNested));
    case 'path': {
      const [first] = expr.steps;
      const isFromTop = expr.absolute || !isNested;
      if (isFromTop) {
        if (first?.axis !== 'child' || first.test.kind !== 'name') return false;
        const { module, name } = first.test;
        for (const node of schema.root.data.values()) {
          if (node.name === name && (module === undefined || module === node.module.name)) names.add(node.qname);
        }
      }
      return expr.steps.every(
        ({ axis, predicates }) =>
          DOWN.has(axis) && predicates.every((predicate) => collect(predicate, schema, names, true)),
      );
    }
    case 'filter':
    case 'variable':
      return false;
  }
}

const DOWN: ReadonlySet<string> = new Set(['child', 'self', 'descendant', 'descendant-or-self', 'attribute']);
