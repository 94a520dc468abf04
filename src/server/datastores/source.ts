/** Sources of copy-config and validate, and targets of copy-config and delete-config. */
import {
  applyEditSteps,
  decodeXml,
  emptyTree,
  encodeXml,
  inSlices,
  messageOf,
  parseXml,
  RpcError,
  TimeSlice,
  type Tree,
  type WithDefaults,
  type XmlElement,
} from '../../data/index.js';
import type { DatastoreName, UrlFiles, WritableDatastore } from '../../datastore/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { datastoreTree } from '../datastore-tree.js';
import { requireServed } from '../served-datastores.js';

export type Source =
  | { readonly kind: 'datastore'; readonly name: DatastoreName }
  | { readonly kind: 'url'; readonly url: string }
  /** A whole configuration; values marked as defaults are left out. */
  | { readonly kind: 'config'; readonly config: Tree };

export type Target =
  | { readonly kind: 'datastore'; readonly name: WritableDatastore }
  | { readonly kind: 'url'; readonly url: string };

const NETCONF = 'urn:ietf:params:xml:ns:netconf:base:1.0';

/** Returns the content of a source unchanged. @throws RpcError operation-not-supported, and errors in a file */
export async function contentOf(core: ServerCore, caller: Caller, source: Source): Promise<Tree> {
  switch (source.kind) {
    case 'datastore':
      requireServed(core, caller, source.name);
      return datastoreTree(core, source.name);
    case 'url':
      return asConfiguration(core, caller, await readConfigFile(core, caller, source.url, {}));
    case 'config':
      return asConfiguration(core, caller, source.config);
  }
}

/** Returns the stored nodes of a tree, without those marked as defaults (RFC 6243 §4.5.2). */
async function asConfiguration(core: ServerCore, caller: Caller, tree: Tree): Promise<Tree> {
  const { schema, registry } = core.endpoint(caller);
  for (const name of tree.children.keys()) if (registry.ownedNames.has(name)) throw keptByProvider(name);
  const stored = await inSlices(new TimeSlice(caller), (slice) =>
    applyEditSteps(emptyTree(schema.root), tree, 'merge', { schema }, slice),
  );
  return core.access.hideSecrets(caller.principal, stored);
}

/** Returns the error for a node that its provider keeps: it is never stored in a datastore (models.md). */
export function keptByProvider(name: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-not-supported',
    path: `/${name}`,
    message: `${name} is not stored in a datastore: it can only be sent, as an edit of running`,
  });
}

/**
 * Reads a file: the content of one `config` element (RFC 6241 §8.8.5).
 * @param o `operations`: the content is an edit, whose nodes may have operations
 */
export async function readConfigFile(
  core: ServerCore,
  caller: Caller,
  url: string,
  o: { readonly operations?: true },
): Promise<Tree> {
  const { schema } = core.endpoint(caller);
  const root = parseFile(url, await filesOf(core).read(url));
  return decodeXml(schema.root, root.children, { schema, config: 'only', ...o });
}

function parseFile(url: string, text: string): XmlElement {
  const refuse = (why: string) =>
    new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      message: `${url} is no configuration: ${why}`,
      info: { 'bad-element': 'url' },
    });
  let root: XmlElement;
  try {
    root = parseXml(text, { maxBytes: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    throw refuse(messageOf(error));
  }
  if (root.name === 'config' && root.namespace === NETCONF) return root;
  throw refuse(`its outermost element must be "config" in namespace ${NETCONF}`);
}

export async function writeConfigFile(
  core: ServerCore,
  url: string,
  tree: Tree,
  withDefaults: WithDefaults,
): Promise<void> {
  await filesOf(core).write(
    url,
    `<config xmlns="${NETCONF}">${encodeXml(tree, { withDefaults, content: 'config' })}</config>\n`,
  );
}

/** Returns the files for URLs. @throws RpcError operation-not-supported */
export function filesOf({ datastores }: ServerCore): UrlFiles {
  if (datastores.files) return datastores.files;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: 'this node serves no URLs',
    info: { 'bad-element': 'url' },
  });
}
