/** Data nodes as XML text (RFC 7950 §7, "XML encoding rules"). */
import type { DataParent, Identity, LeafListNode, LeafNode, LeafValue } from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import type { Member } from '../codec/members.js';
import { refuseTooDeep } from '../nesting.js';
import type { Any, Children, Data, LeafListItem, ListEntry, Metadata, Tree } from '../tree.js';
import { escapeText } from '../xml/escape.js';
import { anyToXml } from './any-to-xml.js';
import { forEachInOrder } from './in-order.js';
import { metadataXml } from './metadata-xml.js';
import { type EncodeOptions, tagsDefaults } from './options.js';
import { lexicalXml, Prefixes } from './value-xml.js';

/** Encodes nodes and their descendants as XML text. */
export class XmlWriter {
  readonly #tagged: boolean;
  /** Number of Trees around the current one. */
  #depth = 0;

  constructor(options: EncodeOptions) {
    this.#tagged = tagsDefaults(options);
  }

  /** @param indent text before each element: empty, or a line feed and spaces */
  children(parent: DataParent, children: Children, top: boolean, indent: string): string {
    let text = '';
    forEachInOrder(parent, children, (member, data) => {
      text += this.node(member, data, top, indent);
    });
    return text;
  }

  node(member: Member, data: Data, top: boolean, indent: string): string {
    switch (data.kind) {
      case 'leaf':
        return this.#leaf(member, data.schema, data.value, data.meta, top, indent);
      case 'container':
        return this.#element(member, data.meta, top, indent, this.#below(data.schema, data.children, indent));
      case 'list': {
        let text = '';
        for (const entry of data.entries) text += this.entry(member, entry, top, indent);
        return text;
      }
      case 'leaf-list': {
        let text = '';
        for (const item of data.entries) text += this.item(member, item, data.meta, top, indent);
        return text;
      }
      case 'any':
        return this.#any(member, data, top, indent);
    }
  }

  entry(member: Member, entry: ListEntry, top: boolean, indent: string): string {
    return this.#element(member, entry.meta, top, indent, this.#below(entry.schema, entry.children, indent));
  }

  /** @param meta metadata of the leaf-list, for items without their own */
  item(
    member: Member,
    { schema, value, meta: own }: LeafListItem,
    meta: Metadata | undefined,
    top: boolean,
    indent = '',
  ): string {
    return this.#leaf(member, schema, value, own ?? meta, top, indent);
  }

  #below(parent: DataParent, children: Children, indent: string): string {
    if (children.size === 0) return '';
    return this.children(parent, children, false, indent === '' ? '' : `${indent}  `) + indent;
  }

  #leaf(
    member: Member,
    schema: LeafNode | LeafListNode,
    value: LeafValue,
    meta: Metadata | undefined,
    top: boolean,
    indent: string,
  ): string {
    if (member.parser?.hasNames === false)
      return this.#element(member, meta, top, indent, escapeText(canonical(value)));
    if (schema.type.base === 'identityref' && meta === undefined) {
      const identity = schema.type.identities.get(canonical(value));
      if (identity !== undefined) {
        const { text, declaration } = identityXml(identity);
        return this.#element(member, meta, top, indent, text, declaration);
      }
    }
    const prefixes = new Prefixes();
    const text = escapeText(lexicalXml(schema.type, value, prefixes, schema.module));
    return meta === undefined
      ? this.#element(member, meta, top, indent, text, prefixes.declarations())
      : this.#element(member, meta, top, indent, text, '', prefixes);
  }

  #any(member: Member, data: Any, top: boolean, indent: string): string {
    const { content } = data;
    if (content.form !== 'tree') {
      const { attributes, declared, inside } = anyToXml(content, data.schema);
      return this.#element(member, data.meta, top, indent, inside, attributes, new Prefixes(declared));
    }
    refuseTooDeep(this.#depth, `the content of '${data.schema.name}'`);
    this.#depth += 1;
    const inside = this.#anyTree(content.tree, indent);
    this.#depth -= 1;
    return this.#element(member, data.meta, top, indent, inside);
  }

  #anyTree(tree: Tree, indent: string): string {
    const deeper = indent === '' ? '' : `${indent}  `;
    if (tree.schema.kind !== 'structure') {
      const inside = this.children(tree.schema, tree.children, true, deeper);
      return inside === '' ? '' : inside + indent;
    }
    const { name, module } = tree.schema;
    const inside = this.children(tree.schema, tree.children, false, deeper === '' ? '' : `${deeper}  `);
    const structure = `${deeper}<${name} xmlns="${module.namespace}">${inside}${inside === '' ? '' : deeper}</${name}>`;
    return structure + indent;
  }

  /**
   * Encodes an element. `attributes` and `prefixes` of the content go on the start tag; the prefixes are declared together
   * with those of the metadata.
   */
  #element(
    member: Member,
    meta: Metadata | undefined,
    top: boolean,
    indent: string,
    inside: string,
    attributes = '',
    prefixes = meta && new Prefixes(),
  ): string {
    const tag = this.startTag(member, meta, top, attributes, prefixes);
    return inside === '' ? `${indent}${tag}/>` : `${indent}${tag}>${inside}${member.xmlEnd}`;
  }

  /** Returns a start tag without its end, `>` or `/>`. */
  startTag(
    member: Member,
    meta: Metadata | undefined,
    top: boolean,
    attributes = '',
    prefixes = meta && new Prefixes(),
  ): string {
    const tag = (top || member.changesNamespace ? member.xmlTagWithNamespace : member.xmlTag) + attributes;
    if (meta === undefined || prefixes === undefined) return tag;
    const metadata = metadataXml(meta, member.schema, this.#tagged, prefixes);
    return tag + prefixes.declarations() + metadata;
  }
}

const identities = new WeakMap<Identity, { readonly text: string; readonly declaration: string }>();

/**
 * Returns an identity's name with its prefix, and the declaration; cached, because lists of interfaces and the like
 * repeat a few identities.
 */
function identityXml(identity: Identity): { readonly text: string; readonly declaration: string } {
  let known = identities.get(identity);
  if (known === undefined) {
    const prefixes = new Prefixes();
    known = { text: `${prefixes.of(identity.module)}:${identity.name}`, declaration: prefixes.declarations() };
    identities.set(identity, known);
  }
  return known;
}
