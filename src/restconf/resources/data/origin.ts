import {
  type Children,
  type Data,
  type EncodeOptions,
  entriesFrom,
  find,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  type Metadata,
  mapEntriesLater,
  type Tree,
  treeToWrite,
  withChildren,
} from '../../../data/index.js';
import type { Exchange } from '../exchange.js';

const ORIGIN = 'ietf-origin:origin';

type Resource = Data | ListEntry | LeafListItem;
type Mode = EncodeOptions['withDefaults'];

/**
 * Adds to a tree of the operational datastore the origin of each configuration node (RFC 8527 §3.2.2) and the defaults in use,
 * which have their own origin.
 */
export async function originTree(
  { server, caller }: Exchange,
  tree: Tree,
  path: InstancePath,
  withDefaults: Mode,
): Promise<Tree> {
  const prepared = treeToWrite(onlyAlong(tree, path), { withDefaults });
  return server.withOrigins(caller.view, await server.readable(caller, prepared));
}

/** Returns the resource with its inherited origin when it has none of its own: the answer does not contain its parents. */
export function withOwnOrigin(tree: Tree, path: InstancePath, found: Resource): Resource {
  if (!found.schema.config) return found;
  const around = path.map((_, index) => find(tree, path.slice(0, index)));
  const origin = around.reduce<string | undefined>((known, node) => originOf(node) ?? known, undefined);
  return origin === undefined ? found : inherit(found, origin);
}

function originOf(node: Resource | undefined): string | undefined {
  return node?.meta?.annotations?.get(ORIGIN);
}

function inherit(node: Resource, origin: string): Resource {
  switch (node.kind) {
    case 'list':
      return { ...node, entries: mapEntriesLater(node.schema, node.entries, (entry) => marked(entry, origin)) };
    case 'leaf-list':
      return { ...node, entries: mapEntriesLater(node.schema, node.entries, (item) => marked(item, origin)) };
    default:
      return marked(node, origin);
  }
}

function marked<Node extends { readonly meta?: Metadata }>(node: Node, origin: string): Node {
  const annotations = new Map([[ORIGIN, origin], ...(node.meta?.annotations ?? [])]);
  return { ...node, meta: { ...node.meta, annotations } };
}

/** Returns the tree with only the nodes along the path: others may have been read, and need not be processed. */
export function onlyAlong(tree: Tree, path: InstancePath): Tree {
  return path.length === 0 ? tree : withChildren(tree, along(tree.children, path));
}

function along(children: Children, path: InstancePath): Children {
  const [step, ...rest] = path;
  const data = step && children.get(step.schema.qname);
  if (!data || rest.length === 0) return data ? new Map([[data.schema.qname, data]]) : new Map();
  if (data.kind === 'container') {
    return new Map([[data.schema.qname, withChildren(data, along(data.children, rest))]]);
  }
  const entry = data.kind === 'list' && step.key !== undefined ? data.entries.get(step.key) : undefined;
  if (data.kind !== 'list' || !entry) return new Map();
  const keys = data.schema.keys.flatMap(({ qname }): [string, Data][] => {
    const key = entry.children.get(qname);
    return key ? [[qname, key]] : [];
  });
  const only = withChildren(entry, new Map([...keys, ...along(entry.children, rest)]));
  return new Map([[data.schema.qname, { ...data, entries: entriesFrom(data.schema, [only]) }]]);
}
