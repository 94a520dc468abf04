/** Schema data for the codecs: the children of each parent by JSON and XML name, compiled on first use. */
import type { CaseNode, ChoiceNode, DataNode, DataParent, SchemaNode } from '../../yang/schema.js';
import { LastNames } from '../few-children.js';
import { parserOf, type ValueParser } from '../values/index.js';
import { escapeAttribute } from '../xml/escape.js';
import { leafMaker, type MakeLeaf } from './shared-leaves.js';

export interface Member {
  readonly schema: DataNode;
  readonly qname: string;
  /** The RFC 7951 member name: with the module when it differs from the parent's. */
  readonly jsonName: string;
  /** `"name":`, ready for output. */
  readonly jsonPrefix: string;
  /** `<name`; the next field also declares the namespace. */
  readonly xmlTag: string;
  readonly xmlTagWithNamespace: string;
  readonly xmlEnd: string;
  /** True when the element's namespace is not that of its parent. */
  readonly changesNamespace: boolean;
  /** Position in canonical order: keys first, then schema order. */
  readonly index: number;
  /** The choices between the node and its data parent, outermost first, each with the case of the node. */
  readonly cases: readonly Alternative[];
  /** qnames of the nodes that exclude this one: those in other cases of the same choices. */
  readonly rivals: readonly string[];
  /** Parser for the values of a leaf or leaf-list. */
  readonly parser: ValueParser | undefined;
  /** Maker of the node of a leaf. */
  readonly leaf: MakeLeaf | undefined;
}

export interface Alternative {
  readonly choice: ChoiceNode;
  readonly taken: CaseNode;
}

export interface Members {
  readonly parent: DataParent;
  readonly inOrder: readonly Member[];
  readonly byQname: ReadonlyMap<string, Member>;
  /** Members by each JSON name that the decoder accepts. */
  readonly byJsonName: ReadonlyMap<string, Member>;
  /** Members by local name; the namespace selects one of several. */
  readonly byLocalName: ReadonlyMap<string, readonly Member[]>;
  readonly hasChoices: boolean;
  readonly lastNames: LastNames;
}

const compiled = new WeakMap<DataParent, Members>();

export function membersOf(parent: DataParent): Members {
  let members = compiled.get(parent);
  if (members === undefined) {
    members = compileMembers(parent);
    compiled.set(parent, members);
  }
  return members;
}

function compileMembers(parent: DataParent): Members {
  const keys: readonly DataNode[] = parent.kind === 'list' ? parent.keys : [];
  const nodes = [...keys, ...[...parent.data.values()].filter((node) => !keys.includes(node))];
  const alternatives = new Map(nodes.map((node) => [node, alternativesOf(node, parent)]));
  const inOrder = nodes.map((schema, index) => compileMember(schema, index, parent, alternatives));
  const byJsonName = new Map<string, Member>();
  const byLocalName = new Map<string, Member[]>();
  for (const member of inOrder) {
    byJsonName.set(member.jsonName, member);
    byJsonName.set(member.qname, member);
    byLocalName.set(member.schema.name, [...(byLocalName.get(member.schema.name) ?? []), member]);
  }
  return {
    parent,
    inOrder,
    byQname: new Map(inOrder.map((member) => [member.qname, member])),
    byJsonName,
    byLocalName,
    hasChoices: inOrder.some((member) => member.cases.length > 0),
    lastNames: new LastNames(),
  };
}

function compileMember(
  schema: DataNode,
  index: number,
  parent: DataParent,
  alternatives: ReadonlyMap<DataNode, readonly Alternative[]>,
): Member {
  const changesNamespace = parent.kind === 'root' || parent.module.name !== schema.module.name;
  const jsonName = changesNamespace ? schema.qname : schema.name;
  const cases = alternatives.get(schema) ?? [];
  const rivals = [...alternatives].filter(([, others]) => excludes(cases, others)).map(([node]) => node.qname);
  return {
    schema,
    qname: schema.qname,
    jsonName,
    jsonPrefix: `${JSON.stringify(jsonName)}:`,
    xmlTag: `<${schema.name}`,
    xmlTagWithNamespace: `<${schema.name} xmlns="${escapeAttribute(schema.module.namespace)}"`,
    xmlEnd: `</${schema.name}>`,
    changesNamespace,
    index,
    cases,
    rivals,
    parser: schema.kind === 'leaf' || schema.kind === 'leaf-list' ? parserOf(schema.type) : undefined,
    leaf: schema.kind === 'leaf' ? leafMaker(schema) : undefined,
  };
}

function alternativesOf(node: DataNode, parent: DataParent): readonly Alternative[] {
  const found: Alternative[] = [];
  let at: SchemaNode | undefined = node.parent;
  while (at !== undefined && at !== parent) {
    if (at.kind === 'case' && at.parent?.kind === 'choice') found.unshift({ choice: at.parent, taken: at });
    at = at.parent;
  }
  return found;
}

/** True when both are in different cases of one choice. */
export function excludes(a: readonly Alternative[], b: readonly Alternative[]): boolean {
  return a.some(({ choice, taken }) => b.some((other) => other.choice === choice && other.taken !== taken));
}
