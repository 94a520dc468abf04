/** What part of a Tree is to be written. */
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
  /** RFC 6243 §3; as the Tree has it when absent. Defaults of nodes with a `when` are reported where the Tree is a datastore's, and it holds there. */
  readonly withDefaults?: WithDefaults;
  /** Tags the defaults that the Tree has been given by `prepareTree`, as `report-all-tagged` does with those it adds. */
  readonly tagged?: boolean;
  /** Levels of nodes written, a list and its entries being one level; keys are written in any case (RFC 8040 §4.8.2, the target's own level being 1). */
  readonly depth?: number;
  /** Indented by two blanks. */
  readonly pretty?: boolean;
  /** RFC 8040 §4.8.1; list keys and the ancestors of what is wanted are part of 'nonconfig'. */
  readonly content?: Content;
}

/** Whether defaults are written with their tag. */
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

/** The children that the options leave, in a fixed order of steps: defaults first, as they may be of the content asked for. */
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

/** What the options leave of a document, with the defaults that they add. */
export function prepareTree(tree: Tree, options: EncodeOptions): Tree {
  return prepared(tree, options, mapEntries);
}

/** The same to be written out once: see `mapEntriesLater`. */
export function treeToWrite(tree: Tree, options: EncodeOptions): Tree {
  return prepared(tree, options, mapEntriesLater);
}

function prepared(tree: Tree, options: EncodeOptions, map: MapEntries): Tree {
  return withChildren(tree, prepareChildren(tree.children, tree.schema, options, map, conditionsOn(tree)));
}

/** Enough for any document, and an end to expressions that search it over and over. */
const MAX_NODES = 10_000_000;

/** What conditions are judged by when defaults are reported: the document itself, where it is one of a datastore. */
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

/** The node that the options leave, to be written out once; undefined when nothing of it is left. */
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
  // A leaf that was asked for by its name is answered, be it a default or not (RFC 8040 §4.8.9).
  const withDefaults = node.kind === 'leaf' ? undefined : options.withDefaults;
  const { qname } = node.schema;
  const parent = dataParentOf(node.schema);
  return prepareChildren(new Map([[qname, node]]), parent, { ...options, withDefaults }, mapEntriesLater).get(qname);
}
