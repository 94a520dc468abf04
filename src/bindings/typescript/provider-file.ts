/**
 * Types for the provider of one module: RPCs, actions, state, configuration and notifications. A separate file, so that
 * clients do not load it.
 */
import type { ContainerNode, DataNode, ListNode, Module, OperationNode, Schema, SchemaNode } from '../../yang/index.js';
import { actionsBelow } from '../actions.js';
import { dataPath } from '../data-path.js';
import type { GeneratedFile } from '../generated-file.js';
import { docComment } from './doc.js';
import { Imports } from './imports.js';
import { keysText } from './keys-text.js';
import { entryHoldsState, IN_USE, STATE } from './membership.js';
import type { ModuleFile, ModuleFileOptions } from './module-file.js';
import { body, literal } from './names.js';
import { valueText } from './object-text.js';
import { Variant } from './variant.js';

export function providerFile(
  schema: Schema,
  module: Module,
  { context: written }: ModuleFile,
  { name: base, aliases, isSelected, head }: ModuleFileOptions,
): GeneratedFile {
  const imports = new Imports();
  const aliasOf: typeof written.aliasOf = (type, leaf) => {
    const found = aliases.of(type, leaf);
    return found && imports.add(found.module, found.alias);
  };
  const options = { file: module.name, written, base, aliasOf, imports };
  const inUse = new Variant(options, IN_USE, 'InUse');
  const state = new Variant(options, STATE, 'State');
  const own = <T extends SchemaNode>(nodes: Iterable<T>): T[] =>
    [...nodes].filter((node) => node.module === module && isSelected(node));
  const top = own(schema.root.data.values());

  const inputText = (node: OperationNode, map: string, key: string): string => {
    if (node.input.data.size === 0) return 'Readonly<Record<string, never>>';
    return inUse.differs(node.input)
      ? inUse.nameOf(node.input)
      : `${imports.add(module.name, map)}[${literal(key)}]['input']`;
  };
  const operation = (name: string, node: OperationNode, map: string, key: string, keys: readonly string[]): string => {
    const output = `${imports.add(module.name, map)}[${literal(key)}]['output']`;
    const members = [...keys, `input: ${inputText(node, map, key)};`, `output: ${output};`];
    return `${docComment(node.description)}${literal(name)}: ${body(members)};`;
  };
  const plainText = (node: DataNode) =>
    valueText(node, { ...written, aliasOf, nameOf: (each) => imports.add(module.name, written.nameOf(each)) });
  const keys = (node: SchemaNode) => `keys: ${keysText(node, aliasOf)};`;

  const rpcs = own(schema.rpcs.values()).map((rpc) => operation(rpc.name, rpc, `${base}Rpcs`, rpc.qname, []));
  const actions = top
    .flatMap(actionsBelow)
    .filter(isSelected)
    .map((action) => operation(dataPath(action), action, `${base}Actions`, dataPath(action), [keys(action)]));
  const states = top
    .flatMap(statesBelow)
    .filter(isSelected)
    .map((node) => {
      const value =
        node.kind !== 'list'
          ? `value: ${plainText(node)};`
          : `entry: ${node.config ? state.nameOf(node) : imports.add(module.name, written.nameOf(node))};`;
      return `${literal(dataPath(node))}: ${body([keys(node), value])};`;
    });
  const configuration = top
    .flatMap(configurationBelow)
    .filter(isSelected)
    .map((node) => {
      const absent = node.kind === 'container' && mayBeAbsent(node) ? ' | undefined' : '';
      const value = isObject(node) ? inUse.nameOf(node) : plainText(node);
      return `${literal(dataPath(node))}: ${body([keys(node), `value: ${value}${absent};`])};`;
    });
  const members = [
    `module: ${literal(module.name)};`,
    `rpcs: ${body(rpcs)};`,
    `/** By data path. */\nactions: ${body(actions)};`,
    `/** By data path; of a list of configuration, the state of its entries. */\nstate: ${body(states)};`,
    `config: ${base}Config;`,
    `notifications: ${imports.add(module.name, `${base}Notifications`)};`,
  ];
  const parts = [
    `/** What a provider of ${module.name} is asked for and gives. */\nexport interface ${base}Provider ${body(members)}\n`,
    `/** Configuration of the module, by data path, with the defaults in use. */\nexport interface ${base}Config ${body(configuration)}\n`,
    ...inUse.declarations(),
    ...state.declarations(),
  ];
  const text = parts.join('\n');
  return { file: `${module.name}.provider.ts`, text: `${head}${imports.textFor(text)}\n${text}` };
}

/** Returns configured containers and lists, outermost first; at the top also single values. */
function configurationBelow(node: DataNode): DataNode[] {
  if (!node.config) return [];
  const below = isObject(node) ? [...node.data.values()].filter(isObject) : [];
  return [node, ...below.flatMap(configurationBelow)];
}

/** Returns the nodes that may have a provider of state: state, lists within entries of state, and configured lists with state. */
function statesBelow(node: DataNode): DataNode[] {
  const below = 'data' in node ? [...node.data.values()] : [];
  if (!node.config) {
    const inner = below.filter(isObject).flatMap(statesBelow);
    return [node, ...(node.kind === 'list' ? inner.filter(({ kind }) => kind === 'list') : inner)];
  }
  if (node.kind !== 'list') return below.flatMap(statesBelow);
  const entries = entryHoldsState(node) ? [node] : [];
  return [...entries, ...below.filter(isObject).flatMap(statesBelow)];
}

function isObject(node: DataNode): node is ContainerNode | ListNode {
  return node.kind === 'container' || node.kind === 'list';
}

/** True for a container that may be absent, or is inside such a container. */
function mayBeAbsent(node: SchemaNode): boolean {
  if (node.kind === 'root' || node.kind === 'list') return false;
  const isOptional = node.whens.length > 0 || node.kind === 'case' || (node.kind === 'container' && node.presence);
  return isOptional || (node.parent !== undefined && mayBeAbsent(node.parent));
}
