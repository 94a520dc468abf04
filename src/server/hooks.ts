/** Finds the nodes with hooks that an edit changed, and runs their hooks. */
import {
  type Children,
  type Data,
  entryChanges,
  formatPath,
  type InstancePath,
  type List,
  type ListEntry,
  messageOf,
  nodeToValue,
  type PathStep,
  RpcError,
  type Tree,
} from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { DataNode, SchemaNode } from '../yang/index.js';
import type { Call } from './call.js';
import { guard, type ServerCore } from './core.js';
import { keysOf } from './keys.js';
import type { ConfigChange, ConfigHooks } from './provider.js';
import { changedConfiguration, configurationInUse } from './values-in-use.js';

export interface HookedChange {
  readonly hooks: ConfigHooks;
  readonly change: ConfigChange;
}

/**
 * Returns every instance of a hooked node that differs between the two trees. Shared subtrees are skipped. Values that were set
 * are compared, without defaults.
 */
export function changedNodes(
  before: Tree,
  after: Tree,
  hooked: readonly { readonly node: DataNode; readonly hooks: ConfigHooks }[],
): HookedChange[] {
  const found: HookedChange[] = [];
  for (const { node, hooks } of hooked) {
    descend(before.children, after.children, dataPathOf(node), [], (path, old, now) => {
      found.push({ hooks, change: changeOf(path, old, now) });
    });
  }
  return found;
}

/** Makes a change whose values are computed when a hook reads them: most hooks read one of the two. */
function changeOf(
  path: InstancePath,
  old: Data | ListEntry | undefined,
  now: Data | ListEntry | undefined,
): ConfigChange {
  const [before, after] = [
    once(() => old && configurationInUse(old)),
    once(() => now && changedConfiguration(old, now)),
  ];
  return {
    path: formatPath(path),
    keys: keysOf(path),
    get before() {
      return before();
    },
    get after() {
      return after();
    },
    set: {
      get before() {
        return old && nodeToValue(old);
      },
      get after() {
        return now && nodeToValue(now);
      },
    },
  };
}

function once<T>(work: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: work() };
    return made.value;
  };
}

function dataPathOf(node: DataNode): DataNode[] {
  const path: DataNode[] = [];
  for (let each: SchemaNode | undefined = node; each; each = each.parent) {
    if (each.kind === 'container' || each.kind === 'list' || each === node) path.unshift(each as DataNode);
  }
  return path;
}

type Found = (path: PathStep[], before: Data | ListEntry | undefined, after: Data | ListEntry | undefined) => void;

const NOTHING: Children = new Map();

function descend(before: Children, after: Children, rest: readonly DataNode[], path: PathStep[], found: Found): void {
  const [node, ...below] = rest;
  if (!node) return;
  const old = before.get(node.qname);
  const now = after.get(node.qname);
  if (old === now) return;
  if (node.kind === 'list') {
    const oldEntries = old?.kind === 'list' ? old.entries : undefined;
    const nowEntries = now?.kind === 'list' ? now.entries : undefined;
    const step = (key: string, a: ListEntry | undefined, b: ListEntry | undefined) => {
      const here = [...path, { schema: node, key }];
      if (below.length === 0) found(here, a, b);
      else descend(a?.children ?? NOTHING, b?.children ?? NOTHING, below, here, found);
    };
    for (const { key, before: old, after: now } of changedEntries(oldEntries, nowEntries)) step(key, old, now);
    return;
  }
  const here = [...path, { schema: node }];
  if (below.length === 0) found(here, old, now);
  else descend(childrenOf(old), childrenOf(now), below, here, found);
}

/** Finds changed entries; shared structure is skipped, so one change in a long list is cheap. */
function changedEntries(
  before: List['entries'] | undefined,
  after: List['entries'] | undefined,
): readonly EntryChange[] {
  if (before && after) return entryChanges(before, after).changed;
  return [...(before ?? after ?? [])].map((entry) => ({
    key: entry.key,
    before: before && entry,
    after: after && entry,
  }));
}

interface EntryChange {
  readonly key: string;
  readonly before?: ListEntry;
  readonly after?: ListEntry;
}

function childrenOf(data: Data | undefined): Children {
  return data?.kind === 'container' ? data.children : NOTHING;
}

/** Runs `validate`. @throws RpcError as thrown by a hook; other errors become invalid-value with their message */
export async function validateHooks(changes: readonly HookedChange[], call: Call): Promise<void> {
  for (const { hooks, change } of changes) {
    await refusing(change.path, async () => hooks.validate?.(change, { ...call, keys: change.keys }));
  }
  for (const [hooks, together] of byHooks(changes)) {
    await refusing(together[0]?.path, async () => hooks.validateAll?.(together, call));
  }
}

async function refusing(path: string | undefined, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const message = messageOf(error);
    throw new RpcError({ type: 'application', tag: 'invalid-value', path, message }, [], { cause: error });
  }
}

/** Runs `store` in the transaction of the change; a failure undoes the change. */
export async function storeHooks(
  core: ServerCore,
  changes: readonly HookedChange[],
  call: Call,
  tx: Tx,
): Promise<void> {
  for (const [hooks, together] of byHooks(changes)) {
    await guard(core, `storing ${together[0]?.path}`, async () => hooks.store?.(together, call, tx));
  }
}

function byHooks(changes: readonly HookedChange[]): ReadonlyMap<ConfigHooks, readonly ConfigChange[]> {
  const groups = new Map<ConfigHooks, ConfigChange[]>();
  for (const { hooks, change } of changes) {
    const group = groups.get(hooks);
    if (group) group.push(change);
    else groups.set(hooks, [change]);
  }
  return groups;
}

/** Runs `apply`. A failure is logged, not answered: the change is already durable. */
export async function applyHooks(core: ServerCore, changes: readonly HookedChange[], call: Call): Promise<void> {
  for (const { hooks, change } of changes) {
    await guard(core, `applying ${change.path}`, async () =>
      hooks.apply?.(change, { ...call, keys: change.keys }),
    ).catch((error: unknown) =>
      core.log.error({ err: error, path: change.path }, 'configuration was stored but could not be applied'),
    );
  }
}
