/** Rpcs and actions that persons must approve. */
import { type ApprovalRule, type Claim, fitsNames, type RequestNames } from '../../access/index.js';
import { formatPath, keyValues } from '../../data/index.js';
import { textOf, withoutAbsent } from '../../data/rfc7951/members.js';
import type { Queries, Tx } from '../../store/index.js';
import type { Caller } from '../call.js';
import { makeCall, type ServerCore } from '../core.js';
import { keysOf } from '../keys.js';
import type { InvokeRequest } from '../operation.js';
import { withoutSecrets } from '../secret-values.js';
import { inputInUse } from '../values-in-use.js';
import { withData } from './data.js';
import { type RequestToApprove, requireApproval, requireApprovalIn } from './require.js';
import { approvalRules, NONE, namesOf } from './rules.js';

/** Takes the approvals of an rpc or action. */
export async function approvalOfInvoke(
  core: ServerCore,
  caller: Caller,
  request: InvokeRequest,
): Promise<Claim | undefined> {
  const rules = await rulesOfInvoke(core, caller, request);
  if (rules.length === 0) return undefined;
  return requireApproval(core, caller, await toApprove(core, caller, request), rules);
}

/** Uses up the approvals of an rpc that a room carries out in this transaction. @throws RpcError as `requireApproval` */
export async function approveIn(core: ServerCore, caller: Caller, request: InvokeRequest, tx: Tx): Promise<void> {
  const rules = await rulesOfInvoke(core, caller, request);
  if (rules.length > 0) await requireApprovalIn(core, caller, await toApprove(core, caller, request, tx), rules, tx);
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

async function toApprove(
  core: ServerCore,
  caller: Caller,
  request: InvokeRequest,
  queries?: Queries,
): Promise<RequestToApprove> {
  const { operation, path, input } = request;
  const own = path.length === 0 ? [] : [formatPath(path)];
  const others = await core.approvalSources?.targets.get(operation.qname)?.(caller, input);
  const asked = {
    operation: actionOf(request),
    target: [...own, ...(others ?? [])],
    input: inputInUse(withoutSecrets(input)),
  };
  return withData(core, caller, asked, queries);
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
    return [about].flat().map((each) => namesOf(core, principal, each));
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
  return [namesOf(core, principal, named)];
}
