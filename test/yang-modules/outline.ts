/** All that a compiled module says to a program, as plain values: texts for people and places in files are left out. */
import type { DataNode, Module, NotificationNode, OperationNode, Schema, SchemaNode } from '../../src/yang/schema.js';
import type { IntervalRestriction, Type } from '../../src/yang/types.js';

export type Outline = Readonly<Record<string, unknown>>;

/** Outline of one module and of the top-level nodes it brings. */
export function outlineOfModule(schema: Schema, name: string): Outline {
  const module = schema.modules.get(name);
  if (!module) throw new Error(`no module ${name} in the schema`);
  const own = <T extends SchemaNode>(nodes: Iterable<T>): Outline[] =>
    [...nodes].filter((node) => node.module.name === name).map(outlineOfNode);
  return {
    name,
    namespace: module.namespace,
    prefix: module.prefix,
    revision: module.revision,
    yangVersion: module.yangVersion,
    features: [...module.definedFeatures].sort(),
    identities: outlineOfIdentities(module),
    nodes: own(schema.root.children),
    rpcs: own(schema.rpcs.values()),
    notifications: own(schema.notifications.values()),
    structures: own(schema.structures.values()),
  };
}

function outlineOfIdentities(module: Module): Outline[] {
  return [...module.identities.values()].map(({ qname, status, bases }) => ({
    qname,
    status,
    bases: bases.map((base) => base.qname).sort(),
  }));
}

export function outlineOfNode(node: SchemaNode): Outline {
  return {
    kind: node.kind,
    qname: node.qname,
    config: node.config,
    status: node.status,
    musts: node.musts.map(({ text, errorMessage, errorAppTag }) => ({
      text: squeeze(text),
      errorMessage,
      errorAppTag,
    })),
    whens: node.whens.map(({ text, onParent }) => ({ text: squeeze(text), onParent })),
    extensions: node.extensions.map(({ module, name, argument }) => ({ module, name, argument })),
    ...details(node),
  };
}

function details(node: SchemaNode): Outline {
  switch (node.kind) {
    case 'leaf':
      return { ...pick(node, 'mandatory', 'isKey', 'default', 'units'), type: outlineOfType(node.type) };
    case 'leaf-list':
      return {
        ...pick(node, 'minElements', 'maxElements', 'orderedBy', 'defaults', 'units'),
        type: outlineOfType(node.type),
      };
    case 'list':
      return {
        ...pick(node, 'minElements', 'maxElements', 'orderedBy', 'unique'),
        keys: node.keys.map((key) => key.qname),
        ...below(node),
      };
    case 'container':
      return { presence: node.presence, ...below(node) };
    case 'anydata':
    case 'anyxml':
      return pick(node, 'mandatory');
    case 'choice':
      return { mandatory: node.mandatory, default: node.defaultCase?.qname, cases: node.cases.map(outlineOfNode) };
    case 'rpc':
    case 'action':
      return { input: outlineOfNode(node.input), output: outlineOfNode(node.output) };
    case 'case':
    case 'input':
    case 'output':
    case 'notification':
    case 'structure':
    case 'root':
      return below(node);
  }
}

interface Parent {
  readonly children: readonly SchemaNode[];
  readonly data: ReadonlyMap<string, DataNode>;
  readonly actions?: ReadonlyMap<string, OperationNode>;
  readonly notifications?: ReadonlyMap<string, NotificationNode>;
}

function below(node: Parent): Outline {
  return {
    children: node.children.map(outlineOfNode),
    actions: [...(node.actions?.values() ?? [])].map(outlineOfNode),
    notifications: [...(node.notifications?.values() ?? [])].map(outlineOfNode),
  };
}

export function outlineOfType(type: Type): Outline {
  const { base, typedef } = type;
  switch (type.base) {
    case 'decimal64':
      return { base, typedef, fractionDigits: type.fractionDigits, ranges: intervals(type.ranges) };
    case 'string':
      return {
        base,
        typedef,
        lengths: intervals(type.lengths),
        patterns: type.patterns.map(({ text, invert }) => ({ text, invert })),
      };
    case 'binary':
      return { base, typedef, lengths: intervals(type.lengths) };
    case 'boolean':
    case 'empty':
      return { base, typedef };
    case 'enumeration':
      return { base, typedef, enums: [...type.enums.values()].map((e) => pick(e, 'name', 'value', 'status')) };
    case 'bits':
      return { base, typedef, bits: [...type.bits.values()].map((b) => pick(b, 'name', 'position', 'status')) };
    case 'identityref':
      return { base, typedef, bases: type.bases.map((b) => b.qname), identities: [...type.identities.keys()].sort() };
    case 'instance-identifier':
      return { base, typedef, requireInstance: type.requireInstance };
    case 'leafref':
      return { base, typedef, path: squeeze(type.pathText), requireInstance: type.requireInstance };
    case 'union':
      return { base, typedef, members: type.members.map(outlineOfType) };
    default:
      return { base, typedef, ranges: intervals(type.ranges) };
  }
}

/** Bounds as strings: a bigint cannot be printed by a failing comparison. */
function intervals(restrictions: readonly IntervalRestriction[]): string[] {
  return restrictions.map((r) => r.intervals.map(({ min, max }) => `${min}..${max}`).join('|'));
}

function pick<T extends object, K extends keyof T>(from: T, ...names: K[]): Outline {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** Long expressions are broken over lines differently in different files. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
