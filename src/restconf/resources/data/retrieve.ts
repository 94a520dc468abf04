import {
  type Data,
  encodeJson,
  encodeNodeJson,
  encodeNodeXml,
  encodeXml,
  type EncodeOptions,
  entriesFrom,
  find,
  formatPath,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  type Selection,
  type Tree,
} from '../../../data/index.js';
import { namespaces } from '../../../clients/index.js';
import type { DataNode, DataParent } from '../../../yang/index.js';
import { ALLOWED } from '../../query/allowed.js';
import { contentOf } from '../../query/content.js';
import { depthOf } from '../../query/depth.js';
import { type Fields, resolveFields, selectBelow, selectInTree, selectionOfFields } from '../../query/fields/index.js';
import { parseParameters } from '../../query/parameters.js';
import { withDefaultsOf } from '../../query/with-defaults.js';
import { badRequest, notFound, type Refusal } from '../../refusal.js';
import { document, empty } from '../answers.js';
import { isNotModified, validators } from '../conditions.js';
import type { Answer, Exchange } from '../exchange.js';
import { defaultValue } from './default-value.js';
import { hasVersion, isVersioned } from './version.js';

/** GET of the datastore or of a data resource (RFC 8040 §4.3); `path` is empty for the datastore. */
export async function retrieve(exchange: Exchange, path: InstancePath): Promise<Answer> {
  const parameters = parseParameters(exchange.query, ALLOWED.retrieval);
  const content = contentOf(parameters.get('content'));
  const fields = fieldsOf(exchange, path, parameters.get('fields'));
  const options: EncodeOptions = {
    // What providers keep counts as state here, though its schema says configuration.
    content: path[0] && exchange.outsideDatastore.has(path[0].schema.qname) ? 'all' : content,
    depth: depthOf(parameters.get('depth')),
    withDefaults: withDefaultsOf(parameters.get('with-defaults')),
  };

  const { server, caller, headers } = exchange;
  const version = hasVersion(exchange, path) ? server.version() : undefined;
  const tree = await server.read(caller, { content, selection: selectionOf(path, fields) });
  if (path.length === 0) {
    const answer = wholeDatastore(exchange, selectInTree(tree, fields), options);
    if (!version) return answer;
    if (isVersioned(exchange, path, content) && isNotModified(headers, version)) return empty(304, validators(version));
    return { ...answer, headers: { ...answer.headers, ...validators(version) } };
  }
  const found = find(tree, path) ?? (content === 'nonconfig' ? undefined : defaultValue(tree, path));
  if (found === undefined || isEmptyList(found)) throw missing(path);
  if (version && isVersioned(exchange, path, content) && isNotModified(headers, version)) {
    return empty(304, validators(version));
  }
  const body = encodeResource(exchange, asResource(found, options), fields, options);
  if (body === undefined) throw missing(path);
  return document(exchange.encoding, body, version ? validators(version) : undefined);
}

function wholeDatastore(exchange: Exchange, tree: Tree, options: EncodeOptions): Answer {
  // The datastore resource is the first level of depth itself.
  const below = options.depth === undefined ? options : { ...options, depth: options.depth - 1 };
  const body =
    exchange.encoding === 'json'
      ? `{"ietf-restconf:data":${encodeJson(tree, below)}}`
      : `<data xmlns="${namespaces.RESTCONF}">${encodeXml(tree, below)}</data>`;
  return document(exchange.encoding, body);
}

/** Undefined when nothing of it is of the content asked for. */
function encodeResource(
  exchange: Exchange,
  data: Data | ListEntry,
  fields: Fields,
  options: EncodeOptions,
): string | undefined {
  const shown = selectBelow(data, fields);
  if (exchange.encoding === 'json') {
    const body = encodeNodeJson(shown, options);
    return body === '{}' ? undefined : body;
  }
  if ((shown.kind === 'list' || shown.kind === 'leaf-list') && shown.entries.size > 1) {
    // An XML document has one root element (RFC 8040 §4.3).
    throw badRequest(
      `"${shown.schema.name}" has ${shown.entries.size} entries, which one XML document cannot hold; ask for JSON or for one entry`,
    );
  }
  return encodeNodeXml(shown, options) || undefined;
}

function missing(path: InstancePath): Refusal {
  return notFound('the resource does not exist', formatPath(path));
}

function isEmptyList(data: Data | ListEntry | LeafListItem): boolean {
  return (data.kind === 'list' || data.kind === 'leaf-list') && data.entries.size === 0;
}

/**
 * One leaf-list value is answered as a leaf-list of one. So is a list entry where something is left out of it: as part of
 * its list it keeps its keys.
 */
function asResource(found: Data | ListEntry | LeafListItem, options: EncodeOptions): Data | ListEntry {
  switch (found.kind) {
    case 'item':
      return { kind: 'leaf-list', schema: found.schema, entries: entriesFrom(found.schema, [found]) };
    case 'entry':
      if (options.depth === undefined && options.content === 'all') return found;
      return { kind: 'list', schema: found.schema, entries: entriesFrom(found.schema, [found]) };
    default:
      return found;
  }
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

/** What must be read for the path with these fields of its last node. */
function selectionOf(path: InstancePath, fields: Fields): Selection {
  return path.reduceRight<Selection>(
    (below, { schema, key }) => new Map([[schema.qname, [key === undefined ? { below } : { key, below }]]]),
    selectionOfFields(fields),
  );
}
