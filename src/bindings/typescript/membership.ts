/** The members of object types for one purpose, and which of them are required. */
import type { ChoiceNode, DataNode, SchemaNode } from '../../yang/index.js';
import { entersState, isRequired, isRequiredChoice } from '../required.js';

export interface Membership {
  has(node: SchemaNode): boolean;
  isRequired(node: DataNode): boolean;
  isRequiredChoice(choice: ChoiceNode): boolean;
}

/** Documents as clients write them, with or without state: defaults may be left out. */
export const WRITTEN: Membership = {
  has: () => true,
  isRequired: (node) => isRequired(node, 'any'),
  isRequiredChoice: (choice) => isRequiredChoice(choice, 'any'),
};

/**
 * Input and configuration as handlers read them, with defaults (RFC 7950 §7.6.1, §7.7.2, §7.5.1). A node whose default
 * depends on a `when` or a choice may be absent. State is not part of configuration.
 */
export const IN_USE: Membership = {
  has: (node) => !entersState(node),
  isRequired: (node) => WRITTEN.isRequired(node) || (node.parent?.kind !== 'case' && hasUnconditionalDefault(node)),
  isRequiredChoice: WRITTEN.isRequiredChoice,
};

/** The state of a configured list entry, as its provider returns it; configured lists inside have their own providers. */
export const STATE: Membership = {
  has: isOrHoldsState,
  isRequired: (node) => !node.config && isRequired(node, 'all data'),
  isRequiredChoice: (choice) => !choice.config && isRequiredChoice(choice, 'all data'),
};

/** True for a node whose default applies without any condition (RFC 7950 §7.6.1). */
export function hasUnconditionalDefault(node: SchemaNode): boolean {
  if (node.whens.length > 0 || !IN_USE.has(node)) return false;
  switch (node.kind) {
    case 'leaf':
      return node.default !== undefined;
    case 'leaf-list':
      return node.defaults.length > 0;
    case 'container':
      return !node.presence && node.children.some(hasUnconditionalDefault);
    default:
      return false;
  }
}

/** True for state, and for configuration that contains state outside of lists. */
export function isOrHoldsState(node: SchemaNode): boolean {
  if (!node.config) return true;
  switch (node.kind) {
    case 'container':
    case 'case':
      return node.children.some(isOrHoldsState);
    case 'choice':
      return node.cases.some(isOrHoldsState);
    default:
      return false;
  }
}

/** True when a list entry has state of its own. */
export function entryHoldsState({ children }: { readonly children: readonly SchemaNode[] }): boolean {
  return children.some(isOrHoldsState);
}
