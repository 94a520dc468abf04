import { type Data, emptyTree, type ParentData, type SelectedChild, type Tree } from '../data/index.js';
import { canonical, type DataNode, type Type } from '../yang/index.js';
import type { Caller } from './call.js';
import type { ServerContext } from './context.js';
import { readTree } from './read.js';

/**
 * The provider-kept list entries that a message refers to by leafref, fetched by key: what validation needs beside
 * the message itself.
 */
export async function ownedContext(context: ServerContext, caller: Caller, message: Tree): Promise<Tree> {
  const { schema, registry } = context.face(caller);
  const wanted = new Map<string, SelectedChild[]>();
  const refer = (type: Type, value: string) => {
    const list = type.base === 'leafref' ? listOf(type.pathText, schema.root.data) : undefined;
    if (!list || !registry.owned(list)) return;
    const entries = wanted.get(list.qname);
    if (entries) entries.push({ key: value, below: 'all' });
    else wanted.set(list.qname, [{ key: value, below: 'all' }]);
  };
  walk(message, refer);
  if (wanted.size === 0) return emptyTree(schema.root);
  return readTree(context, caller, { content: 'all', selection: wanted });
}

/** The top-level list whose key the path `/prefix:list/prefix:key` names. */
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
