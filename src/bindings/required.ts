/** Which nodes a valid document must have, as far as that depends on nothing else in it. */
import type { ChoiceNode, DataNode, SchemaNode } from '../yang/index.js';

export function isData(node: SchemaNode): node is DataNode {
  return ['container', 'list', 'leaf', 'leaf-list', 'anydata', 'anyxml'].includes(node.kind);
}

/** What a document must have: one of state and configuration together, or any document, also one of configuration alone. */
export type DocumentKind = 'all data' | 'any';

/** A node that a valid document must have where its parent is. */
export function isRequired(node: DataNode, of: DocumentKind = 'all data'): boolean {
  if (of === 'any' && entersState(node)) return false;
  switch (node.kind) {
    case 'leaf':
      return node.isKey || (node.mandatory && node.whens.length === 0);
    case 'anydata':
    case 'anyxml':
      return node.mandatory && node.whens.length === 0;
    case 'leaf-list':
    case 'list':
      return node.minElements > 0 && node.whens.length === 0;
    case 'container':
      return !node.presence && node.whens.length === 0 && node.children.some((child) => requiresContent(child, of));
  }
}

/** A choice one of whose cases a valid document must have. */
export function isRequiredChoice(choice: ChoiceNode, of: DocumentKind = 'all data'): boolean {
  return choice.mandatory && choice.whens.length === 0 && !(of === 'any' && entersState(choice));
}

function requiresContent(node: SchemaNode, of: DocumentKind): boolean {
  return node.kind === 'choice' ? isRequiredChoice(node, of) : isData(node) && isRequired(node, of);
}

/** State below configuration, which documents of configuration alone do not have. */
export function entersState({ config, parent }: SchemaNode): boolean {
  return !config && parent !== undefined && IN_DATASTORE.has(parent.kind) && parent.config;
}

const IN_DATASTORE: ReadonlySet<string> = new Set(['container', 'list', 'choice', 'case']);
