import { type Data, emptyTree, mergeTrees, type ParentData, type SelectedChild, type Tree } from '../data/index.js';
import { canonical, type DataNode, type Type } from '../yang/index.js';
import type { Caller } from './call.js';
import type { ServerCore } from './core.js';
import { readTree } from './read.js';

/** A list entry that its provider keeps. */
export interface OwnedEntry {
  /** Qualified name of the list. */
  readonly list: string;
  readonly key: string;
}

/**
 * Fetches, by key, the provider-kept list entries that a message extends or refers to by leafref. Validation needs them besides
 * the message itself.
 *
 * @param merged the entries that the message extends, if they exist
 */
export async function ownedContext(
  core: ServerCore,
  caller: Caller,
  message: Tree,
  merged: readonly OwnedEntry[],
): Promise<Tree> {
  const { schema, registry } = core.endpoint(caller);
  const before = await entries(core, caller, merged);
  const referred: OwnedEntry[] = [];
  const refer = (type: Type, value: string) => {
    const list = type.base === 'leafref' ? listOf(type.pathText, schema.root.data) : undefined;
    if (list && registry.owned(list)) referred.push({ list: list.qname, key: value });
  };
  for (const tree of [before, message]) walk(tree, refer);
  return mergeTrees(before, await entries(core, caller, referred));
}

/** Returns the entries that the caller may see. */
async function entries(core: ServerCore, caller: Caller, wanted: readonly OwnedEntry[]): Promise<Tree> {
  if (wanted.length === 0) return emptyTree(core.endpoint(caller).schema.root);
  const selection = new Map<string, SelectedChild[]>();
  for (const { list, key } of wanted) selection.set(list, [...(selection.get(list) ?? []), { key, below: 'all' }]);
  return readTree(core, caller, { content: 'all', selection });
}

/** Returns the top-level list whose key the path `/prefix:list/prefix:key` names. */
function listOf(path: string, top: ReadonlyMap<string, DataNode>): DataNode | undefined {
  const [, list, key, ...more] = path.split('/').map((step) => step.trim().replace(/^.*:/, ''));
  if (more.length > 0) return undefined;
  for (const node of top.values()) {
    if (node.kind === 'list' && node.name === list && node.keys.length === 1 && node.keys[0]?.name === key) return node;
  }
  return undefined;
}

function walk(parent: ParentData, refer: (type: Type, value: string) => void): void {
  for (const child of parent.children.values()) visit(child, refer);
}

function visit(data: Data, refer: (type: Type, value: string) => void): void {
  switch (data.kind) {
    case 'leaf':
      refer(data.schema.type, canonical(data.value));
      return;
    case 'leaf-list':
      for (const item of data.entries) refer(data.schema.type, canonical(item.value));
      return;
    case 'container':
      walk(data, refer);
      return;
    case 'list':
      for (const entry of data.entries) walk(entry, refer);
      return;
    case 'any':
      return;
  }
}
