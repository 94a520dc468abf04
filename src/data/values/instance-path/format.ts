/** Formats instance paths as text. */
import type { DataNode } from '../../../yang/schema.js';
import { isPositional } from '../../entries/index.js';
import type { InstancePath } from '../../path.js';
import { keyValues } from '../../tree.js';

/** Formats a path in RFC 7951 instance-identifier form: `/mod:list[key='x']/leaf`; '/' for the empty path. */
export function formatPath(path: InstancePath): string {
  if (path.length === 0) return '/';
  let text = '';
  let module: string | undefined;
  for (const { schema, key } of path) {
    text += formatStep(schema, key, module);
    module = schema.module.name;
  }
  return text;
}

/** Formats one step; with the module name unless it equals `module`, the module of the step before. */
export function formatStep(schema: DataNode, key: string | undefined, module: string | undefined): string {
  const name = schema.module.name === module ? `/${schema.name}` : `/${schema.qname}`;
  return key === undefined ? name : name + formatPredicates(schema, key);
}

function formatPredicates(schema: DataNode, key: string): string {
  if (schema.kind !== 'list' && schema.kind !== 'leaf-list') return '';
  if (isPositional(schema)) return schema.kind === 'list' ? `[${key}]` : `[.=${literal(keyValues(key)[0] ?? '')}]`;
  if (schema.kind === 'leaf-list') return `[.=${literal(key)}]`;
  const values = keyValues(key);
  return schema.keys
    .map((leaf, i) => `[${leaf.module === schema.module ? leaf.name : leaf.qname}=${literal(values[i] ?? '')}]`)
    .join('');
}

/** Quotes a value. Literals have no escapes in YANG: a value with an apostrophe gets double quotes. */
function literal(value: string): string {
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}
