/** Mandatory nodes of valid documents, as far as no other node decides. */
import type { ChoiceNode, DataNode, SchemaNode } from '../yang/index.js';

export function isData(node: SchemaNode): node is DataNode {
  return ['container', 'list', 'leaf', 'leaf-list', 'anydata', 'anyxml'].includes(node.kind);
}

/** Kind of the document: state and configuration together, or any, also configuration alone. */
export type DocumentKind = 'all data' | 'any';

/** True for a node that a valid document must have when its parent exists. */
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

/** True for a choice of which a valid document must have a case. */
export function isRequiredChoice(choice: ChoiceNode, of: DocumentKind = 'all data'): boolean {
  return choice.mandatory && choice.whens.length === 0 && !(of === 'any' && entersState(choice));
}

function requiresContent(node: SchemaNode, of: DocumentKind): boolean {
  return node.kind === 'choice' ? isRequiredChoice(node, of) : isData(node) && isRequired(node, of);
}

/** True for state below configuration, which documents of configuration alone do not have. */
export function entersState({ config, parent }: SchemaNode): boolean {
  return !config && parent !== undefined && IN_DATASTORE.has(parent.kind) && parent.config;
}

const IN_DATASTORE: ReadonlySet<string> = new Set(['container', 'list', 'choice', 'case']);
