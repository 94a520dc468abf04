/**
 * Drafts: schema nodes under construction. Uses, refine, augment and deviation change drafts; the result is built into the
 * immutable schema. A draft keeps each property as a statement with the scope it was written in, so that refine and
 * deviations can replace it.
 */
import { Fault } from '../errors.js';
import type { SourceLocation } from '../location.js';
import { isExtension, type Statement } from '../text/statement.js';
import type { Property, Scope, SourceModule } from './unit.js';

export type DraftKind =
  | 'root'
  | 'container'
  | 'list'
  | 'leaf'
  | 'leaf-list'
  | 'anydata'
  | 'anyxml'
  | 'choice'
  | 'case'
  | 'rpc'
  | 'action'
  | 'input'
  | 'output'
  | 'notification'
  | 'structure';

/** A `when` with the scope it was written in; `onParent`: it is evaluated on the parent. */
export interface DraftWhen extends Property {
  readonly onParent: boolean;
}

export interface Draft {
  readonly kind: DraftKind;
  readonly name: string;
  /** The module of the node's namespace: for nodes of a grouping, the module that uses it. */
  readonly module: SourceModule;
  readonly statement: Statement;
  readonly scope: Scope;
  parent: Draft | undefined;
  readonly children: Draft[];
  /** Children by qname. */
  readonly index: Map<string, Draft>;
  /** Property statements by keyword; uses of extensions under `extension`. */
  readonly properties: Map<string, Property[]>;
  readonly whens: DraftWhen[];
  /** True when an if-feature is false. The node stays until linking ends: augments may still refer to it. */
  disabled: boolean;
  /** Status inherited from the `uses` or `augment` that added the node. */
  inheritedStatus?: Property;
}

export const NODE_KINDS: ReadonlySet<string> = new Set([
  'container',
  'list',
  'leaf',
  'leaf-list',
  'anydata',
  'anyxml',
  'choice',
  'case',
  'rpc',
  'action',
  'input',
  'output',
  'notification',
]);

/** Statements inside a node that are neither properties nor nodes. */
const STRUCTURAL: ReadonlySet<string> = new Set([
  ...NODE_KINDS,
  'uses',
  'typedef',
  'grouping',
  'when',
  'if-feature',
  'augment',
  'refine',
]);

export function createDraft(
  kind: DraftKind,
  name: string,
  statement: Statement,
  scope: Scope,
  module: SourceModule,
  parent: Draft | undefined,
): Draft {
  return {
    kind,
    name,
    module,
    statement,
    scope,
    parent,
    children: [],
    index: new Map(),
    properties: new Map(),
    whens: [],
    disabled: false,
  };
}

/** Copies the property statements of `statement` into the draft. */
export function readProperties(draft: Draft, statement: Statement, scope: Scope): void {
  for (const sub of statement.statements) {
    if (isExtension(sub)) addProperty(draft, 'extension', { statement: sub, scope });
    else if (sub.keyword === 'when')
      draft.whens.push({ statement: sub, scope, onParent: draft.kind === 'choice' || draft.kind === 'case' });
    else if (!STRUCTURAL.has(sub.keyword)) addProperty(draft, sub.keyword, { statement: sub, scope });
  }
}

export function addProperty(draft: Draft, keyword: string, property: Property): void {
  const known = draft.properties.get(keyword);
  if (known) known.push(property);
  else draft.properties.set(keyword, [property]);
}

/** Returns the (first) property of that keyword. */
export function property(draft: Draft, keyword: string): Property | undefined {
  return draft.properties.get(keyword)?.[0];
}

export function propertyArgument(draft: Draft, keyword: string): string | undefined {
  return property(draft, keyword)?.statement.argument;
}

const NONE: readonly Property[] = [];

export function propertiesOf(draft: Draft, keyword: string): readonly Property[] {
  return draft.properties.get(keyword) ?? NONE;
}

/** Adds a child; a second one with the same name and module is an error (RFC 7950 §6.2.1). */
export function adopt(parent: Draft, child: Draft, at: SourceLocation): void {
  const qname = `${child.module.name}:${child.name}`;
  const other = parent.index.get(qname);
  if (other) {
    const { file, line } = other.statement.location;
    throw new Fault(
      at,
      `${child.kind} '${child.name}' is already defined in ${describeDraft(parent)}, at ${file}:${line}`,
    );
  }
  child.parent = parent;
  parent.index.set(qname, child);
  parent.children.push(child);
}

/** Removes a node from its parent. Input and output of an operation always stay, but lose their content. */
export function remove(draft: Draft): void {
  if (draft.kind === 'input' || draft.kind === 'output') {
    draft.children.length = 0;
    draft.index.clear();
    draft.properties.clear();
    return;
  }
  const { parent } = draft;
  if (!parent) return;
  parent.children.splice(parent.children.indexOf(draft), 1);
  parent.index.delete(`${draft.module.name}:${draft.name}`);
}

/** Describes a draft for messages: `container 'x'`, `module 'm'`. */
export function describeDraft(draft: Draft): string {
  switch (draft.kind) {
    case 'root':
      return `module '${draft.module.name}'`;
    case 'input':
    case 'output':
      return `${draft.kind} of '${draft.parent?.name}'`;
    default:
      return `${draft.kind} '${draft.name}'`;
  }
}

/** Returns the `config` in effect (RFC 7950 §7.21.1); false where `config` has no meaning. */
export function configOf(draft: Draft): boolean {
  for (let d: Draft | undefined = draft; d; d = d.parent) {
    if (WITHOUT_CONFIG.has(d.kind)) return false;
  }
  for (let d: Draft | undefined = draft; d; d = d.parent) {
    const own = propertyArgument(d, 'config');
    if (own !== undefined) return own === 'true';
  }
  return true;
}

const WITHOUT_CONFIG: ReadonlySet<DraftKind> = new Set<DraftKind>(['rpc', 'action', 'notification', 'structure']);

/** True inside (or at) an operation, notification or structure, where `config` has no meaning. */
export function isConfigFree(draft: Draft): boolean {
  for (let d: Draft | undefined = draft; d; d = d.parent) if (WITHOUT_CONFIG.has(d.kind)) return true;
  return false;
}

/** True for a mandatory node in the sense of RFC 7950 §3: valid data must contain it unconditionally. */
export function isMandatory(draft: Draft): boolean {
  if (draft.disabled) return false;
  switch (draft.kind) {
    case 'leaf':
    case 'choice':
    case 'anydata':
    case 'anyxml':
      return propertyArgument(draft, 'mandatory') === 'true';
    case 'list':
    case 'leaf-list':
      return Number(propertyArgument(draft, 'min-elements') ?? '0') > 0;
    case 'container':
      return (
        property(draft, 'presence') === undefined && draft.children.some((c) => c.whens.length === 0 && isMandatory(c))
      );
    default:
      return false;
  }
}
