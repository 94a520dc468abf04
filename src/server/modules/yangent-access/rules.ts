/** Checks rules about approvals: each must be one that the node enforces. */
import {
  approverGroups,
  DATA_EDIT,
  operationNames,
  parseRulePath,
  RulePathFault,
  readAccessConfig,
  readRule,
  type UserSummary,
} from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import { entriesOf, type Members, textOf, textsOf } from '../../../data/rfc7951/members.js';
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
  before: Members,
  after: Members,
  users: readonly Pick<UserSummary, 'name' | 'kind' | 'groups'>[],
): void {
  const known = new Set(entriesOf(before, 'approval-rule').map((rule) => JSON.stringify(rule)));
  for (const rule of entriesOf(after, 'approval-rule')) {
    if (known.has(JSON.stringify(rule))) continue;
    for (const action of textsOf(rule, 'action')) requireAction(schema, rule, action);
    for (const path of textsOf(rule, 'path')) requirePath(schema, rule, path);
    if (textsOf(rule, 'path').length > 0 && !textsOf(rule, 'action').includes(DATA_EDIT))
      throw refusal(rule, 'path', `paths are for the action ${DATA_EDIT}, which the rule does not name`);
    requireVoters(rule, [...users, ...readAccessConfig(after).users]);
  }
}

/** A rule by which nobody can vote would be removed by a recovery session only. Users of tokens have no vote, so all voters are here. */
function requireVoters(rule: Members, users: readonly Pick<UserSummary, 'name' | 'kind' | 'groups'>[]): void {
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

function requireAction(schema: Schema, rule: Members, action: string): void {
  if (action === DATA_EDIT) return;
  if (OF_PROTOCOLS.test(action))
    throw refusal(rule, 'action', `"${action}" is an operation of the protocol; edits are the action ${DATA_EDIT}`);
  if (VOTES.has(action)) throw refusal(rule, 'action', `"${action}" is a vote; votes need no approval`);
  const names = operationNames(schema);
  if (names.has(action)) return;
  throw refusal(
    rule,
    'action',
    `the models have no rpc and no action "${action}"${didYouMean(action, names.keys())}; one has a name like yangent-tasks.assign, and edits are ${DATA_EDIT}`,
  );
}

function requirePath(schema: Schema, rule: Members, path: string): void {
  try {
    parseRulePath(schema, path);
  } catch (error) {
    throw error instanceof RulePathFault ? refusal(rule, 'path', error.message) : error;
  }
}

function refusal(rule: Members, leaf: string, message: string): RpcError {
  const path = `/yangent-access:access/approval-rule[name='${textOf(rule, 'name') ?? ''}']/${leaf}`;
  return new RpcError({ type: 'application', tag: 'invalid-value', path, message });
}
