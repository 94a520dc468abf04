/**
 * Sections for the nodes that a module adds to others (RFC 8340 §2.2), one per `augment` statement. They follow the
 * statement: its order is kept, and a `uses` is shown with the flag `-u` and without the nodes of its grouping.
 */
import type { Module, Schema, SchemaNode, Statement } from '../../yang/index.js';
import { type Line, type LineContext, lineOf } from './line.js';
import { argument, type Statements } from './statements.js';

export interface AugmentSection {
  /** The path of the augment as written. */
  readonly target: string;
  readonly lines: readonly Line[];
}

export function augmentSections(schema: Schema, module: Module, statements: Statements): AugmentSection[] {
  if (module.conformance !== 'implement') return [];
  const context = { module, statements };
  return statements.unitsOf(module).flatMap((unit) => {
    const prefixes = prefixesOf(unit, module);
    return unit.statements
      .filter(({ keyword }) => keyword === 'augment')
      .flatMap((augment) => {
        const path = (augment.argument ?? '').replace(/\s+/g, '');
        const target = follow(schema, path, prefixes, module);
        return target ? [{ target: path, lines: linesOf(augment, target, context) }] : [];
      });
  });
}

/** Returns the module names by prefix, as in scope in a module or submodule. */
function prefixesOf(unit: Statement, module: Module): ReadonlyMap<string, string> {
  const prefixes = new Map([[argument(unit, 'prefix') ?? module.prefix, module.name]]);
  for (const each of unit.statements) {
    const prefix = argument(each, 'prefix');
    if (prefix !== undefined && each.keyword === 'import') prefixes.set(prefix, each.argument ?? '');
    if (prefix !== undefined && each.keyword === 'belongs-to') prefixes.set(prefix, module.name);
  }
  return prefixes;
}

/** Returns the target of an augment; undefined for the module's own tree, where the nodes are drawn already. */
function follow(
  schema: Schema,
  path: string,
  prefixes: ReadonlyMap<string, string>,
  module: Module,
): SchemaNode | undefined {
  const steps = path.split('/').slice(1);
  let at: SchemaNode | undefined;
  for (const [index, step] of steps.entries()) {
    const colon = step.indexOf(':');
    const owner = colon < 0 ? module.name : (prefixes.get(step.slice(0, colon)) ?? '');
    const name = step.slice(colon + 1);
    if (index === 0 && owner === module.name) return undefined;
    at = index === 0 ? topLevel(schema, `${owner}:${name}`) : at && childNamed(at, `${owner}:${name}`);
  }
  return at;
}

function topLevel({ root, rpcs, notifications }: Schema, qname: string): SchemaNode | undefined {
  const child = root.children.find((node) => node.qname === qname);
  return child ?? rpcs.get(qname) ?? notifications.get(qname);
}

/** Returns a schema child, also among choices, cases and operation parts. */
function childNamed(node: SchemaNode, qname: string): SchemaNode | undefined {
  switch (node.kind) {
    case 'choice':
      return node.cases.find((each) => each.qname === qname);
    case 'rpc':
    case 'action':
      return [node.input, node.output].find((part) => part.qname === qname);
    case 'container':
    case 'list':
      return (
        node.children.find((child) => child.qname === qname) ?? node.actions.get(qname) ?? node.notifications.get(qname)
      );
    default:
      return 'children' in node ? node.children.find((child) => child.qname === qname) : undefined;
  }
}

/** Returns the lines of the statement below `parent`; leaves out nodes that a feature or a deviation removes. */
function linesOf(statement: Statement, parent: SchemaNode, context: LineContext): Line[] {
  return statement.statements.flatMap((each) => {
    if (each.keyword === 'uses') return [usesLine(each, context)];
    const node = NODE_KEYWORDS.has(each.keyword)
      ? childNamed(parent, `${context.module.name}:${partName(each)}`)
      : undefined;
    if (!node) return [];
    if (node.kind !== 'case' || each.keyword === 'case') return [lineOf(node, linesOf(each, node, context), context)];
    const only = node.children.find((child) => child.qname === node.qname);
    const below = only ? [lineOf(only, linesOf(each, only, context), context)] : [];
    return [{ ...lineOf(node, below, context), sharesColumn: true }];
  });
}

/** Returns the name of a statement; `input` and `output` have no argument, so their keyword is the name. */
function partName(statement: Statement): string {
  return statement.argument ?? statement.keyword;
}

const NODE_KEYWORDS: ReadonlySet<string> = new Set([
  'container',
  'list',
  'leaf',
  'leaf-list',
  'anydata',
  'anyxml',
  'choice',
  'case',
  'action',
  'notification',
  'input',
  'output',
]);

/** Returns the line of a `uses`; the nodes of its grouping are not drawn again. */
function usesLine(statement: Statement, { statements }: LineContext): Line {
  return {
    status: '+',
    flags: '-u',
    name: statement.argument ?? '',
    mark: '',
    features: statements.conditionsOf(statement),
    children: [],
    sharesColumn: false,
  };
}
