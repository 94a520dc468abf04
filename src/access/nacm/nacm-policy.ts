/** The policy of one user by NACM rules (RFC 8341 §3.4.4 - §3.4.6). */
import type { InstancePath } from '../../data/index.js';
import type { DataNode, NotificationNode, OperationNode, SchemaNode } from '../../yang/index.js';
import type { Principal } from '../principal.js';
import type { AccessOperation, NacmConfig, Rule, RuleList } from './config.js';
import { isMarked, READ_MARKS, WRITE_MARKS } from './marks.js';
import { type DataAccess, type Decision, decide, fits, type KeyedRule, mayReadPath, type Policy } from './policy.js';
import { reachOf, unkeyedOf } from './reach.js';
import type { RulePath } from './rule-path.js';

/** Operations that are denied unless a rule permits them, also with exec-default `permit` (RFC 8341 §3.2.5, §3.2.8). */
const GUARDED_OPERATIONS: ReadonlySet<string> = new Set(['ietf-netconf:delete-config', 'ietf-netconf:kill-session']);
/** Operations that are always permitted (RFC 8341 §3.4.4 step 3, §3.4.6 step 3). */
const FREE_OPERATIONS: ReadonlySet<string> = new Set(['ietf-netconf:close-session']);
const FREE_NOTIFICATIONS: ReadonlySet<string> = new Set([
  'nc-notifications:replayComplete',
  'nc-notifications:notificationComplete',
]);

/** Returns the policy for the user. */
export function nacmPolicy(config: NacmConfig, principal: Principal): Policy {
  const rules = rulesFor(config, principal);
  const { permitsByDefault } = config;
  const known = new Map<DataNode, Partial<Record<DataAccess, Decision>>>();

  const decision = (node: DataNode, access: DataAccess): Decision => {
    const remembered = known.get(node)?.[access];
    if (remembered !== undefined) return remembered;
    const answer = decideNode(node, access);
    known.set(node, { ...known.get(node), [access]: answer });
    return answer;
  };

  const decideNode = (node: DataNode, access: DataAccess): Decision => {
    const byDefault =
      access === 'read'
        ? permitsByDefault.read && !isMarked(node, READ_MARKS)
        : permitsByDefault.write && !isMarked(node, WRITE_MARKS);
    return matching(principal, rules, access, node.module.name, byDefault, concernsNode(node));
  };

  return {
    decision,
    reach: reachOf(decision),
    unkeyed: unkeyedOf((node) => decision(node, 'read')),
    mayExecute: (operation, path) => {
      if (FREE_OPERATIONS.has(operation.qname)) return true;
      const guarded = GUARDED_OPERATIONS.has(operation.qname) || isMarked(operation, READ_MARKS);
      const byDefault = permitsByDefault.exec && !guarded;
      const concerned = concernsOperation(operation, path);
      return decide(matching(principal, rules, 'exec', operation.module.name, byDefault, concerned), path);
    },
    mayReceive: (notification, path) => {
      if (FREE_NOTIFICATIONS.has(notification.qname)) return true;
      const names = [...path.map(({ schema }) => schema.qname), notification.qname];
      const byDefault = permitsByDefault.read && !isMarked(notification, READ_MARKS);
      const decided = matching(principal, rules, 'read', notification.module.name, byDefault, ({ target }) => {
        if (target.kind === 'any') return NO_KEYS;
        if (target.kind === 'notification') return isNamed(target.name, notification) ? NO_KEYS : undefined;
        const isNested = path.length > 0;
        return isNested && target.kind === 'data' && leadsTo(target.path, names) ? target.path : undefined;
      });
      return decide(decided, path) && mayReadPath({ decision }, path);
    },
  };
}

/** Returns the rules for the user, in order; none for a user without groups (RFC 8341 §3.4.4 steps 4 - 6). */
function rulesFor(config: NacmConfig, principal: Principal): readonly Rule[] {
  return listsFor(config, principal).flatMap((list) => list.rules);
}

function listsFor(config: NacmConfig, { name, groups }: Principal): readonly RuleList[] {
  const mine = new Set(config.externalGroups ? groups : []);
  for (const [group, users] of config.groups) if (users.has(name)) mine.add(group);
  if (mine.size === 0) return [];
  return config.ruleLists.filter((list) => list.groups.some((group) => group === '*' || mine.has(group)));
}

const NO_KEYS: RulePath = { names: [], keyed: [] };

/** Returns the path by which a rule concerns what is asked for; undefined for one that does not. */
type Concerned = (rule: Pick<Rule, 'target'>) => RulePath | undefined;

function concernsNode(node: DataNode): Concerned {
  const names = namesOf(node);
  return ({ target }) => {
    if (target.kind === 'any') return NO_KEYS;
    return target.kind === 'data' && leadsTo(target.path, names) ? target.path : undefined;
  };
}

function concernsOperation(operation: OperationNode, path: InstancePath): Concerned {
  const names = [...path.map(({ schema }) => schema.qname), operation.qname];
  return ({ target }) => {
    if (target.kind === 'any') return NO_KEYS;
    if (target.kind === 'operation') return isNamed(target.name, operation) ? NO_KEYS : undefined;
    const isAction = operation.kind === 'action';
    return isAction && target.kind === 'data' && leadsTo(target.path, names) ? target.path : undefined;
  };
}

/** An operation, or an access to the last node of the path. */
export type Refused =
  | { readonly access: 'exec'; readonly operation: OperationNode; readonly path: InstancePath }
  | { readonly access: DataAccess; readonly path: InstancePath };

/** Returns the name of the rule that decides, as `RULE-LIST/RULE`; undefined where a default or a mark does. */
export function decidingRule(config: NacmConfig, principal: Principal, refused: Refused): string | undefined {
  const { access, path } = refused;
  const data = path.at(-1)?.schema;
  const node = refused.access === 'exec' ? refused.operation : data;
  if (!node) return undefined;
  const concerned = refused.access === 'exec' ? concernsOperation(refused.operation, path) : data && concernsNode(data);
  for (const list of listsFor(config, principal)) {
    for (const rule of list.rules) {
      if (!isMeant(rule, access, node.module.name)) continue;
      const through = concerned?.(rule);
      if (through && fits({ keyed: keyedOf(through, principal) }, path)) return `${list.name}/${rule.name}`;
    }
  }
  return undefined;
}

/** Makes the decision of the first rule that matches. Rules for certain keys are kept in it, to be tested with the keys. */
function matching(
  principal: Principal,
  rules: readonly Rule[],
  access: AccessOperation,
  module: string,
  byDefault: boolean,
  concerned: Concerned,
): Decision {
  const keyed: KeyedRule[] = [];
  let otherwise = byDefault;
  for (const rule of rules) {
    if (!isMeant(rule, access, module)) continue;
    const path = concerned(rule);
    if (!path) continue;
    if (path.keyed.length === 0) {
      otherwise = rule.permit;
      break;
    }
    keyed.push({ permit: rule.permit, keyed: keyedOf(path, principal) });
  }
  return keyed.every(({ permit }) => permit === otherwise) ? otherwise : { rules: keyed, otherwise };
}

function isMeant(rule: Rule, access: AccessOperation, module: string): boolean {
  return rule.access.has(access) && (rule.module === '*' || rule.module === module);
}

function keyedOf({ keyed }: RulePath, principal: Principal): KeyedRule['keyed'] {
  return keyed.map(({ at, keys }) => ({ at, values: valuesOf(keys, principal) }));
}

function valuesOf(keys: RulePath['keyed'][number]['keys'], { name }: Principal): readonly (string | undefined)[] {
  return keys.map((test) => (test?.kind === 'user' ? name : test?.text));
}

function isNamed(pattern: string, node: OperationNode | NotificationNode): boolean {
  return pattern === '*' || pattern === node.name;
}

/** True when the path names the node or one above it. */
function leadsTo({ names }: RulePath, node: readonly string[]): boolean {
  return names.length <= node.length && names.every((name, index) => name === node[index]);
}

const paths = new WeakMap<DataNode, readonly string[]>();

/** Returns the qualified names of the data nodes from the top to this one. */
function namesOf(node: DataNode): readonly string[] {
  const known = paths.get(node);
  if (known) return known;
  const above = dataParent(node);
  const names = above ? [...namesOf(above), node.qname] : [node.qname];
  paths.set(node, names);
  return names;
}

function dataParent(node: SchemaNode): DataNode | undefined {
  let parent = node.parent;
  while (parent?.kind === 'choice' || parent?.kind === 'case') parent = parent.parent;
  return parent?.kind === 'container' || parent?.kind === 'list' ? parent : undefined;
}
