/** Tree diagrams (RFC 8340). */
import type { Module, Schema, SchemaNode, StructureNode } from '../../yang/index.js';
import { augmentSections } from './augments.js';
import { branches } from './branches.js';
import { type Line, NO_FLAGS } from './line.js';
import { print } from './print.js';
import { Statements } from './statements.js';

/**
 * Returns the diagram of one module: its data, augments of other modules, RPCs, notifications and structures (RFC 8340 §2).
 * Nodes added by other modules have their module's prefix. Ends without a line break.
 * @throws Error when the schema has no such module
 */
export function treeDiagram(schema: Schema, name: string): string {
  const module = schema.modules.get(name);
  if (!module) throw new Error(`the schema has no module "${name}"`);
  const statements = new Statements(schema);
  const lines = (nodes: readonly SchemaNode[]): Line[] => nodes.map((node) => branches(node, { module, statements }));
  const own = (nodes: Iterable<SchemaNode>): Line[] => lines(ofModule(nodes, module));

  const operations = own(schema.rpcs.values());
  const notifications = own(schema.notifications.values());
  const augments = augmentSections(schema, module, statements);
  const structures = ofModule(schema.structures.values(), module);
  return [
    `module: ${name}`,
    ...print(own(schema.root.children), '  '),
    ...(augments.length > 0 ? [''] : []),
    ...augments.flatMap(({ target, lines }) => [`  augment ${target}:`, ...print(lines, '    ')]),
    ...section('rpcs', operations),
    ...section('notifications', notifications),
    ...structureSections(structures, module, statements),
  ].join('\n');
}

function ofModule<T extends SchemaNode>(nodes: Iterable<T>, module: Module): T[] {
  return [...nodes].filter((node) => node.module === module);
}

function section(title: string, lines: readonly Line[]): string[] {
  return lines.length === 0 ? [] : ['', `  ${title}:`, ...print(lines, '    ')];
}

/**
 * Returns one section per structure: `structure` (RFC 8791) first, then `yang-data` (RFC 8040 §8), with a blank line before
 * each kind.
 */
function structureSections(structures: readonly StructureNode[], module: Module, statements: Statements): string[] {
  return (['structure', 'yang-data'] as const).flatMap((kind) => {
    const sections = structures
      .filter((node) => statements.extensionName(node) === kind)
      .flatMap((node) => {
        const flags = kind === 'structure' ? '' : NO_FLAGS;
        const below = node.children.map((child) => branches(child, { module, statements, flags }));
        return [`  ${kind} ${node.name}:`, ...print(below, '    ')];
      });
    return sections.length === 0 ? [] : ['', ...sections];
  });
}
