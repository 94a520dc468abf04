/** Tree diagrams (RFC 8340). */
import type { Module, OperationNode, Schema, SchemaNode, Type } from '../yang/index.js';

/** The diagram of one module, sections for data, RPCs, notifications and structures. */
export function treeDiagram(schema: Schema, name: string): string {
  const module = schema.modules.get(name);
  if (!module) throw new Error(`the schema has no module "${name}"`);
  const own = (nodes: Iterable<SchemaNode>): SchemaNode[] => [...nodes].filter((node) => node.module === module);
  const sections = [
    section(own(topLevel(schema)), module, ''),
    section(own(schema.rpcs.values()), module, '\n  rpcs:'),
    section(own(schema.notifications.values()), module, '\n  notifications:'),
    section(own(schema.structures.values()), module, '\n  structures:'),
  ];
  return [`module: ${name}`, ...sections.filter((text) => text !== '')].join('\n');
}

function topLevel(schema: Schema): readonly SchemaNode[] {
  return schema.root.children;
}

function section(nodes: readonly SchemaNode[], module: Module, head: string): string {
  if (nodes.length === 0) return '';
  const lines = branch(nodes, module, head === '' ? '  ' : '    ', 'data');
  return [...(head === '' ? [] : [head]), ...lines].join('\n');
}

type Mode = 'data' | 'input' | 'output';

function branch(nodes: readonly SchemaNode[], module: Module, indent: string, mode: Mode): string[] {
  const width = Math.max(0, ...nodes.filter(isLeafy).map((node) => label(node, module).length));
  return nodes.flatMap((node, index) => {
    const below = index === nodes.length - 1 ? `${indent}   ` : `${indent}|  `;
    const lines = [`${indent}+--${flags(node, mode)} ${label(node, module)}${typeColumn(node, module, width)}`];
    return [...lines, ...branch(childrenOf(node), module, below, modeOf(node, mode))];
  });
}

function modeOf(node: SchemaNode, mode: Mode): Mode {
  return node.kind === 'input' || node.kind === 'output' ? node.kind : mode;
}

function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  switch (node.kind) {
    case 'choice':
      return node.cases;
    case 'rpc':
    case 'action':
      return operationParts(node);
    case 'container':
    case 'list':
      return [...node.children, ...node.actions.values(), ...node.notifications.values()];
    default:
      return 'children' in node ? node.children : [];
  }
}

function operationParts({ input, output }: OperationNode): SchemaNode[] {
  return [input, output].filter((part) => part.children.length > 0);
}

function isLeafy(node: SchemaNode): boolean {
  return ['leaf', 'leaf-list', 'anydata', 'anyxml'].includes(node.kind);
}

/** `<status><flags>` of RFC 8340 §2.6. */
function flags(node: SchemaNode, mode: Mode): string {
  const status = node.status === 'deprecated' ? 'x' : node.status === 'obsolete' ? 'o' : '';
  return `${status}${access(node, mode)}`;
}

function access(node: SchemaNode, mode: Mode): string {
  switch (node.kind) {
    case 'rpc':
    case 'action':
      return '-x';
    case 'notification':
      return '-n';
    case 'case':
      return '';
    case 'structure':
      return '-';
    case 'input':
      return '-w';
    case 'output':
      return 'ro';
    default:
      if (mode === 'input') return '-w';
      return node.config && mode === 'data' ? 'rw' : 'ro';
  }
}

function label(node: SchemaNode, module: Module): string {
  const name = node.module === module ? node.name : node.qname;
  switch (node.kind) {
    case 'choice':
      return `(${name})${node.mandatory ? '' : '?'}`;
    case 'case':
      return `:(${name})`;
    case 'list':
      return `${name}* [${node.keys.map((key) => key.name).join(' ')}]`;
    case 'leaf-list':
      return `${name}*`;
    case 'container':
      return node.presence ? `${name}!` : name;
    case 'leaf':
      return node.mandatory || node.isKey ? name : `${name}?`;
    case 'anydata':
    case 'anyxml':
      return node.mandatory ? name : `${name}?`;
    default:
      return name;
  }
}

function typeColumn(node: SchemaNode, module: Module, width: number): string {
  const pad = ' '.repeat(Math.max(0, width - label(node, module).length) + 4);
  if (node.kind === 'leaf' || node.kind === 'leaf-list') return `${pad}${typeName(node.type, module)}`;
  return node.kind === 'anydata' || node.kind === 'anyxml' ? `${pad}<${node.kind}>` : '';
}

function typeName(type: Type, module: Module): string {
  if (type.base === 'leafref') return `-> ${type.pathText}`;
  const [owner, name] = type.typedef?.split(':') ?? [];
  return owner && owner !== module.name ? `${owner}:${name}` : type.name;
}
