/**
 * What a user may read, write and execute while no NACM rules are configured (RFC 8341 with an empty /nacm). The rules
 * say which nodes; which rows of them a user sees is decided by `sees`.
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
  /** Absent: everyone. */
  readonly group?: string;
}

/** What operators may do to the work of all users. */
const OPERATORS_OWN = [
  'yangent-tasks:stop-all',
  'yangent-tasks:resume-all',
  'yangent-tasks:remove',
  'yangent-contexts:remove',
];

/** The first rule that fits decides, as in RFC 8341 §3.4.4 and §3.4.5; where none fits the answer is no. */
const DEFAULT_RULES: readonly Rule[] = [
  { effect: 'permit', access: ['read', 'write', 'execute'], nodes: ['*'], group: ADMIN_GROUP },
  {
    effect: 'permit',
    access: ['execute'],
    nodes: OPERATORS_OWN,
    group: OPERATOR_GROUP,
  },
  { effect: 'deny', access: ['execute'], nodes: OPERATORS_OWN },
  // Who may speak for which agent, and whose tasks these are, is checked by the providers themselves.
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
      // What an edit touches is checked node by node.
      'ietf-netconf:edit-config',
      'ietf-netconf-nmda:edit-data',
    ],
  },
  { effect: 'permit', access: ['write'], nodes: ['irtf-agent:tasks', 'irtf-agent:context', 'irtf-agent:data-params'] },
  // What others configure, and who is logged in, is for administrators.
  { effect: 'deny', access: ['read'], nodes: ['ietf-netconf-acm:*', 'ietf-netconf-notifications:*'] },
  { effect: 'permit', access: ['read'], nodes: ['*'] },
];

/** The policy that is in force without NACM rules. */
export function defaultPermissions(): Permissions {
  const decide = decider(DEFAULT_RULES);
  return {
    mayRead: (principal, node) => decide(principal, 'read', node),
    mayWrite: (principal, node) => decide(principal, 'write', node),
    mayExecute: (principal, operation) => decide(principal, 'execute', operation),
  };
}

/** Raises access-denied of type `protocol` unless the user may execute the operation (RFC 8341 §3.4.4). */
export function requireExecute(permissions: Permissions, principal: Principal, operation: string): void {
  if (permissions.mayExecute(principal, operation)) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'access-denied',
    message: `user '${principal.name}' may not execute '${operation}'`,
  });
}

/** Raises access-denied of type `application` for the node at `path` unless the user may write it (RFC 8341 §3.4.5). */
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

/** The names are YANG identifiers with at most dots and hyphens, of which only the dot means something in a pattern. */
function patternOf(nodes: readonly string[]): RegExp {
  return new RegExp(`^(?:${nodes.map((node) => node.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`);
}
