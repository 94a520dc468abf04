/** Encodes Trees as JSON text in parts: a long list is sent while it is encoded, and is never whole in memory. */
import type { DataParent, ListNode } from '../../yang/schema.js';
import type { Member } from '../codec/members.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import type { Children, Data, ListEntry, Metadata, Tree } from '../tree.js';
import { JsonWriter, leafJson } from './encode-json.js';
import type { FurtherEntries } from './further-entries.js';
import { forEachInOrder } from './in-order.js';
import { type EncodeOptions, nodeToWrite, tagsDefaults, treeToWrite } from './options.js';
import { Gatherer, isSmall } from './parts.js';

export interface PartsOptions extends Omit<EncodeOptions, 'pretty'> {
  /** Entries after those of the tree. They are written unchanged: the caller applies the options to them. */
  readonly further?: FurtherEntries;
}

/** Yields the text of `encodeJson` in parts, made on demand. An error may be thrown after some parts. */
export function* encodeJsonParts(tree: Tree, options: PartsOptions = {}): Generator<string, void, void> {
  const parts = new JsonParts(options);
  const prepared = treeToWrite(tree, options);
  yield* parts.object(prepared.schema, prepared.children, prepared.meta);
  yield parts.take();
}

/** Encodes as `encodeJson`, in steps. */
export function* encodeJsonSteps(tree: Tree, slice: TimeSlice): Steps<string> {
  const parts: string[] = [];
  for (const part of encodeJsonParts(tree)) {
    parts.push(part);
    if (slice.over) yield;
  }
  return parts.join('');
}

/** Yields the text of `encodeNodeJson` in parts, made on demand. */
export function* encodeNodeJsonParts(
  node: Data | ListEntry,
  options: PartsOptions = {},
): Generator<string, void, void> {
  const prepared = nodeToWrite(node, options);
  if (prepared === undefined) {
    yield '{}';
    return;
  }
  const parts = new JsonParts(options);
  const { qname } = prepared.schema;
  const name = `${JSON.stringify(qname)}:`;
  parts.text = '{';
  if (prepared.kind === 'entry') {
    parts.text += `${name}[`;
    yield* parts.object(prepared.schema, prepared.children, prepared.meta);
    parts.text += ']';
  } else yield* parts.member(qname, name, prepared);
  yield `${parts.take()}}`;
}

class JsonParts extends Gatherer {
  readonly #writer: JsonWriter;
  readonly #further: FurtherEntries | undefined;

  constructor(options: PartsOptions) {
    super();
    this.#writer = new JsonWriter(tagsDefaults(options));
    this.#further = options.further;
  }

  *object(parent: DataParent, children: Children, meta: Metadata | undefined): Generator<string, void, void> {
    if (isFlat(children)) {
      this.text += this.#writer.object(parent, children, meta);
      return;
    }
    const members: [Member, Data][] = [];
    forEachInOrder(parent, children, (member, data) => members.push([member, data]));
    const annotations = this.#writer.annotationsOf(parent, meta);
    this.text += annotations === undefined ? '{' : `{"@":${annotations}`;
    let isFirst = annotations === undefined;
    for (const [{ jsonName, jsonPrefix }, data] of members) {
      if (!isFirst) this.text += ',';
      isFirst = false;
      yield* this.member(jsonName, jsonPrefix, data);
    }
    this.text += '}';
  }

  *member(name: string, prefix: string, data: Data): Generator<string, void, void> {
    if (data.kind === 'container') {
      this.text += prefix;
      yield* this.object(data.schema, data.children, data.meta);
    } else if (data.kind === 'list') {
      this.text += `${prefix}[`;
      yield* this.entries(data.entries, true);
      if (this.#further?.has(data.schema)) yield* this.further(this.#further, data.schema);
      this.text += ']';
    } else if (data.kind === 'leaf-list') {
      this.text += `${prefix}[`;
      let isFirst = true;
      for (const { value } of data.entries) {
        if (!isFirst) this.text += ',';
        isFirst = false;
        this.text += leafJson(value);
        if (this.isFull) yield this.take();
      }
      this.text += `]${this.#writer.besideItems(name, data)}`;
    } else this.text += this.#writer.member(name, prefix, data);
  }

  *entries(entries: Iterable<ListEntry>, isStart: boolean): Generator<string, void, void> {
    let isFirst = isStart;
    for (const { schema, children, meta } of entries) {
      if (!isFirst) this.text += ',';
      isFirst = false;
      // Most entries hold leaves only: a generator for each would cost too much.
      if (isFlat(children)) this.text += this.#writer.object(schema, children, meta);
      else yield* this.object(schema, children, meta);
      if (this.isFull) yield this.take();
    }
  }

  *further(further: FurtherEntries, list: ListNode): Generator<string, void, void> {
    for (let page = further.next(list); page; page = further.next(list)) {
      if (page === 'later') yield this.take();
      else yield* this.entries(page, false);
    }
  }
}

/** True when no descendant can be long. */
function isFlat(children: Children): boolean {
  for (const data of children.values()) {
    if (data.kind === 'list' || data.kind === 'container' || (data.kind === 'leaf-list' && !isSmall(data)))
      return false;
  }
  return true;
}
