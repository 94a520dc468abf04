/**
 * Values for programs. RFC 7951 writes 64-bit integers, bits and binary as strings and empty as `[null]`; a view has bigint,
 * Set, Uint8Array and true in their place. decimal64 stays a string: no JavaScript number holds it exactly.
 */
import type { DataNode, DataParent, Schema, Type } from '../../yang/index.js';
import { leafFromView, leafToView } from './view-leaf.js';

/** The type of a view, from the generated type of its RFC 7951 value. */
export type View<T> = T extends readonly [null]
  ? true
  : '__binary' extends keyof T
    ? Uint8Array
    : '__bits' extends keyof T
      ? ReadonlySet<Exclude<T['__bits'], undefined>>
      : T extends `${bigint}`
        ? bigint
        : T extends string | number | boolean | null | undefined
          ? T
          : T extends readonly (infer Item)[]
            ? readonly View<Item>[]
            : T extends object
              ? { [Key in keyof T]: View<T[Key]> }
              : T;

/** Where a value belongs: a document (`schema.root`), input, output, notification, structure, or one data node. */
export type ViewedNode = DataParent | DataNode;

/**
 * The view of a valid RFC 7951 value, for example of one that a validator answered. Members that the schema does not know and
 * the content of anydata are taken over as they are.
 */
export function toView<T>(schema: Schema, node: ViewedNode, value: T): View<T> {
  return convert(node, value, (type, module, leaf) => leafToView(type, leaf, { schema, module })) as View<T>;
}

/** The RFC 7951 value of a view; `T` is its generated type. */
export function fromView<T>(node: ViewedNode, view: View<T>): T {
  return convert(node, view, (type, _, leaf) => leafFromView(type, leaf)) as T;
}

type ConvertLeaf = (type: Type, module: string, value: unknown) => unknown;

function convert(node: ViewedNode, value: unknown, leaf: ConvertLeaf): unknown {
  if (value === undefined) return undefined;
  switch (node.kind) {
    case 'leaf':
      return leaf(node.type, node.module.name, value);
    case 'leaf-list':
      return Array.isArray(value) ? value.map((item) => leaf(node.type, node.module.name, item)) : value;
    case 'list':
      return Array.isArray(value) ? value.map((entry) => members(node, entry, leaf)) : members(node, value, leaf);
    case 'anydata':
    case 'anyxml':
      return value;
    case 'root':
    case 'container':
    case 'input':
    case 'output':
    case 'notification':
    case 'structure':
      return members(node, value, leaf);
    default:
      return node satisfies never;
  }
}

function members(parent: DataParent, value: unknown, leaf: ConvertLeaf): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const converted = Object.entries(value).map(([name, item]): [string, unknown] => {
    const node = parent.data.get(name.includes(':') ? name : `${parent.module.name}:${name}`);
    return [name, node ? convert(node, item, leaf) : item];
  });
  return Object.fromEntries(converted);
}
