/**
 * Editing: one edit tree is split into what running stores and what providers keep; both are validated, then
 * written in one transaction.
 */
import {
  applyEdit,
  type Data,
  emptyTree,
  fromValue,
  type ListEntry,
  mergeTrees,
  nodeToValue,
  RpcError,
  type Tree,
  validateAsync,
} from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { DataNode } from '../yang/index.js';
import type { Caller } from './call.js';
import { configChangeEvent } from './config-change.js';
import { makeCall, type ServerContext } from './context.js';
import { applyHooks, changedNodes, validateHooks } from './hooks.js';
import { entryKeyValues, exists, noKeys, withKeys } from './keys.js';
import type { EditOutcome, EditRequest } from './operation.js';
import { ownedContext } from './owned-context.js';
import type { OwnedNode, OwnedOutcome, OwnedWrite } from './provider.js';
import { readTree } from './read.js';

interface OwnedTask {
  readonly keeper: OwnedNode;
  readonly node: DataNode;
  readonly write: OwnedWrite;
}

export async function editTree(context: ServerContext, caller: Caller, request: EditRequest): Promise<EditOutcome> {
  const { schema, registry } = context.face(caller);
  for (const node of request.edit.children.values()) permitWrite(context, caller, node.schema);
  const { owned, config } = split(request, registry.ownedNames);
  const writes = [...owned.values()].flatMap((data) => ownedWrites(data, request, registry.owned(data.schema)));
  writes.sort((a, b) => a.keeper.order - b.keeper.order);
  if (writes.length > 0) await validateOwned(context, caller, owned);

  const created = request.target !== undefined && !(await targetExists(context, caller, request));
  if (request.testOnly) {
    const after = applyEdit(context.running.tree, config, request.defaultOperation, { schema });
    await validateAsync(after, { schema, type: 'config', unchanged: context.running.tree });
    return { created };
  }

  const outcomes: OwnedOutcome[] = [];
  const writeOwned = async (tx: Tx) => {
    for (const { keeper, write } of writes) {
      const outcome = await keeper.write(write, makeCall(context, caller, write.keys), tx);
      if (outcome) outcomes.push(outcome);
    }
  };
  if (config.children.size === 0 && request.defaultOperation !== 'replace') await context.store.transact(writeOwned);
  else await editRunning(context, caller, request, config, writeOwned);
  return { created, message: request.awaitMessage ? await finished(context, caller, writes, outcomes) : undefined };
}

async function editRunning(
  context: ServerContext,
  caller: Caller,
  request: EditRequest,
  config: Tree,
  inside: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { schema, registry } = context.face(caller);
  if (caller.view.kind === 'agent') {
    throw new RpcError({
      type: 'application',
      tag: 'operation-not-supported',
      message: 'an agent endpoint keeps no configuration; use the endpoint of the node',
    });
  }
  const call = makeCall(context, caller);
  let changes: ReturnType<typeof changedNodes> = [];
  await context.running.change({
    next: (current) => {
      requireMatch(request, context.running.etag);
      return applyEdit(current, config, request.defaultOperation, { schema });
    },
    check: async (before, after) => {
      await validateAsync(after, { schema, type: 'config', unchanged: before });
      changes = changedNodes(before, after, registry.hooks);
      await validateHooks(changes, call);
    },
    inside: async (tx, before, after) => {
      await inside(tx);
      if (registry.announcesChanges && before !== after) {
        await context.events.append(tx, configChangeEvent(before, after, caller));
      }
    },
    done: () => applyHooks(context, changes, call),
  });
}

function requireMatch(request: EditRequest, etag: string): void {
  if (!request.ifMatch || request.ifMatch.includes(etag)) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-failed',
    appTag: 'precondition-failed',
    message: `the configuration has changed since: its entity-tag is now "${etag}"`,
  });
}

function permitWrite(context: ServerContext, caller: Caller, node: DataNode): void {
  if (context.permissions.mayWrite(caller.principal, node.qname)) return;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    path: `/${node.qname}`,
    message: `user "${caller.principal.name}" may not change ${node.qname}`,
  });
}

/** Separates the top-level nodes that providers keep from those that running stores. */
function split(request: EditRequest, ownedNames: ReadonlySet<string>): { owned: Map<string, Data>; config: Tree } {
  const owned = new Map<string, Data>();
  const config = new Map<string, Data>();
  for (const [name, data] of request.edit.children) (ownedNames.has(name) ? owned : config).set(name, data);
  return { owned, config: { ...request.edit, children: config } };
}

function ownedWrites(data: Data, request: EditRequest, keeper: OwnedNode | undefined): OwnedTask[] {
  if (!keeper) return [];
  const node = data.schema;
  const one = (each: Data | ListEntry, keys = noKeys): OwnedTask => {
    const operation = each.meta?.operation ?? data.meta?.operation ?? request.defaultOperation;
    const value = nodeToValue(each);
    if (operation === 'none') throw partOfMessage(node);
    return { keeper, node, write: { operation, value: isRecord(value) ? value : {}, keys } };
  };
  if (data.kind !== 'list') return [one(data)];
  return [...data.entries].map((entry) =>
    one(entry, withKeys(noKeys, data.schema, entryKeyValues(data.schema, entry.key))),
  );
}

function partOfMessage(node: DataNode): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-not-supported',
    path: `/${node.qname}`,
    message: `${node.qname} is written as one whole message, not node by node`,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks a message with the entries it refers to, which may exist already or come in the same edit. */
async function validateOwned(context: ServerContext, caller: Caller, owned: ReadonlyMap<string, Data>): Promise<void> {
  const { schema } = context.face(caller);
  const message: Tree = { kind: 'root', schema: schema.root, children: owned };
  const others = await ownedContext(context, caller, message);
  const whole = mergeTrees(others, message);
  const skip = new Set([...schema.root.data.keys()].filter((name) => !owned.has(name)));
  await validateAsync(whole, { schema, type: 'data', skip });
}

async function targetExists(context: ServerContext, caller: Caller, request: EditRequest): Promise<boolean> {
  const path = request.target ?? [];
  const first = path[0];
  if (!first || !context.face(caller).registry.owned(first.schema)) return exists(context.running.tree, path);
  const below = [{ key: first.key, below: 'all' as const }];
  const tree = await readTree(context, caller, { content: 'all', selection: new Map([[first.schema.qname, below]]) });
  return exists(tree, path);
}

/** The message as it ended, for a face that can answer with it. */
async function finished(
  context: ServerContext,
  caller: Caller,
  writes: readonly OwnedTask[],
  outcomes: readonly OwnedOutcome[],
): Promise<Tree | undefined> {
  const finish = outcomes.at(-1)?.finish;
  const node = writes.at(-1)?.node;
  if (!finish || !node) return undefined;
  const { schema } = context.face(caller);
  const value = await finish();
  return mergeTrees(emptyTree(schema.root), fromValue(schema.root, { [node.qname]: value }, { schema }));
}
