/** The operations of the core with plain RFC 7951 values, for code inside the node and for callers of faces. */
import {
  find,
  fromValue,
  nodeToValue,
  parseInstancePath,
  RpcError,
  selectionOfPath,
  type Tree,
  toValue,
} from '../data/index.js';
import type { Admitted, Caller, Server } from '../server/index.js';
import type { Tx } from '../store/index.js';

/** Invokes an rpc. @throws RpcError as for a client */
export async function invokeRpc(server: Server, caller: Caller, rpc: string, input: unknown): Promise<unknown> {
  const schema = server.schema(caller.view);
  const operation = schema.rpcs.get(rpc);
  if (!operation) throw notThere('rpc', rpc);
  const tree = fromValue(operation.input, input ?? {}, { schema });
  const output = await server.invoke(caller, { operation, path: [], input: tree });
  return output && toValue(output);
}

/** Admits an rpc that a room carries out in this transaction. @throws RpcError as for a client */
export async function admitRpc(
  server: Server,
  caller: Caller,
  rpc: string,
  { input, approved }: { readonly input: unknown; readonly approved?: unknown },
  tx: Tx,
): Promise<Admitted> {
  const schema = server.schema(caller.view);
  const operation = schema.rpcs.get(rpc);
  if (!operation) throw notThere('rpc', rpc);
  const read = (value: unknown) => fromValue(operation.input, value, { schema });
  return server.admit(caller, operation, read(input), tx, approved === undefined ? undefined : read(approved));
}

/** Invokes an action. @param path instance path of the node, followed by the action */
export async function invokeAction(server: Server, caller: Caller, path: string, input: unknown): Promise<unknown> {
  const schema = server.schema(caller.view);
  const slash = path.lastIndexOf('/');
  const target = parseInstancePath(schema, path.slice(0, slash));
  const node = target.at(-1)?.schema;
  const name = path.slice(slash + 1);
  const actions = node?.kind === 'container' || node?.kind === 'list' ? node.actions : undefined;
  const operation = actions?.get(name.includes(':') ? name : `${node?.module.name}:${name}`);
  if (!operation) throw notThere('action', path);
  const tree = fromValue(operation.input, input ?? {}, { schema });
  const output = await server.invoke(caller, { operation, path: target, input: tree });
  return output && toValue(output);
}

/** Reads the value at an instance path; undefined when there is none. */
export async function readValue(server: Server, caller: Caller, path: string): Promise<unknown> {
  const target = parseInstancePath(server.schema(caller.view), path);
  const tree = await server.read(caller, { content: 'all', selection: selectionOfPath(target) });
  const found = find(tree, target);
  return found && nodeToValue(found);
}

/** Decodes a document of top-level nodes. */
export function treeOf(server: Server, caller: Caller, document: unknown): Tree {
  const schema = server.schema(caller.view);
  return fromValue(schema.root, document, { schema });
}

/** Merges an edit into running. */
export async function merge(server: Server, caller: Caller, edit: Tree): Promise<void> {
  await server.edit(caller, { edit, defaultOperation: 'merge' });
}

export function notThere(what: string, name: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'unknown-element',
    message: `the models of this node define no ${what} "${name}"`,
    info: { 'bad-element': name },
  });
}
