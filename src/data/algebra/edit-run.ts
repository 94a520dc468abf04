/** One application of an edit: the effect of each operation on each kind of node. */
import type { DataNode } from '../../yang/schema.js';
import { type Members, membersOf } from '../codec/members.js';
import { keysOf } from '../encoding/content.js';
import { isPositional, noEntries } from '../entries/index.js';
import type { Entries } from '../entries.js';
import { Faults } from '../faults.js';
import { container, entry, leafList, list, NO_CHILDREN } from '../nodes.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import type {
  Any,
  Children,
  Container,
  Data,
  EditOperation,
  Leaf,
  LeafList,
  LeafListItem,
  List,
  ListEntry,
  Metadata,
} from '../tree.js';
import { formatStep } from '../values/instance-path/format.js';
import { equal, isNothing } from './equal.js';
import { isMarked, storedMeta, unmarked, unmarkedItem } from './marks.js';

export class EditRun extends Faults {
  constructor(readonly slice: TimeSlice) {
    super();
  }

  /**
   * Returns the children of one parent after the edit; `before` itself when nothing changed. `module` is the module of
   * the parent in paths.
   */
  *children(
    members: Members,
    before: Children,
    edit: Children,
    inherited: EditOperation,
    module: string | undefined,
  ): Steps<Children> {
    let after: Map<string, Data> | undefined;
    for (const [qname, data] of edit) {
      const existing = before.get(qname);
      const result = yield* this.#node(data, existing, inherited, module);
      if (result === existing) continue;
      after ??= new Map(before);
      if (result === undefined) {
        // Another node of this edit may already have deleted this node, as a node of another case.
        after.delete(qname);
        continue;
      }
      after.set(qname, result);
      if (existing === undefined) for (const rival of members.byQname.get(qname)?.rivals ?? []) after.delete(rival);
    }
    return after ?? before;
  }

  *#node(
    data: Data,
    existing: Data | undefined,
    inherited: EditOperation,
    module: string | undefined,
  ): Steps<Data | undefined> {
    // A new node without marks is taken over unchanged: the usual case when data is loaded.
    if (existing === undefined && inherited !== 'none' && !isMarked(data)) return isNothing(data) ? undefined : data;
    switch (data.kind) {
      case 'leaf':
      case 'any':
        return this.#value(data, existing, data.meta?.operation ?? inherited, module);
      case 'container':
        return yield* this.#container(
          data,
          existing?.kind === 'container' ? existing : undefined,
          data.meta?.operation ?? inherited,
          module,
        );
      case 'list':
        return yield* this.#list(data, existing?.kind === 'list' ? existing : undefined, inherited, module);
      case 'leaf-list':
        return yield* this.#leafList(data, existing?.kind === 'leaf-list' ? existing : undefined, inherited, module);
    }
  }

  #value(
    data: Leaf | Any,
    existing: Data | undefined,
    operation: EditOperation,
    module: string | undefined,
  ): Data | undefined {
    if (!this.#check(operation, existing !== undefined, data.schema, undefined, module)) return existing;
    if (operation === 'none') return existing;
    // A value sent with the default tag (RFC 6243 §4.5.2) is not stored.
    if (operation === 'delete' || operation === 'remove' || data.meta?.isDefault === true) return undefined;
    const stored = unmarked(data);
    return existing !== undefined && equal(existing, stored) ? existing : stored;
  }

  *#container(
    data: Container,
    existing: Container | undefined,
    operation: EditOperation,
    module: string | undefined,
  ): Steps<Data | undefined> {
    const { schema } = data;
    const there = existing !== undefined && !isNothing(existing);
    // With operation 'none', a non-presence container counts as existing.
    const passes = operation === 'none' && !schema.presence;
    if (!passes && !this.#check(operation, there, schema, undefined, module)) return existing;
    if (operation === 'delete' || operation === 'remove') return undefined;
    const base = operation === 'replace' || operation === 'create' ? NO_CHILDREN : (existing?.children ?? NO_CHILDREN);
    const mark = this.mark;
    const children = yield* this.children(membersOf(schema), base, data.children, below(operation), schema.module.name);
    if (this.mark > mark) this.within(mark, formatStep(schema, undefined, module));
    const meta = mergedMeta(operation, existing?.meta, data.meta);
    if (existing !== undefined && children === existing.children && meta === existing.meta) return existing;
    const result = container(schema, children, meta);
    return isNothing(result) ? undefined : result;
  }

  *#list(
    data: List,
    existing: List | undefined,
    inherited: EditOperation,
    module: string | undefined,
  ): Steps<Data | undefined> {
    const { schema } = data;
    const own = data.meta?.operation;
    if (own !== undefined && !this.#check(own, existing !== undefined, schema, undefined, module)) return existing;
    if (own === 'delete' || own === 'remove') return undefined;
    const operation = own === undefined ? inherited : below(own);
    if (isPositional(schema)) return operation === 'none' ? existing : unmarked(data);
    const before = own === 'replace' || existing === undefined ? noEntries<ListEntry>(schema) : existing.entries;
    const members = membersOf(schema);
    let entries = before;
    for (const one of data.entries) {
      if (this.slice.due) yield;
      entries = yield* this.#entry(one, entries, before.get(one.key), members, operation, module);
    }
    if (existing !== undefined && entries === existing.entries) return existing;
    return entries.size === 0 ? undefined : list(schema, entries, existing?.meta);
  }

  *#entry(
    data: ListEntry,
    entries: Entries<ListEntry>,
    existing: ListEntry | undefined,
    members: Members,
    inherited: EditOperation,
    module: string | undefined,
  ): Steps<Entries<ListEntry>> {
    const { schema, key } = data;
    const operation = data.meta?.operation ?? inherited;
    if (!this.#check(operation, existing !== undefined, schema, key, module)) return entries;
    if (operation === 'delete' || operation === 'remove') return entries.delete(key);
    const keys = keysOf(schema, data.children);
    const base =
      operation === 'replace' || existing === undefined ? keys : annotated(existing.children, keys, operation);
    const mark = this.mark;
    const rest = new Map([...data.children].filter(([qname]) => !keys.has(qname)));
    const children = yield* this.children(members, base, rest, below(operation), schema.module.name);
    if (this.mark > mark) this.within(mark, formatStep(schema, key, module));
    const meta = mergedMeta(operation, existing?.meta, data.meta);
    const result =
      existing !== undefined && children === existing.children && meta === existing.meta
        ? existing
        : entry(schema, key, children, meta);
    return this.#place(entries, result, data, module);
  }

  *#leafList(
    data: LeafList,
    existing: LeafList | undefined,
    inherited: EditOperation,
    module: string | undefined,
  ): Steps<Data | undefined> {
    const { schema } = data;
    const own = data.meta?.operation;
    if (own !== undefined && !this.#check(own, existing !== undefined, schema, undefined, module)) return existing;
    if (own === 'delete' || own === 'remove' || data.meta?.isDefault === true) return undefined;
    const operation = own === undefined ? inherited : below(own);
    if (isPositional(schema)) return operation === 'none' ? existing : unmarked(data);
    const before = own === 'replace' || existing === undefined ? noEntries<LeafListItem>(schema) : existing.entries;
    let entries = before;
    for (const one of data.entries) {
      if (this.slice.due) yield;
      const effective = one.meta?.operation ?? operation;
      const old = before.get(one.key);
      if (!this.#check(effective, old !== undefined, schema, one.key, module)) continue;
      if (effective === 'delete' || effective === 'remove') entries = entries.delete(one.key);
      else if (effective !== 'none' && one.meta?.isDefault !== true) {
        const stored = unmarkedItem(one);
        entries = this.#place(entries, old !== undefined && equal(old, stored) ? old : stored, one, module);
      }
    }
    if (existing !== undefined && entries === existing.entries) return existing;
    return entries.size === 0 ? undefined : leafList(schema, entries, existing?.meta);
  }

  /** Sets the entry at the place that the edit gives. */
  #place<T extends ListEntry | LeafListItem>(
    entries: Entries<T>,
    result: T,
    edit: T,
    module: string | undefined,
  ): Entries<T> {
    const insert = edit.meta?.insert;
    if (insert === undefined) return entries.set(result.key, result);
    if ('key' in insert && (insert.key === result.key || !entries.has(insert.key))) {
      const attribute = edit.kind === 'entry' ? 'key' : 'value';
      this.fault(
        'bad-attribute',
        `the entry to insert ${insert.at} does not exist`,
        formatStep(edit.schema, edit.key, module),
        { 'bad-attribute': attribute, 'bad-element': edit.schema.name },
        { appTag: 'missing-instance', schema: edit.schema },
      );
      return entries;
    }
    return entries.place(result.key, result, insert);
  }

  /** Notes a fault when the operation is not allowed; false when the node must stay unchanged. */
  #check(
    operation: EditOperation,
    exists: boolean,
    schema: DataNode,
    key: string | undefined,
    module: string | undefined,
  ): boolean {
    if (operation === 'create' && exists) {
      this.fault('data-exists', `'${schema.name}' exists already`, formatStep(schema, key, module), undefined, {
        schema,
      });
      return false;
    }
    if ((operation === 'delete' || operation === 'none') && !exists) {
      this.fault('data-missing', `'${schema.name}' does not exist`, formatStep(schema, key, module), undefined, {
        schema,
      });
      return false;
    }
    return true;
  }
}

/** Returns the operation for the children; the children of a replaced node are merged into an empty one. */
function below(operation: EditOperation): EditOperation {
  return operation === 'replace' ? 'merge' : operation;
}

/**
 * Returns the children of an entry with the annotations that the edit has on its keys; without such annotations the
 * keys only identify the entry.
 */
function annotated(children: Children, keys: ReadonlyMap<string, Data>, operation: EditOperation): Children {
  if (operation === 'none') return children;
  let result: Map<string, Data> | undefined;
  for (const [qname, key] of keys) {
    const before = children.get(qname);
    if (storedMeta(key.meta) === undefined || (before !== undefined && equal(before, key))) continue;
    result ??= new Map(children);
    result.set(qname, unmarked(key));
  }
  return result ?? children;
}

/** Returns the annotations of the edit when it has any or replaces; else the existing ones. */
function mergedMeta(
  operation: EditOperation,
  before: Metadata | undefined,
  edit: Metadata | undefined,
): Metadata | undefined {
  const own = storedMeta(edit);
  return own === undefined && operation !== 'replace' && operation !== 'create' ? before : own;
}
