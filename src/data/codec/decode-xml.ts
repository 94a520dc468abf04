/** Decodes XML elements into Trees. Checks structure and types; `validate` checks the constraints. */

import { didYouMean } from '../../yang/index.js';
import type { ContainerNode, DataParent, LeafListNode, ListNode } from '../../yang/schema.js';
import { OpenChildren } from '../few-children.js';
import { container, entry, item, itemKey, leaf, leafList, list, treeOf } from '../nodes.js';
import type { TimeSlice } from '../time-slice.js';
import type { Children, Data, LeafListItem, ListEntry, Metadata, Tree } from '../tree.js';
import { quoted } from '../values/fault.js';
import { ValueFault } from '../values/index.js';
import { formatStep } from '../values/instance-path/format.js';
import { textOf } from '../xml/build.js';
import { GivenNodes, PARSED, type XmlNodes, type XmlSource } from '../xml/source.js';
import type { XmlElement, XmlNode } from '../xml-element.js';
import { anyFromXml } from './any-xml.js';
import { checkCases } from './cases.js';
import { checkKeyOrder, entriesOf, keyOf } from './list-keys.js';
import { type Member, type Members, membersOf } from './members.js';
import { readAttributes } from './metadata-xml.js';
import { type DecodeOptions, DecodeRun, XmlNames } from './run.js';
import { isSmall } from './small.js';
import { isLeftOut } from './unknown-member.js';

/**
 * Decodes elements (RFC 7950 §7, "XML encoding rules") into a Tree of `parent`'s children. Entries of a list need not
 * be adjacent. With `operations`, the attributes of edit-config become metadata, and a leaf to be deleted may have no
 * value.
 *
 * @throws RpcError with all faults found, as `decodeJson`.
 */
export function decodeXml(parent: DataParent, elements: readonly XmlNode[], options: DecodeOptions): Tree {
  const decoder = new XmlDecoder(parent, options);
  const tree = decoder.tree(parent, new GivenNodes(elements));
  decoder.run.finish();
  return tree;
}

/**
 * Decodes as `decodeXml`, in slices of a few milliseconds, so that other work is not blocked.
 *
 * @throws RpcError as `decodeXml`; the abort reason when the signal of `slice` is aborted
 */
export async function decodeXmlInTurns(
  parent: DataParent,
  elements: readonly XmlNode[],
  options: DecodeOptions,
  slice: TimeSlice,
): Promise<Tree> {
  const decoder = new XmlDecoder(parent, options);
  const tree = await decoder.treeInTurns(parent, elements, slice);
  decoder.run.finish();
  return tree;
}

/** Decodes without an error: undefined when there is any fault. For anydata, whose content need not fit the schema. */
function tryDecodeXml(parent: DataParent, elements: readonly XmlNode[], run: DecodeRun): Tree | undefined {
  const decoder = new XmlDecoder(parent, { schema: run.schema, errors: 'first' });
  const tree = decoder.tree(parent, new GivenNodes(elements));
  return decoder.run.mark === 0 ? tree : undefined;
}

/** Entries or items of one list, while the children of its parent are read. */
type Gathered = GatheredList | GatheredLeafList;

interface GatheredList {
  readonly kind: 'list';
  readonly schema: ListNode;
  readonly entries: ListEntry[];
  position: number;
}

interface GatheredLeafList {
  readonly kind: 'leaf-list';
  readonly schema: LeafListNode;
  readonly items: LeafListItem[];
  readonly counts: Map<string, number>;
}

/** The children of one node while they are being read. */
interface Level {
  readonly members: Members;
  /** Module of the parent; undefined at the top level, where paths name the module. */
  readonly module: string | undefined;
  readonly open: OpenChildren;
  gathered: Map<string, Gathered> | undefined;
}

function levelOf(members: Members, module: string | undefined): Level {
  return { members, module, open: new OpenChildren(), gathered: undefined };
}

/** Decodes the XML children of one parent. Exported for decode-xml-text.ts, whose elements are not parsed yet. */
export class XmlDecoder {
  readonly run: DecodeRun;
  readonly #names: XmlNames;
  readonly #source: XmlSource;
  #lastNamespace: string | undefined;
  #known: string | undefined;

  constructor(parent: DataParent, options: DecodeOptions, source: XmlSource = PARSED) {
    this.run = new DecodeRun(parent, options);
    this.#names = new XmlNames(options.schema);
    this.#source = source;
  }

  tree(parent: DataParent, nodes: XmlNodes): Tree {
    return treeOf(parent, this.#members(membersOf(parent), nodes, this.run.module));
  }

  async treeInTurns(parent: DataParent, nodes: readonly XmlNode[], slice: TimeSlice): Promise<Tree> {
    return treeOf(parent, await this.#membersInTurns(levelOf(membersOf(parent), this.run.module), nodes, slice));
  }

  #members(members: Members, nodes: XmlNodes, module: string | undefined): Children {
    const level = levelOf(members, module);
    for (let node = nodes.next(); node !== undefined; node = nodes.next()) this.#take(level, node);
    return this.#close(level);
  }

  async #membersInTurns(level: Level, nodes: readonly XmlNode[], slice: TimeSlice): Promise<Children> {
    for (const node of nodes) {
      if (slice.due) await slice.next();
      if (typeof node === 'string' || isSmall(node)) this.#take(level, node);
      else {
        await this.#takeInTurns(level, node, slice);
        if (slice.over) await slice.next();
      }
    }
    return this.#close(level);
  }

  #close({ members, module, open, gathered }: Level): Children {
    if (gathered !== undefined) for (const [qname, one] of gathered) open.add(qname, closed(one, this.run, module));
    const children = open.close(members.lastNames);
    if (members.hasChoices) checkCases(members, children, this.run, module);
    return children;
  }

  /** Decodes one child of a node. */
  #take(level: Level, node: XmlNode): void {
    const member = this.#memberAt(level, node);
    if (member === undefined || typeof node === 'string') return;
    if (member.schema.kind === 'list' || member.schema.kind === 'leaf-list') this.#gather(member, node, level);
    else {
      const data = this.#single(member, node, level.module);
      if (data !== undefined) level.open.add(member.qname, data);
    }
  }

  async #takeInTurns(level: Level, node: XmlElement, slice: TimeSlice): Promise<void> {
    const member = this.#memberAt(level, node);
    if (member === undefined) return;
    const { schema } = member;
    const inside = (parent: ContainerNode | ListNode) =>
      this.#membersInTurns(levelOf(membersOf(parent), parent.module.name), node.children, slice);
    if (schema.kind === 'container') {
      const meta = this.#meta(member, node, level.module);
      const { mark } = this.run;
      level.open.add(member.qname, this.#container(schema, await inside(schema), meta, mark, level.module));
    } else if (schema.kind === 'list') {
      const into = listIn(level, member.qname, schema);
      into.position += 1;
      const { mark } = this.run;
      this.#entry(node, into, await inside(schema), mark, level.module);
    } else if (schema.kind === 'leaf-list') this.#gather(member, node, level);
    else {
      const data = this.#single(member, node, level.module);
      if (data !== undefined) level.open.add(member.qname, data);
    }
  }

  /** Returns the member that a node is an instance of; undefined, with the fault noted, when the node is not allowed here. */
  #memberAt({ members, module, open }: Level, node: XmlNode): Member | undefined {
    const { run } = this;
    if (typeof node === 'string') {
      if (node.trim() !== '')
        run.fault(
          'invalid-value',
          `the text ${quoted(node.trim())} stands ${members.parent.kind === 'root' ? 'at the top level' : `in '${members.parent.name}'`}, where only elements may`,
          '',
          undefined,
          { schema: members.parent },
        );
      return undefined;
    }
    const member = find(members, node, this.#namespaceOf(node));
    if (member === undefined) {
      this.#unknown(members, node);
      return undefined;
    }
    const { schema } = member;
    if (run.configOnly && !schema.config) {
      run.fault(
        'unknown-element',
        `'${node.name}' is state data (config false) and cannot be configured`,
        formatStep(schema, undefined, module),
        { 'bad-element': node.name },
        { schema },
      );
      return undefined;
    }
    if (schema.kind !== 'list' && schema.kind !== 'leaf-list' && open.has(member.qname)) {
      run.fault(
        'bad-element',
        `the ${schema.kind} '${node.name}' stands there twice`,
        formatStep(schema, undefined, module),
        { 'bad-element': node.name },
        { schema },
      );
      return undefined;
    }
    return member;
  }

  #single(member: Member, element: XmlElement, module: string | undefined): Data | undefined {
    const { schema } = member;
    const { run } = this;
    switch (schema.kind) {
      case 'leaf': {
        const meta = this.#meta(member, element, module);
        const value = this.#value(member, element);
        if (!(value instanceof ValueFault))
          return meta === undefined && member.leaf !== undefined ? member.leaf(value) : leaf(schema, value, meta);
        // A leaf to be deleted needs no value.
        if (element.children.length === 0 && (meta?.operation === 'delete' || meta?.operation === 'remove'))
          return leaf(schema, '', meta);
        run.badValue(schema, module, value);
        return undefined;
      }
      case 'container': {
        const meta = this.#meta(member, element, module);
        const { mark } = run;
        const children = this.#members(membersOf(schema), this.#source.childrenOf(element), schema.module.name);
        return this.#container(schema, children, meta, mark, module);
      }
      case 'anydata':
      case 'anyxml': {
        const meta = this.#meta(member, element, module);
        const mark = run.mark;
        const data = anyFromXml(schema, this.#source.whole(element), run, meta, tryDecodeXml);
        if (run.mark > mark) run.within(mark, formatStep(schema, undefined, module));
        return data;
      }
      default:
        return undefined;
    }
  }

  /** @param mark number of faults before the children were read */
  #container(
    schema: ContainerNode,
    children: Children,
    meta: Metadata | undefined,
    mark: number,
    module: string | undefined,
  ): Data {
    if (this.run.mark > mark) this.run.within(mark, formatStep(schema, undefined, module));
    return container(schema, children, meta);
  }

  #gather(member: Member, element: XmlElement, level: Level): void {
    const { schema } = member;
    if (schema.kind === 'list') {
      const { mark } = this.run;
      const into = listIn(level, member.qname, schema);
      into.position += 1;
      if (this.run.keysFirst) this.#source.whole(element);
      const children = this.#members(membersOf(schema), this.#source.childrenOf(element), schema.module.name);
      this.#entry(element, into, children, mark, level.module);
    } else if (schema.kind === 'leaf-list') {
      const into = leafListIn(level, member.qname, schema);
      const value = this.#value(member, element);
      if (value instanceof ValueFault) {
        this.run.badValue(schema, level.module, value);
        return;
      }
      const key = itemKey(schema, value, into.counts);
      into.items.push(item(schema, key, value, this.#meta(member, element, level.module)));
    }
  }

  /** @param mark number of faults before the children were read */
  #entry(element: XmlElement, into: GatheredList, children: Children, mark: number, module: string | undefined): void {
    const { run } = this;
    const { schema } = into;
    const meta =
      element.attributes.length === 0 ? undefined : readAttributes(element, schema, this.#scoped(element), run, '');
    const key = keyOf(schema, children, into.position, run, mark);
    if (run.keysFirst) checkKeyOrder(schema, element, run);
    if (run.mark > mark)
      run.within(
        mark,
        key === undefined
          ? `${formatStep(schema, undefined, module)}[${into.position}]`
          : formatStep(schema, key, module),
      );
    if (key === undefined) return;
    into.entries.push(entry(schema, key, children, meta));
  }

  #value(member: Member, read: XmlElement) {
    const element = this.#source.whole(read);
    const [only] = element.children;
    if (element.children.length > 1 || typeof only === 'object') {
      const inside = element.children.find((child) => typeof child === 'object');
      if (typeof inside === 'object')
        return new ValueFault(`the ${member.schema.kind} '${element.name}' cannot hold the element '${inside.name}'`);
    }
    if (member.parser === undefined) return new ValueFault(`'${element.name}' has no value`);
    return member.parser.lexical(textOf(element), member.parser.hasNames ? this.#scoped(element) : this.#names);
  }

  #meta(member: Member, element: XmlElement, module: string | undefined): Metadata | undefined {
    if (element.attributes.length === 0) return undefined;
    return readAttributes(
      element,
      member.schema,
      this.#scoped(element),
      this.run,
      formatStep(member.schema, undefined, module),
    );
  }

  #scoped(element: XmlElement): XmlNames {
    this.#names.element = element;
    return this.#names;
  }

  /** Returns the namespace string of the schema: comparing identical strings is fast. */
  #namespaceOf({ namespace }: XmlElement): string | undefined {
    if (namespace !== this.#lastNamespace) {
      this.#lastNamespace = namespace;
      this.#known = this.run.schema.moduleByNamespace(namespace)?.namespace;
    }
    return this.#known;
  }

  #unknown(members: Members, element: XmlElement): void {
    if (isLeftOut(members, this.run)) return;
    const where = members.parent.kind === 'root' ? 'at the top level' : `in '${members.parent.name}'`;
    if (this.run.schema.moduleByNamespace(element.namespace) === undefined) {
      const namespace =
        element.namespace === ''
          ? `has no namespace${toWrite(members, element)}`
          : `has the namespace '${element.namespace}', which no module known here has`;
      const info = { 'bad-element': element.name, 'bad-namespace': element.namespace };
      const message = `the element '${element.name}' ${where} ${namespace}`;
      this.run.fault('unknown-namespace', message, '', info, { schema: members.parent });
      return;
    }
    const elsewhere = members.byLocalName.get(element.name)?.[0];
    const hint =
      elsewhere === undefined
        ? didYouMean(element.name, members.byLocalName.keys())
        : `: '${element.name}' is in the namespace '${elsewhere.schema.module.namespace}'`;
    const message = `there is no node '${element.name}' ${where}${hint}`;
    this.run.fault('unknown-element', message, '', { 'bad-element': element.name }, { schema: members.parent });
  }
}

/** Returns the hint how to write the start tag with the missing namespace, when a node of that name is known. */
function toWrite(members: Members, { name }: XmlElement): string {
  const [known] = members.byLocalName.get(name) ?? [];
  return known === undefined ? '' : `; write <${name} xmlns="${known.schema.module.namespace}">`;
}

function find(members: Members, { name }: XmlElement, namespace: string | undefined): Member | undefined {
  const candidates = members.byLocalName.get(name);
  if (candidates === undefined) return undefined;
  for (const member of candidates) if (member.schema.module.namespace === namespace) return member;
  return undefined;
}

function listIn(level: Level, qname: string, schema: ListNode): GatheredList {
  const known = level.gathered?.get(qname);
  if (known?.kind === 'list') return known;
  const into: GatheredList = { kind: 'list', schema, entries: [], position: 0 };
  level.gathered ??= new Map();
  level.gathered.set(qname, into);
  return into;
}

function leafListIn(level: Level, qname: string, schema: LeafListNode): GatheredLeafList {
  const known = level.gathered?.get(qname);
  if (known?.kind === 'leaf-list') return known;
  const into: GatheredLeafList = { kind: 'leaf-list', schema, items: [], counts: new Map() };
  level.gathered ??= new Map();
  level.gathered.set(qname, into);
  return into;
}

function closed(gathered: Gathered, run: DecodeRun, module: string | undefined): Data {
  return gathered.kind === 'list'
    ? list(gathered.schema, entriesOf(gathered.schema, gathered.entries, run, module))
    : leafList(gathered.schema, entriesOf(gathered.schema, gathered.items, run, module));
}
