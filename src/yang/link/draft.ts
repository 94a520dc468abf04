/**
 * Drafts: schema nodes while they are still being put together. Uses, refine, augment and deviation work on drafts;
 * what is left in the end is built into the immutable schema. A draft keeps its properties as statements with the
 * scope each was written in, so refine and deviations can exchange them one by one.
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

/** A `when` with the scope it was written in, and whether it is evaluated on the parent. */
export interface DraftWhen extends Property {
  readonly onParent: boolean;
}

export interface Draft {
  readonly kind: DraftKind;
  readonly name: string;
  /** The module whose namespace the node is in: for nodes of a grouping, the one that uses it. */
  readonly module: SourceModule;
  readonly statement: Statement;
  readonly scope: Scope;
  parent: Draft | undefined;
  readonly children: Draft[];
  /** Children by qname. */
  readonly index: Map<string, Draft>;
  /** Property statements by keyword; extensions uses under `extension`. */
  readonly properties: Map<string, Property[]>;
  readonly whens: DraftWhen[];
  /** An if-feature rules it out. It stays until all is linked, because augments may still refer to it. */
  disabled: boolean;
  /** Status of the `uses` or `augment` that brought it here, which it inherits. */
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

/** Takes the property statements of `statement` over into the draft. */
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

/** The (first) property of that keyword. */
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

/** Adds a child; a second one of that name and module is an error (RFC 7950 §6.2.1). */
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

/** Takes a node out of its parent. An operation always keeps its input and output, which lose what they hold. */
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

/** `container 'x'`, `module 'm'`. */
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

/** The `config` in force (RFC 7950 §7.21.1); always false where it does not apply. */
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

/** True inside (or at) an operation, notification or structure, where `config` means nothing. */
export function isConfigFree(draft: Draft): boolean {
  for (let d: Draft | undefined = draft; d; d = d.parent) if (WITHOUT_CONFIG.has(d.kind)) return true;
  return false;
}

/** A mandatory node in the sense of RFC 7950 §3: something must be there without a condition. */
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
