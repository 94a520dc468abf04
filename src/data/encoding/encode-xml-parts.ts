/** Encodes Trees as XML text in parts: a long list is sent while it is encoded, and is never whole in memory. */
import type { DataParent, ListNode } from '../../yang/schema.js';
import { type Member, membersOf } from '../codec/members.js';
import { dataParentOf } from '../data-parent.js';
import type { Children, Data, ListEntry, Metadata, Tree } from '../tree.js';
import type { PartsOptions } from './encode-json-parts.js';
import { encodeNodeXml, encodeXml } from './encode-xml.js';
import type { FurtherEntries } from './further-entries.js';
import { inOrder } from './in-order.js';
import { type EncodeOptions, nodeToWrite, treeToWrite } from './options.js';
import { areSmall, Gatherer, isSmall } from './parts.js';
import { XmlWriter } from './xml-writer.js';

/** Options without `further` for indented text: it has no further entries. */
type XmlPartsOptions = PartsOptions & Pick<EncodeOptions, 'pretty'>;

/** Yields the text of `encodeXml` in parts, made on demand. An error may be thrown after some parts. Indented text is one part. */
export function* encodeXmlParts(tree: Tree, options: XmlPartsOptions = {}): Generator<string, void> {
  if (options.pretty === true) return yield encodeXml(tree, options);
  const prepared = treeToWrite(tree, options);
  const parts = new XmlParts(options);
  yield* parts.children(prepared.schema, prepared.children, true);
  yield* parts.rest();
}

/** Yields the text of `encodeNodeXml` in the same way. */
export function* encodeNodeXmlParts(node: Data | ListEntry, options: XmlPartsOptions = {}): Generator<string, void> {
  if (options.pretty === true) return yield encodeNodeXml(node, options);
  const prepared = nodeToWrite(node, options);
  if (prepared === undefined) return;
  const member = membersOf(dataParentOf(prepared.schema)).byQname.get(prepared.schema.qname);
  if (member === undefined) throw new Error(`'${prepared.schema.qname}' is not a child of its parent`);
  const parts = new XmlParts(options);
  if (prepared.kind === 'entry') yield* parts.entry(member, prepared, true);
  else yield* parts.node(member, prepared, true);
  yield* parts.rest();
}

class XmlParts {
  readonly #writer: XmlWriter;
  readonly #further: FurtherEntries | undefined;
  readonly #gathered = new Gatherer();
  /** Start tags that wait for content, outermost first: an element without content is written as an empty tag. */
  #waiting: string[] = [];

  constructor(options: XmlPartsOptions) {
    this.#writer = new XmlWriter(options);
    this.#further = options.further;
  }

  *children(parent: DataParent, children: Children, top: boolean): Generator<string, void> {
    for (const member of inOrder(parent, children)) {
      const data = children.get(member.qname);
      if (data !== undefined) yield* this.node(member, data, top);
    }
  }

  *node(member: Member, data: Data, top: boolean): Generator<string, void> {
    const goesOn = this.#further?.has(data.schema) === true;
    if (!goesOn && isSmall(data)) {
      this.#add(this.#writer.node(member, data, top, ''));
      if (this.#gathered.isFull) yield this.#gathered.take();
      return;
    }
    switch (data.kind) {
      case 'container':
        return yield* this.#element(member, data.meta, top, this.children(data.schema, data.children, false));
      case 'list':
        for (const entry of data.entries) yield* this.entry(member, entry, top);
        if (this.#further && goesOn) yield* this.#goOn(this.#further, data.schema, member, top);
        return;
      case 'leaf-list':
        for (const item of data.entries) {
          this.#add(this.#writer.item(member, item, data.meta, top));
          if (this.#gathered.isFull) yield this.#gathered.take();
        }
        return;
      default:
    }
  }

  *#goOn(further: FurtherEntries, list: ListNode, member: Member, top: boolean): Generator<string, void> {
    for (let page = further.next(list); page; page = further.next(list)) {
      if (page === 'later') yield this.#gathered.take();
      else for (const entry of page) yield* this.entry(member, entry, top);
    }
  }

  *entry(member: Member, entry: ListEntry, top: boolean): Generator<string, void> {
    if (!areSmall(entry.children)) {
      return yield* this.#element(member, entry.meta, top, this.children(entry.schema, entry.children, false));
    }
    this.#add(this.#writer.entry(member, entry, top, ''));
    if (this.#gathered.isFull) yield this.#gathered.take();
  }

  *rest(): Generator<string, void> {
    const text = this.#gathered.take();
    if (text !== '') yield text;
  }

  *#element(
    member: Member,
    meta: Metadata | undefined,
    top: boolean,
    inside: Generator<string, void>,
  ): Generator<string, void> {
    this.#waiting.push(this.#writer.startTag(member, meta, top));
    yield* inside;
    const empty = this.#waiting.pop();
    this.#add(empty === undefined ? member.xmlEnd : `${empty}/>`);
  }

  #add(text: string): void {
    if (text === '') return;
    if (this.#waiting.length > 0) {
      for (const tag of this.#waiting) this.#gathered.text += `${tag}>`;
      this.#waiting = [];
    }
    this.#gathered.text += text;
  }
}
