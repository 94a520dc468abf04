/**
 * Requests that persons must approve: which rules concern a request, and the approvals that it uses up. One function each for rpcs and
 * actions, for edits, for messages that providers keep, and for rpcs that a room carries out in a transaction of its own.
 */
import {
  type About,
  type ApprovalRequest,
  type ApprovalRule,
  type Claim,
  DATA_EDIT,
  fitsNames,
  isNoLooser,
  type Principal,
  type RequestNames,
  readRule,
  SYSTEM_USER,
} from '../access/index.js';
import { type Data, formatPath, type InstancePath, keyValues, type Tree } from '../data/index.js';
import { textOf, withoutAbsent } from '../data/rfc7951/members.js';
import type { Tx } from '../store/index.js';
import { type ChangedValues, changedValues, isChangedAt, shownPath } from './approval-values.js';
import { actorsOf, recoveryAlert } from './audit-event.js';
import type { Caller } from './call.js';
import { configuration } from './configuration.js';
import { makeCall, type ServerCore } from './core.js';
import { keysOf } from './keys.js';
import type { InvokeRequest } from './operation.js';
import type { AskedOperation, OwnedNode, OwnedWrite } from './provider.js';
import { withoutSecrets } from './secret-values.js';
import { inputInUse } from './values-in-use.js';
import { nodeView } from './view.js';

const ACCESS = '/yangent-access:access';

const known = new WeakMap<object, readonly ApprovalRule[]>();
const NONE: readonly ApprovalRule[] = [];

/** Returns the rules about approvals in a content of running. */
export function approvalRules(tree: Tree): readonly ApprovalRule[] {
  // The models need not have it.
  const access = tree.children.has(ACCESS.slice(1)) ? configuration(tree, ACCESS) : undefined;
  const list = access?.['approval-rule'];
  if (!list) return NONE;
  const value = known.get(list) ?? list.map(readRule);
  known.set(list, value);
  return value;
}

/** A request as a caller makes it. */
export type RequestToApprove = Omit<ApprovalRequest, 'requester'>;

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
  if (caller.principal.recovery) return recovery(core, caller, request);
  return approvals.require({ ...request, requester: requesterOf(caller.principal) }, rules);
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

/** Takes the approvals of an rpc or action. */
export async function approvalOfInvoke(
  core: ServerCore,
  caller: Caller,
  request: InvokeRequest,
): Promise<Claim | undefined> {
  const rules = await rulesOfInvoke(core, caller, request);
  return rules.length === 0 ? undefined : requireApproval(core, caller, toApprove(request), rules);
}

/** Uses up the approvals of an rpc that a room carries out in this transaction. @throws RpcError as `requireApproval` */
export async function approveIn(core: ServerCore, caller: Caller, request: InvokeRequest, tx: Tx): Promise<void> {
  const { approvals } = core;
  const { principal } = caller;
  const rules = await rulesOfInvoke(core, caller, request);
  if (!approvals || rules.length === 0 || isNodeItself(principal)) return;
  const asked = toApprove(request);
  if (principal.recovery) await recovery(core, caller, asked).consume(tx);
  else await approvals.requireIn(tx, { ...asked, requester: requesterOf(principal) }, rules);
}

async function rulesOfInvoke(
  core: ServerCore,
  caller: Caller,
  request: InvokeRequest,
): Promise<readonly ApprovalRule[]> {
  if (!core.approvals) return NONE;
  const action = actionOf(request);
  const spelt = SPELLINGS.get(action) ?? action;
  const rules = approvalRules(core.running.tree).filter(
    ({ actions }) => actions.includes(action) || actions.includes(spelt),
  );
  if (rules.length === 0) return NONE;
  const names = await namesIn(core, caller, request);
  return rules.filter((rule) => names.some((each) => fitsNames(rule, each)));
}

/** Operations that are another spelling of one. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([['irtf-agent.task-negotiate', 'yangent-tasks.negotiate']]);

const actionOf = ({ operation }: InvokeRequest) => operation.qname.replace(':', '.');

function toApprove(request: InvokeRequest): RequestToApprove {
  const { path, input } = request;
  const target = path.length === 0 ? [] : [formatPath(path)];
  return { operation: actionOf(request), target, input: inputInUse(withoutSecrets(input)) };
}

/**
 * Returns the agents and the skill that a request is about: as its provider tells, else those that its path and the members of its
 * input name.
 */
async function namesIn(core: ServerCore, caller: Caller, request: InvokeRequest): Promise<readonly RequestNames[]> {
  const { operation, path, input } = request;
  const { principal, view } = caller;
  const tell = core.endpoint(caller).registry.about(operation);
  if (tell) {
    const about = await tell(inputInUse(input), makeCall(core, caller, keysOf(path)));
    return [about].flat().map((each) => namesOf(principal, each));
  }
  const members = inputInUse(input);
  const addressed = path.flatMap(({ schema, key }) =>
    schema.name === 'agent' && key !== undefined ? keyValues(key).slice(0, 1) : [],
  );
  const agents = [textOf(members, 'to'), textOf(members, 'agent'), addressed[0]];
  const named = {
    ...withoutAbsent({ from: textOf(members, 'from'), skill: textOf(members, 'skill') }),
    ...withoutAbsent({
      agent: agents.find((each) => each !== undefined) ?? (view.kind === 'agent' ? view.agent : undefined),
    }),
  };
  return [namesOf(principal, named)];
}

function namesOf({ agent }: Pick<Principal, 'agent'>, about: About): RequestNames {
  return { by: [agent, about.from].filter((each) => each !== undefined), to: about.agent, skill: about.skill };
}

/** A change of a datastore. */
export interface ChangeToApprove {
  /** That which is written first: an edit of running by RESTCONF, which also saves it, is one of running. */
  readonly datastore: 'running' | 'startup';
  readonly before: Tree;
  readonly after: Tree;
  readonly edit: Tree;
}

export interface ChangeTerms {
  /** True: the change is checked again, and nothing may be asked for yet. */
  readonly isProvisional?: boolean;
  /** The content with the rules in force. Default: that before the change. */
  readonly inForce?: Tree;
}

/** Takes the approvals of a change of running, or of startup. */
export async function approvalOfChange(
  core: ServerCore,
  caller: Caller,
  change: ChangeToApprove,
  { isProvisional = false, inForce = change.before }: ChangeTerms = {},
): Promise<Claim | undefined> {
  const all = approvalRules(inForce);
  if (!core.approvals || all.length === 0 || change.edit.children.size === 0) return undefined;
  const changed = changedValues(change);
  const left = new Map(approvalRules(change.after).map((rule) => [rule.name, rule]));
  const rules = all.filter(
    (rule) => isLoosened(rule, left.get(rule.name)) || concernsEdit(core, caller, rule, changed.paths),
  );
  if (rules.length === 0) return undefined;
  if (isProvisional) throw new Error('approvals are looked up when earlier changes are durable');
  return requireApproval(core, caller, editToApprove(change.datastore, changed), rules);
}

function isLoosened(before: ApprovalRule, after: ApprovalRule | undefined): boolean {
  return after === undefined || !isNoLooser(before, after);
}

function concernsEdit(
  core: ServerCore,
  { principal }: Caller,
  rule: ApprovalRule,
  changed: readonly InstancePath[],
): boolean {
  if (!rule.actions.includes(DATA_EDIT)) return false;
  const by = principal.agent === undefined ? [] : [principal.agent];
  if (!fitsNames(rule, { by, to: undefined, skill: undefined })) return false;
  const { schema } = core.endpoint({ view: nodeView });
  return rule.paths.length === 0 || rule.paths.some((path) => isChangedAt(schema, path, changed));
}

/** The same values in another datastore are another request. */
function editToApprove(
  datastore: ChangeToApprove['datastore'],
  { paths, edit, wanted, replaces }: ChangedValues,
): RequestToApprove {
  const nodes = paths.map(shownPath);
  return {
    operation: DATA_EDIT,
    target: datastore === 'running' ? nodes : [datastore, ...nodes],
    input: { datastore, edit, replaces },
    same: { datastore, wanted },
  };
}

/** A write of a message that a provider keeps. */
export interface MessageToApprove {
  readonly keeper: OwnedNode;
  readonly node: Data['schema'];
  readonly write: OwnedWrite;
}

/** Takes the approvals of messages that are written together: of the operations for which they stand, and of the edit. */
export async function approvalOfMessages(
  core: ServerCore,
  caller: Caller,
  messages: readonly MessageToApprove[],
): Promise<Claim | undefined> {
  const all = core.approvals ? approvalRules(core.running.tree) : NONE;
  if (all.length === 0) return undefined;
  const call = makeCall(core, caller);
  const asked = await Promise.all(messages.map(({ keeper, write }) => keeper.asks?.(write, call)));
  const rules = all.filter((rule) =>
    messages.some(({ node }, index) => concernsMessage(core, caller, rule, node, asked[index])),
  );
  const target = [...new Set(messages.map(({ node }) => `/${node.qname}`))];
  const input = messages.map(({ node, write: { operation, value } }) => ({
    target: `/${node.qname}`,
    operation,
    value,
  }));
  const [action] = asked.flatMap((each) => each?.action ?? []);
  return requireApproval(core, caller, { operation: action ?? DATA_EDIT, target, input: { edit: input } }, rules);
}

function concernsMessage(
  core: ServerCore,
  caller: Caller,
  rule: ApprovalRule,
  node: Data['schema'],
  asked: AskedOperation | undefined,
): boolean {
  if (concernsEdit(core, caller, rule, [[{ schema: node }]])) return true;
  if (!asked || !rule.actions.includes(asked.action)) return false;
  return fitsNames(rule, namesOf(caller.principal, asked.about));
}

function requesterOf(principal: Principal): ApprovalRequest['requester'] {
  const { name, kind } = principal;
  return { name, kind, actors: actorsOf(principal) ?? [] };
}

/** True for the node's own work, which nobody asks for. */
function isNodeItself({ name, recovery: isRecovery }: Principal): boolean {
  return name === SYSTEM_USER && isRecovery === true;
}

/** A recovery session needs no approval (RFC 8341 §2.3 sets access control aside); each such use has a record and an alert. */
function recovery({ audit, events }: ServerCore, caller: Caller, { operation, target }: RequestToApprove): Claim {
  return {
    ids: [],
    consume: async (tx) => {
      if (!audit) return;
      const entry = { kind: 'recovery', operation, targets: target, outcome: 'done' } as const;
      audit.recordIn(tx, caller, entry);
      await events.append(tx, recoveryAlert(caller, entry));
    },
    release: () => undefined,
  };
}
