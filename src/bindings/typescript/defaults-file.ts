/** The defaults of operation inputs as a constant, for code that gets the type of the input elsewhere. */
import type { LeafNode, LeafValue, Module, OperationNode, Schema, SchemaNode, Type } from '../../yang/index.js';
import { actionsBelow } from '../actions.js';
import { dataPath } from '../data-path.js';
import { hasUnconditionalDefault } from './membership.js';
import { body, literal, property } from './names.js';

/** @returns the text of a file with the constant `INPUT_DEFAULTS`, by RPC name or data path of the action */
export function defaultsText(
  schema: Schema,
  modules: readonly Module[],
  isSelected: (node: SchemaNode) => boolean,
): string {
  const own = <T extends SchemaNode>(nodes: Iterable<T>) =>
    [...nodes].filter((node) => modules.includes(node.module) && isSelected(node));
  const operations: readonly (readonly [string, OperationNode])[] = [
    ...own(schema.rpcs.values()).map((rpc) => [rpc.qname, rpc] as const),
    ...own(schema.root.data.values())
      .flatMap(actionsBelow)
      .filter(isSelected)
      .map((action) => [dataPath(action), action] as const),
  ];
  const members = operations.flatMap(([name, { input }]) => {
    const defaults = defaultsOf(input.children);
    return defaults.length > 0 ? [`${literal(name)}: ${body(defaults)},`] : [];
  });
  return `/** The input of operations of which nothing is given: the defaults that are in use then, by RPC or path of the action. */\nexport const INPUT_DEFAULTS = ${body(members)} as const;\n`;
}

function defaultsOf(nodes: readonly SchemaNode[]): readonly string[] {
  return nodes.filter(hasUnconditionalDefault).flatMap((node) => {
    if (node.kind === 'container') return [`${property(node.name)}: ${body(defaultsOf(node.children))},`];
    return node.kind === 'leaf' && node.default !== undefined
      ? [`${property(node.name)}: ${valueText(node, node.default)},`]
      : [];
  });
}

function valueText({ type }: LeafNode, value: LeafValue): string {
  const text = String(value);
  return isBare(type) ? text : literal(text);
}

/** True for types that RFC 7951 §6 encodes without quotation marks. */
function isBare({ base }: Type): boolean {
  return base === 'boolean' || /^u?int(?:8|16|32)$/.test(base);
}
