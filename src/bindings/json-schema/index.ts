/** Converts schemas to JSON Schema 2020-12: the rules of documents that JSON Schema can express. */
import type { DataParent, Module, Schema, SchemaNode } from '../../yang/index.js';
import { actionsBelow } from '../actions.js';
import { dataPath } from '../data-path.js';
import type { GeneratedFile } from '../generated-file.js';
import { Definitions } from './definitions.js';
import { objectSchema } from './node-schema.js';
import type { JsonSchema } from './schema.js';

export { Definitions } from './definitions.js';
export { nodeSchema, objectSchema } from './node-schema.js';
export type { JsonSchema } from './schema.js';
export { typeSchema } from './type-schema.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Returns the JSON Schema of a whole document (`schema.root`), of input, output, a notification or a structure. It covers
 * structure, names, types, ranges, lengths, patterns, enums, mandatory nodes, choices and numbers of elements. It does not
 * cover `must`, `when` and nodes that depend on it, targets of references, `unique`, duplicate list keys, and ranges of
 * numbers that RFC 7951 encodes as strings.
 * @param modules for a document: the modules whose nodes it may hold. Default: all
 */
export function jsonSchema(parent: DataParent, modules?: readonly string[]): JsonSchema {
  const definitions = new Definitions('#/$defs/');
  const nodes = [...parent.data.values()].filter((node) => modules?.includes(node.module.name) ?? true);
  const schema = objectSchema(parent, nodes, definitions);
  const $defs = definitions.all();
  return { $schema: DIALECT, ...schema, ...(Object.keys($defs).length > 0 && { $defs }) };
}

/**
 * Makes one file each: `data.schema.json` for documents of the modules, and `<module>.<name>.<part>.schema.json` for each of
 * their inputs, outputs, notifications and structures with members.
 * @throws Error naming a module that the schema does not have
 */
export function generateJsonSchemas(schema: Schema, modules: readonly string[]): GeneratedFile[] {
  const found = modules.map((name) => {
    const module = schema.modules.get(name);
    if (!module) throw new Error(`the schema has no module "${name}"`);
    return module;
  });
  const files: GeneratedFile[] = [fileOf('data', jsonSchema(schema.root, modules), `Data of ${modules.join(', ')}`)];
  for (const module of found)
    for (const [name, node] of partsOf(schema, module)) {
      if (node.data.size > 0) files.push(fileOf(name, jsonSchema(node), node.description));
    }
  return files;
}

function fileOf(name: string, { $schema, ...schema }: JsonSchema, title: string | undefined): GeneratedFile {
  const text = title?.replace(/\s+/g, ' ').trim();
  const document: JsonSchema = { $schema, ...(text && { title: text }), ...schema };
  return { file: `${name}.schema.json`, text: `${JSON.stringify(document, undefined, 2)}\n` };
}

function partsOf(schema: Schema, module: Module): [string, DataParent][] {
  const own = <T extends SchemaNode>(nodes: Iterable<T>): T[] => [...nodes].filter((node) => node.module === module);
  const actions = own(schema.root.data.values()).flatMap(actionsBelow);
  return [
    ...[...own(schema.rpcs.values()), ...actions].flatMap((operation): [string, DataParent][] => [
      [`${fileName(operation)}.input`, operation.input],
      [`${fileName(operation)}.output`, operation.output],
    ]),
    ...own(schema.notifications.values()).map((node): [string, DataParent] => [`${fileName(node)}.notification`, node]),
    ...own(schema.structures.values()).map((node): [string, DataParent] => [`${fileName(node)}.structure`, node]),
  ];
}

/** Returns the data path with dots in place of characters that file names cannot have. */
function fileName(node: SchemaNode): string {
  return dataPath(node).slice(1).replace(/[/:]/g, '.');
}
