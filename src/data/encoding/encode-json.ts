/** Encodes Trees as JSON text (RFC 7951, annotations RFC 7952). */
import type { DataParent, LeafValue, Module } from '../../yang/schema.js';
import { ATTRIBUTES } from '../codec/metadata.js';
import { refuseTooDeep } from '../nesting.js';
import type { Any, Children, Data, LeafList, ListEntry, Metadata, Tree } from '../tree.js';
import { typedAnnotations } from './annotations.js';
import { anyToJson } from './any-to-json.js';
import { forEachInOrder } from './in-order.js';
import { insertText } from './insert-text.js';
import { indentJson, jsonString } from './json-text.js';
import { type EncodeOptions, nodeToWrite, tagsDefaults, treeToWrite } from './options.js';

/**
 * Encodes the document as one JSON object; members in schema order, at a root qualified by their module.
 *
 * @throws RpcError invalid-value for anydata or anyxml that is nested too deep for a reader
 */
export function encodeJson(tree: Tree, options: EncodeOptions = {}): string {
  const writer = new JsonWriter(tagsDefaults(options));
  const prepared = treeToWrite(tree, options);
  return finish(writer.object(prepared.schema, prepared.children, prepared.meta), options);
}

/** Encodes one node as `{"module:name": ...}`, a list entry as an array of one (RFC 8040 §4.3); `{}` when the options remove it. */
export function encodeNodeJson(node: Data | ListEntry, options: EncodeOptions = {}): string {
  const prepared = nodeToWrite(node, options);
  if (prepared === undefined) return '{}';
  const name = `${JSON.stringify(prepared.schema.qname)}:`;
  const writer = new JsonWriter(tagsDefaults(options));
  if (prepared.kind === 'entry')
    return finish(`{${name}[${writer.object(prepared.schema, prepared.children, prepared.meta)}]}`, options);
  return finish(`{${writer.member(prepared.schema.qname, name, prepared)}}`, options);
}

const finish = (text: string, options: EncodeOptions): string => (options.pretty === true ? indentJson(text) : text);

/** Encodes nodes as complete texts; the encoders in parts use it for small nodes. */
export class JsonWriter {
  /** Number of Trees around the current one. */
  #depth = 0;

  constructor(readonly tagged: boolean) {}

  object(parent: DataParent, children: Children, meta: Metadata | undefined): string {
    const annotations = this.annotationsOf(parent, meta);
    let text = annotations === undefined ? '' : `"@":${annotations}`;
    forEachInOrder(parent, children, (member, data) => {
      const written = this.member(member.jsonName, member.jsonPrefix, data);
      text += text === '' ? written : `,${written}`;
    });
    return `{${text}}`;
  }

  /** Encodes the annotations of an object, its member `@`; undefined when it has none. */
  annotationsOf(parent: DataParent, meta: Metadata | undefined): string | undefined {
    if (meta === undefined) return undefined;
    return this.#annotations(meta, moduleIn(parent), parent.kind === 'list' ? parent : undefined);
  }

  /** Encodes a member, and its annotations when they go beside it. */
  member(name: string, prefix: string, data: Data): string {
    switch (data.kind) {
      case 'leaf':
        return prefix + leafJson(data.value) + this.#beside(name, data);
      case 'container':
        return prefix + this.object(data.schema, data.children, data.meta);
      case 'list': {
        let text = '';
        for (const { schema, children, meta } of data.entries)
          text += `${text === '' ? '' : ','}${this.object(schema, children, meta)}`;
        return `${prefix}[${text}]`;
      }
      case 'leaf-list': {
        let text = '';
        for (const { value } of data.entries) text += `${text === '' ? '' : ','}${leafJson(value)}`;
        return `${prefix}[${text}]${this.besideItems(name, data)}`;
      }
      case 'any':
        return prefix + this.#any(data) + this.#beside(name, data);
    }
  }

  #any({ content, schema }: Any): string {
    if (content.form === 'tree') {
      const { tree } = content;
      refuseTooDeep(this.#depth, `the content of '${schema.name}'`);
      this.#depth += 1;
      const inside = this.object(tree.schema, tree.children, undefined);
      this.#depth -= 1;
      return tree.schema.kind === 'structure' ? `{${JSON.stringify(tree.schema.qname)}:${inside}}` : inside;
    }
    return JSON.stringify(anyToJson(content, schema));
  }

  #beside(name: string, { meta, schema }: Data): string {
    const annotations =
      meta === undefined
        ? undefined
        : this.#annotations(
            meta,
            schema.module,
            schema.kind === 'list' || schema.kind === 'leaf-list' ? schema : undefined,
          );
    return annotations === undefined ? '' : `,${JSON.stringify(`@${name}`)}:${annotations}`;
  }

  /** Encodes the annotations of leaf-list items, which go beside the leaf-list. */
  besideItems(name: string, data: LeafList): string {
    let any = false;
    const each: string[] = [];
    for (const { meta, schema } of data.entries) {
      const whole = meta ?? data.meta;
      const annotations = whole === undefined ? undefined : this.#annotations(whole, schema.module, schema);
      any ||= annotations !== undefined;
      each.push(annotations ?? 'null');
    }
    return any ? `,${JSON.stringify(`@${name}`)}:[${each.join(',')}]` : '';
  }

  #annotations(
    meta: Metadata,
    module: Module,
    schema: Parameters<typeof insertText>[0] | undefined,
  ): string | undefined {
    const members: string[] = [];
    for (const { definition, value } of typedAnnotations(meta, module))
      members.push(`${jsonString(definition.qname)}:${leafJson(value)}`);
    if (meta.operation !== undefined && meta.operation !== 'none')
      members.push(`"${ATTRIBUTES.operation.json}":"${meta.operation}"`);
    if (meta.insert !== undefined) {
      members.push(`"${ATTRIBUTES.insert.json}":"${meta.insert.at}"`);
      if ('key' in meta.insert && schema !== undefined) {
        const which = schema.kind === 'list' ? ATTRIBUTES.key : ATTRIBUTES.value;
        members.push(`"${which.json}":${jsonString(insertText(schema, meta.insert.key))}`);
      }
    }
    if (this.tagged && meta.isDefault === true) members.push(`"${ATTRIBUTES.default.json}":true`);
    return members.length === 0 ? undefined : `{${members.join(',')}}`;
  }
}

/** Returns a module of the parent's schema: a root has none itself, so one of its children gives it. */
function moduleIn(parent: DataParent): Module {
  const [child] = parent.kind === 'root' ? parent.data.values() : [];
  return child?.module ?? parent.module;
}

export function leafJson(value: LeafValue): string {
  return typeof value === 'string' ? jsonString(value) : typeof value === 'object' ? '[null]' : String(value);
}
