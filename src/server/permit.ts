/** Access control of an edit, and errors that do not disclose hidden nodes (RFC 8341 §3.2.4, §3.4.5). */
import { knowsAll } from '../access/index.js';
import { type Data, formatPath, type InstancePath, parseInstancePath, RpcError, type Tree } from '../data/index.js';
import type { Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import { keysOf } from './keys.js';
import { EditStepError } from './operation.js';

/**
 * Throws access-denied unless the caller may make every change between the two trees. Must be called before checks whose errors
 * could disclose data that the caller may not read.
 */
export function permitChanges(core: ServerCore, caller: Caller, before: Tree, after: Tree): void {
  try {
    core.access.requireChanges(caller.principal, before, after);
  } catch (error) {
    throw error instanceof RpcError ? asIfNew(core, caller, error) : error;
  }
}

/** Converts a refusal inside an entry that is hidden from the caller to the error for a missing entry. */
function asIfNew(core: ServerCore, caller: Caller, error: RpcError): RpcError {
  const { schema, registry } = core.endpoint(caller);
  if (error.path === undefined || knowsAll(caller.principal)) return error;
  const path = parseInstancePath(schema, error.path);
  for (const [at, { schema: node }] of path.slice(0, -1).entries()) {
    const above = path.slice(0, at + 1);
    const keys = keysOf(above);
    const concerns = registry.concerns(node);
    if (!concerns || concerns(keys, makeCall(core, caller, keys))) continue;
    const entry = formatPath(above);
    const { type, tag } = error;
    return new RpcError({ type, tag, path: entry, message: `user "${caller.principal.name}" may not create ${entry}` });
  }
  return error;
}

/** Like `permitChanges` for a provisional check that is repeated later: `denied-data-writes` does not count it. @throws Error */
export function requirePermitted({ access }: ServerCore, { principal }: Caller, before: Tree, after: Tree): void {
  if (!access.mayChange(principal, before, after)) throw new Error('not permitted on what is not durable yet');
}

/** Throws access-denied unless the caller may write these provider-kept nodes: a message is written as a whole. */
export function permitMessages(
  core: ServerCore,
  callerOf: (name: string) => Caller,
  owned: ReadonlyMap<string, Data>,
): void {
  for (const [name, data] of owned) {
    const goes = data.meta?.operation === 'delete' || data.meta?.operation === 'remove';
    core.access.requireWhole(callerOf(name).principal, new Map([[name, data]]), goes ? 'delete' : 'create');
  }
}

/** Errors of an edit that disclose whether a node exists. */
const EXISTENCE = new Map([
  ['data-exists', 'create'],
  ['data-missing', 'delete'],
] as const);

/** Applies an edit. Only a caller that may read the node, or may change it in that way, gets an error about its existence. */
export async function applyUnseen(core: ServerCore, caller: Caller, apply: () => Tree | Promise<Tree>): Promise<Tree> {
  try {
    return await apply();
  } catch (error) {
    const hidden = error instanceof RpcError ? existenceHidden(core, caller, error) : undefined;
    if (!hidden) throw error;
    throw error instanceof EditStepError ? new EditStepError(error.step, hidden) : hidden;
  }
}

function existenceHidden(core: ServerCore, caller: Caller, error: RpcError): RpcError | undefined {
  const { access } = core;
  const { schema } = core.endpoint(caller);
  if (access.readsAll(caller.principal, schema)) return undefined;
  for (const { tag, path: text } of error.all) {
    const operation = tag === 'data-exists' || tag === 'data-missing' ? EXISTENCE.get(tag) : undefined;
    if (operation === undefined || text === undefined) continue;
    const path = parseInstancePath(schema, text);
    const tellable = access.mayRead(caller.principal, path) && !mayBeHidden(core, caller, path);
    if (tellable || access.mayWrite(caller.principal, path, operation)) continue;
    return access.refuseWrite(caller.principal, path, operation);
  }
  return undefined;
}

/** True when the path leads to or through a list with entries that may be hidden from the caller. */
function mayBeHidden(core: ServerCore, caller: Caller, path: InstancePath): boolean {
  const { registry } = core.endpoint(caller);
  return !knowsAll(caller.principal) && path.some(({ schema }) => registry.concerns(schema) !== undefined);
}

/**
 * True when there may be entries at or below the path that are hidden from the caller. An agent endpoint hides the whole content
 * of running.
 */
export function hidesBelow(core: ServerCore, caller: Caller, path: InstancePath): boolean {
  if (knowsAll(caller.principal)) return false;
  if (caller.view.kind !== 'node') return true;
  const { schema, registry } = core.endpoint(caller);
  const last = path.at(-1);
  if (last && (last.key === undefined || !('data' in last.schema))) return registry.hasConcernsBelow(last.schema);
  const inside = last && 'data' in last.schema ? last.schema : schema.root;
  return [...inside.data.values()].some((node) => registry.hasConcernsBelow(node));
}

/** Constraints whose messages name other nodes than the faulty one, by error-app-tag, with neutral messages. */
const SPEAKING: ReadonlyMap<string, string> = new Map([
  ['data-not-unique', 'a unique constraint would be violated'],
  ['instance-required', 'a reference would lead to no instance'],
  ['must-violation', 'a must expression would be false'],
]);

/** Runs a validation. Its errors name no node that the caller may not read. */
export async function validateUnseen(core: ServerCore, caller: Caller, validate: () => Promise<void>): Promise<void> {
  try {
    await validate();
  } catch (error) {
    const { schema } = core.endpoint(caller);
    if (!(error instanceof RpcError) || core.access.readsAll(caller.principal, schema)) throw error;
    const [first, ...others] = error.all.map((each) => unseen(core, caller, each));
    throw first ? new RpcError(first, others) : error;
  }
}

function unseen(core: ServerCore, caller: Caller, error: RpcError): RpcError {
  const { type, tag, origin, appTag, path } = error;
  const said = appTag === undefined ? undefined : SPEAKING.get(appTag);
  const isReadable = path === undefined || mayReadText(core, caller, path);
  if (said === undefined && isReadable) return new RpcError(error);
  return new RpcError({
    type,
    tag,
    origin,
    appTag,
    path: isReadable ? path : undefined,
    message: said ?? 'a constraint on data outside of what you can read would be violated',
  });
}

function mayReadText(core: ServerCore, caller: Caller, path: string): boolean {
  try {
    return core.access.mayRead(caller.principal, parseInstancePath(core.endpoint(caller).schema, path));
  } catch (error) {
    // The path names no instance, for example that of a choice: its readability is unknown.
    if (error instanceof RpcError) return false;
    throw error;
  }
}
