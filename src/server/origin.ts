/** The origins of nodes of the operational datastore (RFC 8342 §5.3.4), as annotations of ietf-origin. */
import {
  type Children,
  type Data,
  filterEntriesSteps,
  type ListEntry,
  type Metadata,
  mapEntriesLater,
  mapEntriesSteps,
  type Steps,
  type TimeSlice,
  type Tree,
  withChildren,
} from '../data/index.js';
import type { Registry } from './registry.js';

export const ORIGIN = 'ietf-origin:origin';

/** `intended`: configuration as it was set; `learned`: nodes that providers keep; `default`: values that were not set. */
type Origin = 'intended' | 'learned' | 'default';

/**
 * Annotates each top-level configuration node with its origin. Nodes below have the same, except for defaults, which must be
 * in `tree` already. The result is for one encoding or filtering.
 */
export function annotateOrigins(tree: Tree, { ownedNames }: Pick<Registry, 'ownedNames'>): Tree {
  const children = new Map<string, Data>();
  for (const [qname, data] of tree.children) {
    if (!data.schema.config) children.set(qname, data);
    else {
      const origin = ownedNames.has(qname) ? 'learned' : 'intended';
      children.set(qname, isDefault(data) ? annotate(data, 'default') : annotate(annotateBelow(data), origin));
    }
  }
  return withChildren(tree, children);
}

function isDefault(data: Data): boolean {
  return data.meta?.isDefault === true;
}

function annotateBelow(data: Data): Data {
  switch (data.kind) {
    case 'container':
      return withChildren(data, defaultsOf(data.children));
    case 'list':
      return {
        ...data,
        entries: mapEntriesLater(data.schema, data.entries, (entry) => withChildren(entry, defaultsOf(entry.children))),
      };
    default:
      return data;
  }
}

function defaultsOf(children: Children): Children {
  let result: Map<string, Data> | undefined;
  for (const [qname, data] of children) {
    const annotated = !data.schema.config ? data : isDefault(data) ? annotate(data, 'default') : annotateBelow(data);
    if (annotated === data) continue;
    result ??= new Map(children);
    result.set(qname, annotated);
  }
  return result ?? children;
}

function annotate(data: Data, origin: Origin): Data {
  switch (data.kind) {
    // Encodings cannot annotate a list as a whole: each entry is annotated.
    case 'list':
      return { ...data, entries: mapEntriesLater(data.schema, data.entries, (entry) => annotated(entry, origin)) };
    case 'leaf-list':
      return { ...data, entries: mapEntriesLater(data.schema, data.entries, (item) => annotated(item, origin)) };
    default:
      return annotated(data, origin);
  }
}

function annotated<T extends { readonly meta?: Metadata }>(node: T, origin: Origin): T {
  const annotations = new Map([...(node.meta?.annotations ?? []), [ORIGIN, `ietf-origin:${origin}`] as const]);
  return { ...node, meta: { ...node.meta, annotations } };
}

/**
 * Returns the configuration nodes whose origin passes, and their ancestors. State is not filtered (RFC 8526 §3.1.1).
 * A node without an annotation has the origin of its parent.
 */
export function* filterOrigins(tree: Tree, passes: (origin: string) => boolean, slice: TimeSlice): Steps<Tree> {
  return withChildren(tree, yield* new Passing(passes, slice).children(tree.children, 'ietf-origin:unknown'));
}

class Passing {
  constructor(
    readonly passes: (origin: string) => boolean,
    readonly slice: TimeSlice,
  ) {}

  *children(children: Children, around: string): Steps<Children> {
    const kept = new Map<string, Data>();
    for (const [qname, data] of children) {
      const result = data.schema.config ? yield* this.#node(data, around) : data;
      if (result) kept.set(qname, result);
    }
    return kept;
  }

  *#node(data: Data, around: string): Steps<Data | undefined> {
    const { passes } = this;
    const origin = originOf(data) ?? around;
    switch (data.kind) {
      case 'container': {
        const children = yield* this.children(data.children, origin);
        return children.size > 0 || (data.schema.presence && passes(origin)) ? withChildren(data, children) : undefined;
      }
      case 'list': {
        const entries = yield* mapEntriesSteps(data.schema, data.entries, this.slice, (entry) =>
          this.#entry(entry, origin),
        );
        return entries.size === 0 ? undefined : { ...data, entries };
      }
      case 'leaf-list': {
        const entries = yield* filterEntriesSteps(data.schema, data.entries, this.slice, (item) =>
          passes(originOf(item) ?? origin),
        );
        return entries.size === 0 ? undefined : { ...data, entries };
      }
      default:
        return passes(origin) ? data : undefined;
    }
  }

  *#entry(entry: ListEntry, around: string): Steps<ListEntry | undefined> {
    const origin = originOf(entry) ?? around;
    const children = yield* this.children(entry.children, origin);
    if (children.size === 0 && !this.passes(origin)) return undefined;
    const keys = entry.schema.keys.flatMap(({ qname }) => {
      const key = entry.children.get(qname);
      return key ? [[qname, key] as const] : [];
    });
    return withChildren(entry, new Map([...keys, ...children]));
  }
}

function originOf({ meta }: { readonly meta?: Metadata }): string | undefined {
  return meta?.annotations?.get(ORIGIN);
}

/** Removes the annotations of `annotateOrigins`. */
export function withoutOrigins(tree: Tree): Tree {
  return withChildren(tree, new Map([...tree.children].map(([qname, data]) => [qname, unannotated(data)])));
}

function unannotated(data: Data): Data {
  switch (data.kind) {
    case 'container':
      return { ...plain(data), children: withoutBelow(data.children) };
    case 'list':
      return {
        ...data,
        entries: mapEntriesLater(data.schema, data.entries, (entry) => ({
          ...plain(entry),
          children: withoutBelow(entry.children),
        })),
      };
    case 'leaf-list':
      return { ...data, entries: mapEntriesLater(data.schema, data.entries, plain) };
    default:
      return plain(data);
  }
}

function withoutBelow(children: Children): Children {
  return new Map([...children].map(([qname, data]) => [qname, data.schema.config ? unannotated(data) : data]));
}

function plain<T extends { readonly meta?: Metadata }>(node: T): T {
  if (!node.meta?.annotations?.has(ORIGIN)) return node;
  const annotations = new Map([...node.meta.annotations].filter(([name]) => name !== ORIGIN));
  return { ...node, meta: { ...node.meta, annotations: annotations.size > 0 ? annotations : undefined } };
}
