/** One line of a diagram: `<status>--<flags> <name><opts> <type> <if-features>` (RFC 8340 §2.6). */
import type { Module, SchemaNode } from '../../yang/index.js';
import type { Statements } from './statements.js';

export interface Line {
  /** Status: `+`, `x` or `o`. */
  readonly status: string;
  readonly flags: string;
  /** Printed name: a choice in parentheses, a case with its colon. */
  readonly name: string;
  /** `?`, `!`, `*` or empty. */
  readonly mark: string;
  /** Keys of a list, in brackets. */
  readonly keys?: string;
  readonly type?: string;
  /** `{feature}?`, or empty. */
  readonly features: string;
  readonly children: readonly Line[];
  /** True: the types of its children are aligned with those of such siblings' children. */
  readonly sharesColumn: boolean;
}

export interface LineContext {
  /** The module of the diagram; names of other modules get a prefix. */
  readonly module: Module;
  readonly statements: Statements;
  /** Flags of all nodes in structures, where the position does not determine them. */
  readonly flags?: string;
}

/** Flags of nodes in `yang-data`, which are outside any datastore and have no access of their own. */
export const NO_FLAGS = '--';

const STATUS = { current: '+', deprecated: 'x', obsolete: 'o' } as const;

/** Returns the line of a node; the caller gives its children, whose order depends on the place in the diagram. */
export function lineOf(node: SchemaNode, children: readonly Line[], context: LineContext): Line {
  const { statements } = context;
  return {
    status: STATUS[node.status],
    flags: node.kind === 'case' ? '' : (context.flags ?? flagsOf(node)),
    name: nameOf(node, context.module),
    mark: markOf(node),
    ...(node.kind === 'list' && node.keys.length > 0 && { keys: `[${node.keys.map((key) => key.name).join(' ')}]` }),
    type: typeOf(node, statements),
    features: statements.featuresOf(node),
    children,
    sharesColumn: false,
  };
}

function nameOf(node: SchemaNode, module: Module): string {
  const name = node.module === module ? node.name : `${node.module.prefix}:${node.name}`;
  if (node.kind === 'choice') return `(${name})`;
  return node.kind === 'case' ? `:(${name})` : name;
}

function markOf(node: SchemaNode): string {
  switch (node.kind) {
    case 'container':
      return node.presence ? '!' : '';
    case 'list':
    case 'leaf-list':
      return '*';
    case 'leaf':
      return node.mandatory || node.isKey ? '' : '?';
    case 'choice':
    case 'anydata':
    case 'anyxml':
      return node.mandatory ? '' : '?';
    default:
      return '';
  }
}

function flagsOf(node: SchemaNode): string {
  switch (node.kind) {
    case 'rpc':
    case 'action':
      return '-x';
    case 'notification':
      return '-n';
    case 'container':
    case 'list':
      return node.extensions.some(isMountPoint) ? 'mp' : accessOf(node);
    default:
      return accessOf(node);
  }
}

function isMountPoint({ module, name }: { readonly module: string; readonly name: string }): boolean {
  return module === 'ietf-yang-schema-mount' && name === 'mount-point';
}

/** Returns `-w` for input parameters, `ro` for output parameters, notifications and state, else `rw`. */
function accessOf(node: SchemaNode): string {
  for (let at: SchemaNode | undefined = node; at; at = at.parent) if (at.kind === 'input') return '-w';
  return node.config ? 'rw' : 'ro';
}

/** Returns the type as written in the module, with its prefix; for a leafref, its path. */
function typeOf(node: SchemaNode, statements: Statements): string | undefined {
  if (node.kind === 'anydata' || node.kind === 'anyxml') return node.kind;
  if (node.kind !== 'leaf' && node.kind !== 'leaf-list') return undefined;
  const { type } = node;
  if (type.base === 'leafref' && type.name === 'leafref') return `-> ${type.pathText.trim().replace(/\s*\n\s*/g, '')}`;
  const written = statements.typeOf(node);
  // A deviation may have replaced the type in the module.
  return written !== undefined && written.slice(written.indexOf(':') + 1) === type.name ? written : type.name;
}
