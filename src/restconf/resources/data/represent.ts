import {
  type Children,
  contentSteps,
  type Data,
  type EncodeOptions,
  encodeJsonParts,
  encodeNodeJsonParts,
  encodeNodeXmlParts,
  encodeXmlParts,
  entriesFrom,
  type FurtherEntries,
  inSlices,
  type LeafListItem,
  type ListEntry,
  nodeToWrite,
  TimeSlice,
  type Tree,
  tagsDefaults,
  treeToWrite,
  withChildren,
} from '../../../data/index.js';
import { namespaces } from '../../../wire/index.js';
import { type Fields, selectBelow, selectInTree } from '../../query/fields/index.js';
import { badRequest } from '../../refusal.js';
import type { Exchange, LongText } from '../exchange.js';
import { textOf } from '../long-text.js';

/** Returns the shown part of the datastore resource. */
export async function shownDatastore(
  exchange: Exchange,
  tree: Tree,
  fields: Fields,
  options: EncodeOptions,
): Promise<Tree> {
  const { withDefaults, depth } = options;
  // Defaults are added before the selection, so that they can be selected; they are removed after it.
  let shown = adds(options) ? treeToWrite(tree, { withDefaults }) : tree;
  shown = selectInTree(shown, fields);
  if (!adds(options)) shown = treeToWrite(shown, { withDefaults });
  shown = withChildren(shown, await ofContent(exchange, shown.children, options));
  // The datastore resource itself is the first level of depth.
  return depth === undefined ? shown : treeToWrite(shown, { depth: depth - 1 });
}

/** Encodes the datastore resource, `ietf-restconf:data`. */
export function representDatastore(
  exchange: Exchange,
  shown: Tree,
  options: EncodeOptions,
  further?: FurtherEntries,
): Promise<string | LongText> {
  const left = { tagged: tagsDefaults(options), further };
  return exchange.encoding === 'json'
    ? textOf(wrapped('{"ietf-restconf:data":', encodeJsonParts(shown, left), '}'), further)
    : textOf(wrapped(`<data xmlns="${namespaces.RESTCONF}">`, encodeXmlParts(shown, left), '</data>'), further);
}

function* wrapped(before: string, parts: Iterable<string>, after: string): Generator<string, void, void> {
  yield before;
  yield* parts;
  yield after;
}

/** Returns the shown part of a data resource; undefined when it has no nodes of the requested content. */
export async function shownNode(
  exchange: Exchange,
  found: Data | ListEntry | LeafListItem,
  fields: Fields,
  options: EncodeOptions,
): Promise<Data | ListEntry | undefined> {
  const { withDefaults, depth } = options;
  const resource = asResource(found, options);
  let shown = adds(options) ? nodeToWrite(resource, { withDefaults }) : resource;
  shown = shown && selectBelow(shown, fields);
  if (shown && !adds(options)) shown = nodeToWrite(shown, { withDefaults });
  if (shown && shown.kind !== 'entry') {
    const { qname } = shown.schema;
    shown = (await ofContent(exchange, new Map([[qname, shown]]), options)).get(qname);
  }
  return shown && nodeToWrite(shown, { depth });
}

/**
 * Encodes a data resource; undefined when it is empty.
 *
 * @throws Refusal 400 for several entries in XML (RFC 8040 §4.3)
 */
export async function representNode(
  exchange: Exchange,
  shown: Data | ListEntry,
  options: EncodeOptions,
  further?: FurtherEntries,
): Promise<string | LongText | undefined> {
  const left = { tagged: tagsDefaults(options), further };
  const text =
    exchange.encoding === 'json'
      ? await textOf(encodeNodeJsonParts(shown, left), further)
      : await oneElement(shown, left, further);
  return text === '{}' || text === '' ? undefined : text;
}

function adds({ withDefaults }: EncodeOptions): boolean {
  return withDefaults === 'report-all' || withDefaults === 'report-all-tagged';
}

async function ofContent(
  { caller }: Exchange,
  children: Children,
  { content = 'all' }: EncodeOptions,
): Promise<Children> {
  return content === 'all'
    ? children
    : inSlices(new TimeSlice(caller), (slice) => contentSteps(children, content, slice));
}

function oneElement(
  data: Data | ListEntry,
  options: EncodeOptions,
  further: FurtherEntries | undefined,
): Promise<string | LongText> {
  if ((data.kind === 'list' || data.kind === 'leaf-list') && data.entries.size > 1) {
    throw badRequest(
      `"${data.schema.name}" has ${data.entries.size} entries, which one XML document cannot hold; ask for JSON or for one entry`,
    );
  }
  return textOf(encodeNodeXmlParts(data, options), further);
}

/**
 * Returns a resource for encoding. One leaf-list value becomes a leaf-list of one. A list entry with omitted nodes becomes a
 * list of one: in a list it keeps its keys.
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
