/**
 * Default permissions to read, write and execute while no NACM rules are configured (RFC 8341 with an empty /nacm). They decide
 * about nodes; `sees` decides which rows of them a user sees.
 */
import { RpcError } from '../data/index.js';
import { ADMIN_GROUP, isMember, OPERATOR_GROUP, type Principal } from './principal.js';

/** Nodes are named `module:name`: a top-level data node, a notification, an rpc or an action. */
export interface Permissions {
  mayRead(principal: Principal, node: string): boolean;
  mayWrite(principal: Principal, node: string): boolean;
  mayExecute(principal: Principal, operation: string): boolean;
}

type AccessKind = 'read' | 'write' | 'execute';

interface Rule {
  readonly effect: 'permit' | 'deny';
  readonly access: readonly AccessKind[];
  /** `*` stands for any characters. */
  readonly nodes: readonly string[];
  /** Default: all users. */
  readonly group?: string;
}

/** Operations of operators on the work of all users. */
const OPERATORS_OWN = [
  'yangent-tasks:stop-all',
  'yangent-tasks:resume-all',
  'yangent-tasks:remove',
  'yangent-contexts:remove',
  'yangent-peers:check',
];

/** The first rule that fits decides, as in RFC 8341 §3.4.4 and §3.4.5. Default: not permitted. */
const DEFAULT_RULES: readonly Rule[] = [
  { effect: 'permit', access: ['read', 'write', 'execute'], nodes: ['*'], group: ADMIN_GROUP },
  { effect: 'deny', access: ['read', 'write', 'execute'], nodes: ['yangent-audit:*'] },
  {
    effect: 'permit',
    access: ['execute'],
    nodes: OPERATORS_OWN,
    group: OPERATOR_GROUP,
  },
  { effect: 'deny', access: ['execute'], nodes: OPERATORS_OWN },
  // Keys are the node's own.
  { effect: 'deny', access: ['execute'], nodes: ['yangent-keys:*'] },
  // The providers themselves check for which agent the user may act, and whose tasks these are.
  { effect: 'permit', access: ['execute'], nodes: ['irtf-agent:*', 'yangent-*:*'] },
  {
    effect: 'permit',
    access: ['execute'],
    nodes: [
      'ietf-netconf:get',
      'ietf-netconf:get-config',
      'ietf-netconf-nmda:get-data',
      'ietf-netconf-monitoring:get-schema',
      'notifications:create-subscription',
      'ietf-subscribed-notifications:establish-subscription',
      'ietf-subscribed-notifications:modify-subscription',
      'ietf-subscribed-notifications:delete-subscription',
      'ietf-netconf:close-session',
      // The changes of an edit are checked node by node.
      'ietf-netconf:edit-config',
      'ietf-netconf-nmda:edit-data',
    ],
  },
  { effect: 'permit', access: ['write'], nodes: ['irtf-agent:tasks', 'irtf-agent:context', 'irtf-agent:data-params'] },
  // The NACM rules and the NETCONF notification streams are for administrators only.
  { effect: 'deny', access: ['read'], nodes: ['ietf-netconf-acm:*', 'ietf-netconf-notifications:*'] },
  { effect: 'permit', access: ['read'], nodes: ['*'] },
];

/** Returns the policy that is in force without NACM rules. */
export function defaultPermissions(): Permissions {
  const decide = decider(DEFAULT_RULES);
  return {
    mayRead: (principal, node) => decide(principal, 'read', node),
    mayWrite: (principal, node) => decide(principal, 'write', node),
    mayExecute: (principal, operation) => decide(principal, 'execute', operation),
  };
}

/** Throws access-denied of type `protocol` unless the user may execute the operation (RFC 8341 §3.4.4). */
export function requireExecute(permissions: Permissions, principal: Principal, operation: string): void {
  if (permissions.mayExecute(principal, operation)) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'access-denied',
    message: `user '${principal.name}' may not execute '${operation}'`,
  });
}

/** Throws access-denied of type `application` for `path` unless the user may write the node (RFC 8341 §3.4.5). */
export function requireWrite(permissions: Permissions, principal: Principal, node: string, path?: string): void {
  if (permissions.mayWrite(principal, node)) return;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    message: `user '${principal.name}' may not change '${node}'`,
    path,
  });
}

interface CompiledRule extends Rule {
  readonly fits: RegExp;
}

function decider(rules: readonly Rule[]): (principal: Principal, access: AccessKind, node: string) => boolean {
  const compiled: readonly CompiledRule[] = rules.map((rule) => ({ ...rule, fits: patternOf(rule.nodes) }));
  return (principal, access, node) => {
    const rule = compiled.find(
      (candidate) =>
        candidate.access.includes(access) &&
        (candidate.group === undefined || isMember(principal, candidate.group)) &&
        candidate.fits.test(node),
    );
    return rule?.effect === 'permit';
  };
}

/** Returns the pattern of node names. YANG identifiers have no special characters but the dot, which is escaped. */
function patternOf(nodes: readonly string[]): RegExp {
  return new RegExp(`^(?:${nodes.map((node) => node.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`);
}
