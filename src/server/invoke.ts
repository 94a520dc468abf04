/** RPCs and actions: permission, validation, the provider's function, its output as a Tree. */
import { formatPath, fromValue, RpcError, selectionOfPath, type Tree, toValue, validateAsync } from '../data/index.js';
import type { Caller } from './call.js';
import { guard, makeCall, type ServerContext } from './context.js';
import { exists, keysOf } from './keys.js';
import type { InvokeRequest } from './operation.js';
import { readTree } from './read.js';

export async function invokeOperation(
  context: ServerContext,
  caller: Caller,
  request: InvokeRequest,
): Promise<Tree | undefined> {
  const { operation, path, input } = request;
  const { schema, registry } = context.face(caller);
  if (!context.permissions.mayExecute(caller.principal, operation.qname)) {
    throw new RpcError({
      type: 'protocol',
      tag: 'access-denied',
      message: `user "${caller.principal.name}" may not run ${operation.qname}`,
    });
  }
  const handler = registry.operation(operation);
  if (!handler) {
    throw new RpcError({
      type: 'protocol',
      tag: 'operation-not-supported',
      message: `nothing on this node implements ${operation.qname}`,
    });
  }
  await validateAsync(input, { schema, type: 'rpc', context: context.running.tree });
  if (path.length > 0) await requireInstance(context, caller, request);
  const call = makeCall(context, caller, keysOf(path));
  const output = await guard(context, operation.qname, () => handler(toValue(input), call));
  if (output === undefined)
    return operation.output.data.size > 0 ? fromValue(operation.output, {}, { schema }) : undefined;
  return guard(context, `the output of ${operation.qname}`, async () =>
    fromValue(operation.output, output, { schema }),
  );
}

async function requireInstance(
  context: ServerContext,
  caller: Caller,
  { path, operation }: InvokeRequest,
): Promise<void> {
  const tree = await readTree(context, caller, { content: 'all', selection: selectionOfPath(path) });
  if (exists(tree, path)) return;
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    path: formatPath(path),
    message: `there is no ${formatPath(path)} to run "${operation.name}" on`,
  });
}
