/**
 * Admits an rpc that a room carries out in a transaction of its own: with the permission, validation, defaults and audit record of
 * every other request.
 */
import { approvalsIn } from '../access/index.js';
import { RpcError, type Tree, validate } from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { OperationNode } from '../yang/index.js';
import { approveIn } from './approval/index.js';
import type { Call, Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import { requireTimes } from './times.js';
import { inputInUse } from './values-in-use.js';

/** A request that was admitted. */
export interface Admitted {
  /** RFC 7951 members of the input, with defaults. */
  readonly input: Record<string, unknown>;
  readonly call: Call;
}

/**
 * Admits the rpc and records it in the transaction; a refusal is recorded outside of it.
 *
 * @param approved the input that persons approve, where it is less than that of the request
 * @throws RpcError as `Server.invoke`, before it calls the provider
 */
export async function admitOperation(
  core: ServerCore,
  caller: Caller,
  operation: OperationNode,
  input: Tree,
  tx: Tx,
  approved = input,
): Promise<Admitted> {
  const entry = { operation: operation.qname, targets: [], input };
  try {
    const { schema } = core.endpoint(caller);
    core.access.requireExecute(caller.principal, operation, []);
    requireTimes(input);
    validate(input, { schema, type: 'rpc', context: core.running.tree });
    await approveIn(core, caller, { operation, path: [], input: approved }, tx);
    const admitted = { input: inputInUse(input), call: makeCall(core, caller) };
    if (core.audit) await core.events.append(tx, core.audit.eventIn(tx, caller, { ...entry, outcome: 'done' }));
    return admitted;
  } catch (error) {
    if (error instanceof RpcError)
      core.audit?.record(caller, {
        ...entry,
        outcome: error.tag === 'access-denied' ? 'denied' : 'failed',
        errorTag: error.tag,
        approvals: approvalsIn(error),
      });
    throw error;
  }
}
