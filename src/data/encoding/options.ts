/** Options for the part of a Tree that is encoded. */
import type { DataParent } from '../../yang/schema.js';
import { dataParentOf } from '../data-parent.js';
import { mapEntries } from '../entries/index.js';
import { mapEntriesLater } from '../entries/mapped-entries.js';
import { withChildren } from '../nodes.js';
import { schemaOf } from '../schema-of.js';
import { atOnce } from '../time-slice.js';
import type { Children, Data, ListEntry, Tree } from '../tree.js';
import { accessibleTree, type XPathNode } from '../xpath/index.js';
import { contentSteps, keysOf } from './content.js';
import { explicitOnly, reportAll, trimDefaults } from './defaults.js';
import { limitDepth } from './depth.js';
import type { MapEntries } from './map-children.js';

export type WithDefaults = 'report-all' | 'trim' | 'explicit' | 'report-all-tagged';
export type Content = 'all' | 'config' | 'nonconfig';

export interface EncodeOptions {
  /**
   * RFC 6243 §3. Default: the Tree as it is. Defaults of nodes with a `when` are reported when the Tree is a datastore
   * and the `when` holds.
   */
  readonly withDefaults?: WithDefaults;
  /** Tags the defaults that `prepareTree` has added, as `report-all-tagged` does with its own. */
  readonly tagged?: boolean;
  /**
   * Number of levels to encode; a list and its entries are one level. Keys are always encoded (RFC 8040 §4.8.2, where
   * the target is level 1).
   */
  readonly depth?: number;
  /** Indent by two spaces. */
  readonly pretty?: boolean;
  /** RFC 8040 §4.8.1; 'nonconfig' includes list keys and the ancestors of state. */
  readonly content?: Content;
}

/** True when defaults are written with their tag. */
export function tagsDefaults({ tagged, withDefaults }: EncodeOptions): boolean {
  return tagged === true || withDefaults === 'report-all-tagged';
}

type Step = (children: Children, parent: DataParent, map: MapEntries, at: (() => XPathNode) | undefined) => Children;

const DEFAULTS: Readonly<Record<WithDefaults, Step>> = {
  'report-all': reportAll,
  'report-all-tagged': reportAll,
  trim: (children, _parent, map) => trimDefaults(children, map),
  explicit: (children, _parent, map) => explicitOnly(children, map),
};

/** Returns the children selected by the options. Defaults are added first: they may belong to the selected content. */
function prepareChildren(
  children: Children,
  parent: DataParent,
  options: EncodeOptions,
  map: MapEntries,
  at?: () => XPathNode,
): Children {
  let result = children;
  if (options.withDefaults !== undefined) result = DEFAULTS[options.withDefaults](result, parent, map, at);
  const { content = 'all' } = options;
  if (content !== 'all') result = selectContent(result, content);
  if (options.depth !== undefined) result = limitDepth(result, options.depth, map);
  return result;
}

function selectContent(children: Children, content: Exclude<Content, 'all'>): Children {
  return atOnce((slice) => contentSteps(children, content, slice));
}

/** Returns a document reduced by the options, with the defaults that they add. */
export function prepareTree(tree: Tree, options: EncodeOptions): Tree {
  return prepared(tree, options, mapEntries);
}

/** Prepares a document as `prepareTree`, to be encoded once: see `mapEntriesLater`. */
export function treeToWrite(tree: Tree, options: EncodeOptions): Tree {
  return prepared(tree, options, mapEntriesLater);
}

function prepared(tree: Tree, options: EncodeOptions, map: MapEntries): Tree {
  return withChildren(tree, prepareChildren(tree.children, tree.schema, options, map, conditionsOn(tree)));
}

/** Bound of visited nodes: enough for any document, and it ends expressions that search the document repeatedly. */
const MAX_NODES = 10_000_000;

/** Returns the context in which conditions of defaults are evaluated: the document itself when it is a datastore. */
function conditionsOn(tree: Tree): (() => XPathNode) | undefined {
  const [first] = tree.schema.kind === 'root' ? tree.schema.data.values() : [];
  const schema = first && schemaOf(first.module);
  if (schema === undefined) return undefined;
  let root: XPathNode | undefined;
  return () => {
    root ??= accessibleTree({ schema, datastore: tree, maxNodes: MAX_NODES }).root;
    return root;
  };
}

/** Returns the node reduced by the options, to be encoded once; undefined when nothing remains. */
export function nodeToWrite(node: Data | ListEntry, options: EncodeOptions): Data | ListEntry | undefined {
  if (options.withDefaults === undefined && options.depth === undefined && (options.content ?? 'all') === 'all')
    return node;
  if (node.kind === 'entry') {
    const { depth } = options;
    if (depth !== undefined && depth <= 1) return withChildren(node, keysOf(node.schema, node.children));
    return withChildren(
      node,
      prepareChildren(
        node.children,
        node.schema,
        { ...options, depth: depth === undefined ? undefined : depth - 1 },
        mapEntriesLater,
      ),
    );
  }
  // A leaf requested by its name is always encoded, default or not (RFC 8040 §4.8.9).
  const withDefaults = node.kind === 'leaf' ? undefined : options.withDefaults;
  const { qname } = node.schema;
  const parent = dataParentOf(node.schema);
  return prepareChildren(new Map([[qname, node]]), parent, { ...options, withDefaults }, mapEntriesLater).get(qname);
}
