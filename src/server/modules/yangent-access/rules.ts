/** Checks rules about approvals: each must be one that the node enforces. */
import {
  approverGroups,
  DATA_EDIT,
  DEVICE_EDIT,
  operationNames,
  parseRulePath,
  RulePathFault,
  readAccessConfig,
  readRule,
  type UserSummary,
} from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import type { YangentAccess_Access, YangentAccess_Access_ApprovalRule } from '../../../generated/yangent-access.js';
import { didYouMean, type Schema } from '../../../yang/index.js';

/** Modules whose rpcs the faces carry out themselves; what edits with them is `data.edit`. */
const OF_PROTOCOLS =
  /^(ietf-netconf|ietf-netconf-nmda|ietf-netconf-monitoring|notifications|ietf-subscribed-notifications)\./;

/** An approval of a vote would need votes itself, and a withdrawal only ends one. */
const VOTES: ReadonlySet<string> = new Set([
  'yangent-access.approve',
  'yangent-access.reject',
  'yangent-access.withdraw',
]);

/**
 * Checks the rules that a change brings; those that were there before stay as they are.
 *
 * @param users before the change
 * @throws RpcError invalid-value with the path of the rule
 */
export function requireRules(
  schema: Schema,
  before: YangentAccess_Access,
  after: YangentAccess_Access,
  users: readonly Pick<UserSummary, 'name' | 'kind' | 'groups'>[],
): void {
  const known = new Set((before['approval-rule'] ?? []).map((rule) => JSON.stringify(rule)));
  for (const rule of after['approval-rule'] ?? []) {
    if (known.has(JSON.stringify(rule))) continue;
    const { action: actions, path: paths = [] } = rule;
    for (const action of actions) requireAction(schema, rule, action);
    for (const path of paths) requirePath(schema, rule, path);
    if (paths.length > 0 && !actions.includes(DATA_EDIT))
      throw refusal(rule, 'path', `paths are for the action ${DATA_EDIT}, which the rule does not name`);
    requireDomains(rule, after);
    requireVoters(rule, [...users, ...readAccessConfig(after).users]);
  }
}

/** A rule by which nobody can vote would be removed by a recovery session only. Users of tokens have no vote, so all voters are here. */
function requireVoters(
  rule: YangentAccess_Access_ApprovalRule,
  users: readonly Pick<UserSummary, 'name' | 'kind' | 'groups'>[],
): void {
  const { approverGroups: named, quorum } = readRule(rule);
  const groups = approverGroups({ approverGroups: named });
  const voters = users.filter(
    ({ kind = 'person', groups: own }) => kind === 'person' && groups.some((each) => own.includes(each)),
  );
  const count = new Set(voters.map(({ name }) => name)).size;
  if (count >= quorum) return;
  const persons = count === 0 ? 'no person is' : count === 1 ? 'one person is' : `${count} persons are`;
  throw refusal(
    rule,
    count === 0 ? 'approver-group' : 'quorum',
    `nobody could grant it: ${persons} in ${groups.join(' or ')}, and ${quorum} must approve; give users the group (user/group) first, or in the same edit`,
  );
}

/** A rule about a domain that is not there would concern nothing, unseen. */
function requireDomains(rule: YangentAccess_Access_ApprovalRule, access: YangentAccess_Access): void {
  const known = (access['trust-domain'] ?? []).map(({ name }) => name);
  const gone = rule.domain?.find((name) => !known.includes(name));
  if (gone === undefined) return;
  throw refusal(
    rule,
    'domain',
    `there is no trust domain "${gone}"${didYouMean(gone, known)}; make it in the same edit, or before`,
  );
}

function requireAction(schema: Schema, rule: YangentAccess_Access_ApprovalRule, action: string): void {
  if (action === DATA_EDIT || action === DEVICE_EDIT) return;
  if (OF_PROTOCOLS.test(action))
    throw refusal(rule, 'action', `"${action}" is an operation of the protocol; edits are the action ${DATA_EDIT}`);
  if (VOTES.has(action)) throw refusal(rule, 'action', `"${action}" is a vote; votes need no approval`);
  const names = operationNames(schema);
  if (names.has(action)) return;
  throw refusal(
    rule,
    'action',
    `the models have no rpc and no action "${action}"${didYouMean(action, names.keys())}; one has a name like yangent-tasks.assign, and edits are ${DATA_EDIT} and ${DEVICE_EDIT}`,
  );
}

function requirePath(schema: Schema, rule: YangentAccess_Access_ApprovalRule, path: string): void {
  try {
    parseRulePath(schema, path);
  } catch (error) {
    throw error instanceof RulePathFault ? refusal(rule, 'path', error.message) : error;
  }
}

function refusal(rule: YangentAccess_Access_ApprovalRule, leaf: string, message: string): RpcError {
  const path = `/yangent-access:access/approval-rule[name='${rule.name}']/${leaf}`;
  return new RpcError({ type: 'application', tag: 'invalid-value', path, message });
}
