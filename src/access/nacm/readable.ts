/**
 * Filters a document for a user (RFC 8341 §3.2.4): nodes that the user may not read are left out with all nodes below them, as
 * if they did not exist. A subtree that is readable as a whole is returned unchanged, without a look at its entries.
 */
import {
  type Children,
  type Data,
  filterEntriesSteps,
  type InstancePath,
  type LeafList,
  type List,
  type ListEntry,
  mapChildrenSteps,
  mapEntriesSteps,
  type PathStep,
  type Steps,
  type TimeSlice,
  type Tree,
  withChildren,
} from '../../data/index.js';
import { decide, mayFit, type Policy } from './policy.js';

/** Returns the readable part of a tree; the same tree when all of it is readable. */
export function readableTree(policy: Policy, tree: Tree, slice: TimeSlice): Steps<Tree> {
  return new Readable(policy, slice).tree(tree);
}

class Readable {
  constructor(
    readonly policy: Policy,
    readonly slice: TimeSlice,
  ) {}

  *tree(tree: Tree): Steps<Tree> {
    return withChildren(tree, yield* this.#children(tree.children, []));
  }

  #children(children: Children, path: InstancePath): Steps<Children> {
    return mapChildrenSteps(children, (data) => this.#node(data, path));
  }

  *#node(data: Data, path: InstancePath): Steps<Data | undefined> {
    switch (this.policy.reach(data.schema, 'read')) {
      case 'all':
        return data;
      case 'none':
        return undefined;
      case 'some':
        return yield* this.#part(data, path);
    }
  }

  *#part(data: Data, path: InstancePath): Steps<Data | undefined> {
    const decision = this.policy.decision(data.schema, 'read');
    switch (data.kind) {
      case 'list':
        return withEntries(
          data,
          yield* mapEntriesSteps(data.schema, data.entries, this.slice, (entry) =>
            this.#entry(entry, [...path, { schema: data.schema, key: entry.key }]),
          ),
        );
      case 'leaf-list':
        return withItems(
          data,
          yield* filterEntriesSteps(data.schema, data.entries, this.slice, (item) =>
            decide(decision, [...path, { schema: data.schema, key: item.key }]),
          ),
        );
      case 'container': {
        const here = [...path, { schema: data.schema }];
        if (!decide(decision, here)) return undefined;
        const children = yield* this.#children(data.children, here);
        if (children === data.children) return data;
        // A container without presence is left out when empty: it would show that something is hidden.
        return children.size === 0 && !data.schema.presence ? undefined : { ...data, children };
      }
      default:
        return decide(decision, [...path, { schema: data.schema }]) ? data : undefined;
    }
  }

  /** Returns the readable part of an entry; undefined when not all its keys are readable. */
  *#entry(entry: ListEntry, path: readonly PathStep[]): Steps<ListEntry | undefined> {
    const { policy } = this;
    const { schema } = entry;
    // Fast path: most entries of a list are not named by any rule.
    const { rules, reach } = policy.unkeyed(schema);
    if (reach === 'all' && !rules.some((rule) => mayFit(rule, path))) return entry;
    if (!decide(policy.decision(schema, 'read'), path)) return undefined;
    if (!schema.keys.every((leaf) => decide(policy.decision(leaf, 'read'), [...path, { schema: leaf }])))
      return undefined;
    return withChildren(entry, yield* this.#children(entry.children, path));
  }
}

function withEntries(list: List, entries: List['entries']): List | undefined {
  if (entries === list.entries) return list;
  return entries.size === 0 ? undefined : { ...list, entries };
}

function withItems(list: LeafList, entries: LeafList['entries']): LeafList | undefined {
  if (entries === list.entries) return list;
  return entries.size === 0 ? undefined : { ...list, entries };
}
