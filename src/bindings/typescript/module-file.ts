/** The binding file of one module: typedef aliases, its data, RPCs, actions, notifications and structures. */
import type {
  DataNode,
  DataParent,
  Module,
  NotificationNode,
  OperationNode,
  Schema,
  SchemaNode,
} from '../../yang/index.js';
import { actionsBelow } from '../actions.js';
import { dataPath } from '../data-path.js';
import type { GeneratedFile } from '../generated-file.js';
import type { Aliases } from './aliases.js';
import { docComment } from './doc.js';
import { Imports } from './imports.js';
import { Interfaces } from './interfaces.js';
import { WRITTEN } from './membership.js';
import { body, literal, pathName, property } from './names.js';
import { type ObjectContext, objectText, valueText } from './object-text.js';
import type { IsSelected } from './selection.js';

export interface ModuleFileOptions {
  /** Base name of the module's types. */
  readonly name: string;
  readonly aliases: Aliases;
  readonly isSelected: IsSelected;
  /** The first comment of the file, with its line break. */
  readonly head: string;
}

export interface ModuleFile extends GeneratedFile {
  /** The context in which the file's types are written; gives the type name of each container and list of the module. */
  readonly context: ObjectContext;
}

export function moduleFile(
  schema: Schema,
  module: Module,
  { name: base, aliases, isSelected, head }: ModuleFileOptions,
): ModuleFile {
  const interfaces = new Interfaces((node) => pathName(base, node.path), aliases.namesOf(module));
  const imports = new Imports();
  const context: ObjectContext = {
    aliasOf: (type, leaf) => {
      const found = aliases.of(type, leaf);
      if (found && found.module !== module.name) imports.add(found.module, found.alias);
      return found?.alias;
    },
    isSelected,
    membership: WRITTEN,
    nameOf: (node) => interfaces.nameOf(node, context),
  };
  const own = <T extends SchemaNode>(nodes: Iterable<T>): T[] =>
    [...nodes].filter((node) => node.module === module && isSelected(node));

  const top = own(schema.root.data.values());
  const rpcs = own(schema.rpcs.values());
  const notifications = own(schema.notifications.values());
  const structures = own(schema.structures.values());
  const actions = top.flatMap(actionsBelow).filter(isSelected);

  const parts = [
    dataInterface(base, module, top, context),
    operationMap(
      `${base}Rpcs`,
      'RPCs',
      rpcs.map((rpc) => [rpc.qname, rpc]),
      context,
    ),
    operationMap(
      `${base}Actions`,
      'Actions, by data path,',
      actions.map((action) => [dataPath(action), action]),
      context,
    ),
    contentMap(`${base}Notifications`, 'Notifications', notifications, context),
    contentMap(`${base}Structures`, 'Structures (RFC 8791)', structures, context),
  ];
  const text = [...aliases.declarations(module), ...parts, ...interfaces.declarations()].join('\n');
  return { file: `${module.name}.ts`, text: `${head}${imports.textFor(text)}\n${text}`, context };
}

function dataInterface(base: string, module: Module, top: readonly DataNode[], context: ObjectContext): string {
  const members = top.map(
    (node) => `${docComment(node.description)}${property(node.name)}?: ${valueText(node, context)};`,
  );
  const qualified = top.map((node) => `${literal(node.qname)}?: ${base}[${literal(node.name)}];`);
  return (
    `${docComment(module.description)}export interface ${base} ${body(members)}\n\n` +
    `/** Top-level data of ${module.name}, as RFC 7951 names them in a document. */\nexport interface ${base}Data ${body(qualified)}\n`
  );
}

function operationMap(
  name: string,
  what: string,
  operations: readonly [string, OperationNode][],
  context: ObjectContext,
): string {
  const members = operations.map(([key, operation]) => {
    const part = (node: DataParent) => (node.data.size > 0 ? objectText(node, context) : 'undefined');
    const members = [`input: ${part(operation.input)};`, `output: ${part(operation.output)};`];
    return `${docComment(operation.description)}${literal(key)}: ${body(members)};`;
  });
  return `/** ${what} of the module. */\nexport interface ${name} ${body(members)}\n`;
}

function contentMap(
  name: string,
  what: string,
  nodes: readonly (NotificationNode | (DataParent & { kind: 'structure' }))[],
  context: ObjectContext,
): string {
  const members = nodes.map(
    (node) => `${docComment(node.description)}${literal(node.qname)}: ${objectText(node, context)};`,
  );
  return `/** ${what} of the module. */\nexport interface ${name} ${body(members)}\n`;
}
