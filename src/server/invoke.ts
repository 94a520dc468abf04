/** Invokes rpcs and actions: permission, validation, the provider's function, its output as a Tree. */
import {
  formatPath,
  fromValue,
  mergeTrees,
  messageOf,
  RpcError,
  selectionOfPath,
  type Tree,
  validateAsync,
} from '../data/index.js';
import type { Schema } from '../yang/index.js';
import { approvalOfInvoke, usingUp } from './approval/index.js';
import { requireAuthority, withoutLinks } from './authority.js';
import { withoutBlanks } from './blanks.js';
import type { Caller } from './call.js';
import { guard, makeCall, type ServerCore } from './core.js';
import { exists, keysOf } from './keys.js';
import type { InvokeRequest } from './operation.js';
import { readTree } from './read.js';
import { requireTimes } from './times.js';
import { inputInUse } from './values-in-use.js';

export async function invokeOperation(
  core: ServerCore,
  caller: Caller,
  request: InvokeRequest,
  onApproved: (ids: readonly string[]) => void = () => undefined,
): Promise<Tree | undefined> {
  const { operation, path } = request;
  const { schema, registry } = core.endpoint(caller);
  core.access.requireExecute(caller.principal, operation, path, 'later');
  const own = core.operations.get(operation.qname);
  const handler = registry.operation(operation);
  const identifying = registry.blanks(operation);
  const { input: given } = request;
  const input = identifying ? { ...given, children: withoutBlanks(given.children, identifying) } : given;
  if (!handler && !own) {
    throw new RpcError({
      type: 'protocol',
      tag: 'operation-not-supported',
      message: `nothing on this node implements ${operation.qname}`,
    });
  }
  // A caller who may run the action need not be allowed to read its instance: a limited authority names the one or the other.
  const instance = path.length > 0 ? await requireInstance(core, withoutLinks(caller), request) : undefined;
  const running = core.running.tree;
  // The instance of an action may be state that a provider keeps.
  const around = instance ? mergeTrees(running, instance) : running;
  requireTimes(input);
  await validateAsync(input, { schema, type: 'rpc', context: around, at: path });
  const call = makeCall(core, caller, keysOf(path));
  await requireAuthority(core, caller, request, input);
  const claim = await approvalOfInvoke(core, caller, { operation, path, input });
  if (claim) onApproved(claim.ids);
  const carriedOut = () =>
    usingUp(core, claim, async () => (own ? own(caller, input) : handler?.(inputInUse(input), call)));
  const value = await guard(core, operation.qname, carriedOut, call);
  if (value === undefined && operation.output.data.size === 0) return undefined;
  return outputOf(core, request, value ?? {}, around, schema);
}

/** Converts the result of the provider to data. A result that its own model refuses is a fault of the provider. */
async function outputOf(
  core: ServerCore,
  { operation, path }: InvokeRequest,
  value: unknown,
  around: Tree,
  schema: Schema,
): Promise<Tree> {
  return guard(core, `the output of ${operation.qname}`, async () => {
    try {
      const output = fromValue(operation.output, value, { schema });
      await validateAsync(output, { schema, type: 'reply', context: around, at: path });
      return output;
    } catch (error) {
      throw new Error(messageOf(error), { cause: error });
    }
  });
}

async function requireInstance(core: ServerCore, caller: Caller, { path, operation }: InvokeRequest): Promise<Tree> {
  const tree = await readTree(core, caller, { content: 'all', selection: selectionOfPath(path) });
  if (exists(tree, path)) return tree;
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    path: formatPath(path),
    message: `there is no ${formatPath(path)} to run "${operation.name}" on`,
  });
}
