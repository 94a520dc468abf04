import {
  type Data,
  type EncodeOptions,
  find,
  formatPath,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  type Selection,
  type Tree,
  treeToWrite,
  type WithDefaults,
} from '../../../data/index.js';
import { levelsOf, type PagedRead, type ReadRequest, shownPages } from '../../../server/index.js';
import type { DataNode, DataParent, ListNode } from '../../../yang/index.js';
import { ALLOWED } from '../../query/allowed.js';
import { contentOf } from '../../query/content.js';
import { depthOf } from '../../query/depth.js';
import { type Fields, resolveFields, selectionOfFields } from '../../query/fields/index.js';
import { parseParameters } from '../../query/parameters.js';
import { withDefaultsOf } from '../../query/with-defaults.js';
import { badRequest, notFound, type Refusal } from '../../refusal.js';
import { document, empty } from '../answers.js';
import { isNotModified, validators } from '../conditions.js';
import type { Answer, Exchange } from '../exchange.js';
import { defaultValue } from './default-value.js';
import { onlyAlong, originTree, withOwnOrigin } from './origin.js';
import { representDatastore, representNode, shownDatastore, shownNode } from './represent.js';
import { isVersioned, versionOf } from './version.js';

/** Answers GET of the datastore or of a data resource (RFC 8040 §4.3); `path` is empty for the datastore. */
export async function retrieve(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const { server, caller, headers, datastore, query } = exchange;
  const isOperational = datastore === 'operational';
  const parameters = parseParameters(query, isOperational ? ALLOWED.operational : ALLOWED.retrieval);
  const content = contentOf(parameters.get('content'));
  // A conventional datastore has no state, and so no defaults of state.
  const shown = content === 'all' && datastore !== undefined && !isOperational ? 'config' : content;
  const fields = fieldsOf(exchange, path, parameters.get('fields'));
  // The operational datastore includes the defaults in use (RFC 8342 §5.3.3).
  const withDefaults = withDefaultsOf(parameters.get('with-defaults')) ?? (isOperational ? 'report-all' : undefined);
  const withOrigin = parameters.has('with-origin');
  // The default of an unreadable node could be taken for its value: defaults are added here and then filtered.
  const hides = withDefaults?.startsWith('report-all') === true && !server.readsAll(caller);
  const options: EncodeOptions = {
    // Provider-kept nodes count as state here, although they are configuration in the schema.
    content: path[0] && exchange.outsideDatastore.has(path[0].schema.qname) ? 'all' : shown,
    depth: depthOf(parameters.get('depth')),
    ...(withOrigin || hides ? { tagged: withDefaults === 'report-all-tagged' } : { withDefaults }),
  };

  const version = versionOf(exchange, path);
  const validity = version ? validators(version) : {};
  const isUnchanged = () => version && isVersioned(exchange, path, content) && isNotModified(headers, version);
  const request = { content, datastore, selection: selectionOf(path, fields), held: exchange.held };
  const arranged = async (read: Tree) => {
    if (withOrigin) return originTree(exchange, read, path, withDefaults);
    return hides ? server.readable(caller, treeToWrite(onlyAlong(read, path), { withDefaults })) : read;
  };
  const read = await readOf(exchange, request, path, options);
  const tree = await arranged(read.tree);
  if (path.length === 0) {
    if (isUnchanged()) return empty(304, validity);
    const pages = await shownPages({ ...read, tree }, (page) => shownDatastore(exchange, page, fields, options));
    const body = await representDatastore(exchange, pages.shown ?? tree, options, pages.further);
    return document(exchange.encoding, body, validity);
  }
  // The default of an unreadable leaf could be taken for its value.
  const mayDefault = content !== 'nonconfig' && server.mayRead(caller, path);
  let exists = false;
  const pages = await shownPages({ ...read, tree }, async (page) => {
    const found = find(page, path) ?? (mayDefault ? inUse(page, path, withDefaults) : undefined);
    if (found === undefined || isEmptyList(found)) return undefined;
    exists = true;
    const resource = withOrigin ? withOwnOrigin(page, path, found) : found;
    return shownNode(exchange, resource, fields, options);
  });
  if (exists && isUnchanged()) return empty(304, validity);
  const body = pages.shown && (await representNode(exchange, pages.shown, options, pages.further));
  if (body === undefined) throw missing(path);
  return document(exchange.encoding, body, validity);
}

/**
 * Reads the data, in pages when each page can be shown by itself. Defaults may depend on other nodes of the tree, and origins on
 * ancestors: with those, all is read at once, and also a list in XML, which may have only one entry.
 */
async function readOf(
  { server, caller, encoding }: Exchange,
  request: ReadRequest,
  path: InstancePath,
  { withDefaults, tagged, depth }: EncodeOptions,
): Promise<PagedRead> {
  const isWhole = tagged !== undefined || withDefaults?.startsWith('report-all') === true;
  if (isWhole || (encoding === 'xml' && path.at(-1)?.schema.kind === 'list')) {
    return { tree: await server.read(caller, request), lists: [] };
  }
  const { tree, lists } = await server.readPages(caller, request);
  // Lists below the requested depth are not shown.
  const isShown = (list: ListNode) => depth === undefined || levelsOf(list) - path.length + 1 <= depth;
  return { tree, lists: lists.filter(({ schema }) => isShown(schema)) };
}

/** Returns a default in use: of a requested leaf that is not set or, if defaults are wanted, of a container with defaults only. */
function inUse(tree: Tree, path: InstancePath, withDefaults: WithDefaults | undefined): ReturnType<typeof find> {
  const value = defaultValue(tree, path);
  if (value !== undefined || path.at(-1)?.schema.kind !== 'container') return value;
  if (withDefaults !== 'report-all' && withDefaults !== 'report-all-tagged') return undefined;
  return find(treeToWrite(onlyAlong(tree, path), { withDefaults }), path);
}

function missing(path: InstancePath): Refusal {
  return notFound('the resource does not exist', formatPath(path));
}

function isEmptyList(data: Data | ListEntry | LeafListItem): boolean {
  return (data.kind === 'list' || data.kind === 'leaf-list') && data.entries.size === 0;
}

function fieldsOf(exchange: Exchange, path: InstancePath, text: string | undefined): Fields {
  if (text === undefined) return 'all';
  return resolveFields(parentAt(exchange, path), text);
}

function parentAt(exchange: Exchange, path: InstancePath): DataParent {
  const last = path.at(-1);
  if (last === undefined) return exchange.schema.root;
  if (isParent(last.schema)) return last.schema;
  throw badRequest(`query parameter "fields": ${last.schema.kind} "${last.schema.name}" has no children to select`);
}

function isParent(node: DataNode): node is Extract<DataNode, { kind: 'container' | 'list' }> {
  return node.kind === 'container' || node.kind === 'list';
}

/** Returns the selection to read for the path, with these fields of its last node. */
function selectionOf(path: InstancePath, fields: Fields): Selection {
  return path.reduceRight<Selection>(
    (below, { schema, key }) => new Map([[schema.qname, [key === undefined ? { below } : { key, below }]]]),
    selectionOfFields(fields),
  );
}
