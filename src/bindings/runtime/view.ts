/**
 * Views: values for programs. RFC 7951 encodes 64-bit integers, bits and binary as strings and empty as `[null]`; a view has
 * bigint, Set, Uint8Array and true instead. Leaf-lists whose values are a set become a Set. decimal64 stays a string: no
 * JavaScript number is exact.
 */
import type { DataNode, DataParent, LeafListNode, Schema, Type } from '../../yang/index.js';
import { isSetOfValues } from '../leaf-list-set.js';
import { leafFromView, leafToView } from './view-leaf.js';

/** The type of a view, from the generated type of its RFC 7951 value. */
export type View<T> = T extends readonly [null]
  ? true
  : '__binary' extends keyof T
    ? Uint8Array
    : '__bits' extends keyof T
      ? ReadonlySet<Exclude<T['__bits'], undefined>>
      : '__set' extends keyof T
        ? ReadonlySet<T extends readonly (infer Item)[] ? View<Item> : never>
        : T extends `${bigint}`
          ? bigint
          : T extends string | number | boolean | null | undefined
            ? T
            : T extends readonly (infer Item)[]
              ? readonly View<Item>[]
              : T extends object
                ? { [Key in keyof T]: View<T[Key]> }
                : T;

/** The schema node of a value: a document (`schema.root`), input, output, notification, structure, or one data node. */
export type ViewedNode = DataParent | DataNode;

/**
 * Returns the view of a valid RFC 7951 value, e.g. of a validator's result. Unknown members and the content of anydata stay
 * unchanged.
 */
export function toView<T>(schema: Schema, node: ViewedNode, value: T): View<T> {
  return convert(node, value, {
    leaf: (type, module, leaf) => leafToView(type, leaf, { schema, module }),
    leafList: (list, items) => (isSetOfValues(list) ? new Set(items) : items),
  }) as View<T>;
}

/** Returns the RFC 7951 value of a view; `T` is its generated type. */
export function fromView<T>(node: ViewedNode, view: View<T>): T {
  return convert(node, view, { leaf: (type, _, leaf) => leafFromView(type, leaf), leafList: (_, items) => items }) as T;
}

interface Conversion {
  readonly leaf: (type: Type, module: string, value: unknown) => unknown;
  readonly leafList: (node: LeafListNode, items: readonly unknown[]) => unknown;
}

function convert(node: ViewedNode, value: unknown, conversion: Conversion): unknown {
  if (value === undefined) return undefined;
  switch (node.kind) {
    case 'leaf':
      return conversion.leaf(node.type, node.module.name, value);
    case 'leaf-list':
      return leafList(node, value, conversion);
    case 'list':
      return Array.isArray(value)
        ? value.map((entry) => members(node, entry, conversion))
        : members(node, value, conversion);
    case 'anydata':
    case 'anyxml':
      return value;
    case 'root':
    case 'container':
    case 'input':
    case 'output':
    case 'notification':
    case 'structure':
      return members(node, value, conversion);
    default:
      return node satisfies never;
  }
}

/** Converts a leaf-list; a view may also have an array in place of a set. */
function leafList(node: LeafListNode, value: unknown, conversion: Conversion): unknown {
  if (!Array.isArray(value) && !(value instanceof Set)) return value;
  const items: readonly unknown[] = [...value];
  return conversion.leafList(
    node,
    items.map((item) => conversion.leaf(node.type, node.module.name, item)),
  );
}

function members(parent: DataParent, value: unknown, conversion: Conversion): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const converted = Object.entries(value).map(([name, item]): [string, unknown] => {
    const node = parent.data.get(name.includes(':') ? name : `${parent.module.name}:${name}`);
    return [name, node ? convert(node, item, conversion) : item];
  });
  return Object.fromEntries(converted);
}
