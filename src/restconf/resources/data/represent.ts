import { namespaces } from '../../../clients/index.js';
import {
  type Data,
  type EncodeOptions,
  encodeJsonParts,
  encodeNodeJsonParts,
  encodeNodeXmlParts,
  encodeXmlParts,
  entriesFrom,
  type LeafListItem,
  type ListEntry,
  parseXml,
  serializeXml,
  type Tree,
} from '../../../data/index.js';
import type { DataParent } from '../../../yang/index.js';
import { type Fields, selectBelow, selectElements, selectInTree, selectMembers } from '../../query/fields/index.js';
import { badRequest } from '../../refusal.js';
import type { Exchange, LongText } from '../exchange.js';
import { textOf } from '../long-text.js';

/** The text of the datastore resource, `ietf-restconf:data`. */
export function representDatastore(
  exchange: Exchange,
  tree: Tree,
  fields: Fields,
  options: EncodeOptions,
): string | LongText {
  // The datastore resource is the first level of depth itself.
  const below = options.depth === undefined ? options : { ...options, depth: options.depth - 1 };
  const shown = selectInTree(tree, fields);
  const text =
    exchange.encoding === 'json'
      ? textOf(wrapped('{"ietf-restconf:data":', encodeJsonParts(shown, below), '}'))
      : textOf(wrapped(`<data xmlns="${namespaces.RESTCONF}">`, encodeXmlParts(shown, below), '</data>'));
  return mustSelectAgain(fields, options) ? selectInText(exchange, tree.schema, text, fields) : text;
}

function* wrapped(before: string, parts: Iterable<string>, after: string): Generator<string, void, void> {
  yield before;
  yield* parts;
  yield after;
}

/**
 * The text of a data resource; undefined when nothing of it is of the content asked for.
 *
 * @throws Refusal 400 where XML is asked for and there are several entries (RFC 8040 §4.3)
 */
export function representNode(
  exchange: Exchange,
  found: Data | ListEntry | LeafListItem,
  fields: Fields,
  options: EncodeOptions,
): string | LongText | undefined {
  const shown = selectBelow(asResource(found, options), fields);
  const text = exchange.encoding === 'json' ? textOf(encodeNodeJsonParts(shown, options)) : oneElement(shown, options);
  if (text === '{}' || text === '') return undefined;
  const { schema } = shown;
  const again = mustSelectAgain(fields, options) && (schema.kind === 'container' || schema.kind === 'list');
  return again ? selectInText(exchange, schema, text, fields) : text;
}

function oneElement(data: Data | ListEntry, options: EncodeOptions): string | LongText {
  if ((data.kind === 'list' || data.kind === 'leaf-list') && data.entries.size > 1) {
    throw badRequest(
      `"${data.schema.name}" has ${data.entries.size} entries, which one XML document cannot hold; ask for JSON or for one entry`,
    );
  }
  return textOf(encodeNodeXmlParts(data, options));
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

/** True when the encoder has added defaults, which the selection from the Tree could not leave out. */
function mustSelectAgain(fields: Fields, { withDefaults }: EncodeOptions): boolean {
  return fields !== 'all' && (withDefaults === 'report-all' || withDefaults === 'report-all-tagged');
}

/** Selects from an encoded document whose one member or root element is the target resource. */
function selectInText(exchange: Exchange, target: DataParent, whole: string | LongText, fields: Fields): string {
  const text = typeof whole === 'string' ? whole : [...whole.parts].join('');
  if (exchange.encoding === 'xml') {
    const root = parseXml(text);
    return serializeXml({ ...root, children: selectElements(target, root.children, fields) });
  }
  const document: Record<string, unknown> = JSON.parse(text);
  const select = (value: unknown) => (isObject(value) ? selectMembers(target, value, fields) : value);
  const selected = Object.entries(document).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(select) : select(value),
  ]);
  return JSON.stringify(Object.fromEntries(selected));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
