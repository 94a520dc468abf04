/** Takes the approvals that a request needs, and uses them up. */
import {
  type ApprovalRequest,
  type ApprovalRule,
  type Claim,
  changedMeanwhile,
  type Principal,
  SYSTEM_USER,
} from '../../access/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import type { Queries, Tx } from '../../store/index.js';
import { actorsOf, recoveryAlert } from '../audit-event.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';

/** A request as a caller makes it. */
export type RequestToApprove = Omit<ApprovalRequest, 'requester'> & {
  /** The data parameters to which it refers, and the input with what they are now. Absent: the input cannot change meanwhile. */
  readonly data?: { readonly ids: readonly string[]; readonly describe: (queries: Queries) => Promise<unknown> };
};

/**
 * Takes the approvals that a request needs by some rules. The caller of this function consumes the claim in the transaction of the
 * request (`usingUp`), and releases it.
 *
 * @param rules those that concern the request: configured ones, or one that something else, such as a grant, demands
 * @returns undefined when the request needs none
 * @throws RpcError as `Approvals.require`
 */
export async function requireApproval(
  core: ServerCore,
  caller: Caller,
  request: RequestToApprove,
  rules: readonly ApprovalRule[],
): Promise<Claim | undefined> {
  const { approvals } = core;
  if (!approvals || rules.length === 0 || isNodeItself(caller.principal)) return undefined;
  if (caller.principal.recovery) return recovery(core, caller, request.operation, request.target);
  const { data, ...asked } = request;
  const claim = await approvals.require({ ...asked, requester: requesterOf(caller.principal) }, rules);
  if (!data) return claim;
  const consume = async (tx: Tx) => {
    if (canonicalJson(await data.describe(tx)) !== canonicalJson(asked.input)) throw changedMeanwhile(claim.ids);
    await claim.consume(tx);
    await core.approvalSources?.keep(tx, data.ids);
  };
  return { ...claim, consume };
}

/** Runs the work of a request. What it claimed is used up in its first transaction, or in one of its own. */
export async function usingUp<T>(core: ServerCore, claim: Claim | undefined, work: () => Promise<T>): Promise<T> {
  if (!claim) return work();
  let isUsed = false;
  const first = async (tx: Tx) => {
    await claim.consume(tx);
    tx.afterCommit(() => {
      isUsed = true;
    });
  };
  try {
    const result = await core.store.beginWith(first, work);
    if (!isUsed) await core.store.transact(first);
    return result;
  } finally {
    claim.release();
  }
}

/** Uses up the approvals of a request in its transaction. @throws RpcError as `requireApproval` */
export async function requireApprovalIn(
  core: ServerCore,
  caller: Caller,
  request: RequestToApprove,
  rules: readonly ApprovalRule[],
  tx: Tx,
): Promise<void> {
  const { approvals } = core;
  if (!approvals || rules.length === 0 || isNodeItself(caller.principal)) return;
  const { data, ...asked } = request;
  if (caller.principal.recovery) await recovery(core, caller, request.operation, request.target).consume(tx);
  else {
    await approvals.requireIn(tx, { ...asked, requester: requesterOf(caller.principal) }, rules);
    if (data) await core.approvalSources?.keep(tx, data.ids);
  }
}

function requesterOf(principal: Principal): ApprovalRequest['requester'] {
  const { name, domain, kind } = principal;
  return { name, domain, kind, actors: actorsOf(principal) ?? [] };
}

/** True for the node's own work, which nobody asks for. */
export function isNodeItself({ name, recovery: isRecovery }: Principal): boolean {
  return name === SYSTEM_USER && isRecovery === true;
}

/** A recovery session needs no approval (RFC 8341 §2.3 sets access control aside); each such use has a record and an alert. */
export function recovery(
  { audit, events }: ServerCore,
  caller: Caller,
  operation: string,
  targets: readonly string[],
): Claim {
  return {
    ids: [],
    consume: async (tx) => {
      if (!audit) return;
      const entry = { kind: 'recovery', operation, targets, outcome: 'done' } as const;
      audit.recordIn(tx, caller, entry);
      await events.append(tx, recoveryAlert(caller, entry));
    },
    release: () => undefined,
  };
}
