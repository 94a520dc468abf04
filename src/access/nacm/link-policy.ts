/** The access policy of a link: what its capabilities allow of data, operations and notifications. */
import type { DataNode, NotificationNode, Schema, SchemaNode } from '../../yang/index.js';
import { actionOf, isOfProtocol, isOnWhole } from '../grant/action.js';
import type { DataAction } from '../grant/asked.js';
import type { Link } from '../grant/link.js';
import { type DataAccess, type Decision, decide, mayReadPath, type Policy } from './policy.js';
import { reachOf, unkeyedOf } from './reach.js';
import { parseRulePath, type RulePath, RulePathFault } from './rule-path.js';

/** Returns the policy of the link as it is at this time (`Link.stateAt`). */
export function linkPolicy(link: Link, schema: Schema, at: number): Policy {
  const read = limitsOf(link, 'data.read', schema, at);
  const edit = limitsOf(link, 'data.edit', schema, at);
  const subscribe = limitsOf(link, 'data.subscribe', schema, at);
  const decision = (node: DataNode, access: DataAccess): Decision =>
    access === 'read' ? leadingTo(node, read) : within(node, edit);
  return {
    decision,
    reach: reachOf(decision),
    unkeyed: unkeyedOf((node) => decision(node, 'read')),
    mayExecute: (operation, _path, about) => {
      const action = actionOf(operation);
      if (action === undefined) return true;
      const now = Date.now();
      if (isOnWhole(operation)) return edit === undefined && link.mayAllow(action, now);
      if (about === 'later' || isOfProtocol(operation)) return link.mayAllow(action, now);
      return link.denial({ action, about, at: now }) === undefined;
    },
    mayReceive: (notification, path) => {
      const answer = within(notification, subscribe);
      return decide(answer, path) && (path.length === 0 || mayReadPath({ decision }, path));
    },
  };
}

/** Undefined: all data. */
type Limits = readonly RulePath[] | undefined;

function limitsOf(link: Link, action: DataAction, schema: Schema, at: number): Limits {
  return link.pathsOf(action, at)?.flatMap((path) => {
    try {
      return [parseRulePath(schema, path)];
    } catch (error) {
      // A path of another node leads nowhere here.
      if (error instanceof RulePathFault) return [];
      throw error;
    }
  });
}

/** Permits nodes below a limit, and itself. */
function within(node: DataNode | NotificationNode, limits: Limits): Decision {
  if (limits === undefined) return true;
  const names = namesOf(node);
  return limits
    .filter((limit) => limit.names.length <= names.length && limit.names.every((name, at) => name === names[at]))
    .map((limit) => decisionOf(limit, names.length))
    .reduce(anyOf, false);
}

/** Permits also the nodes that lead to a limit, with the keys of their entries. */
function leadingTo(node: DataNode, limits: Limits): Decision {
  if (limits === undefined) return true;
  const inside = within(node, limits);
  if (inside === true) return true;
  const names = namesOf(node);
  const above = isKey(node) ? names.slice(0, -1) : names;
  const leads = node.kind === 'container' || node.kind === 'list' || isKey(node);
  if (!leads) return inside;
  return limits
    .filter((limit) => limit.names.length > above.length && above.every((name, at) => name === limit.names[at]))
    .map((limit) => decisionOf(limit, above.length))
    .reduce(anyOf, inside);
}

function isKey(node: DataNode): boolean {
  const parent = node.parent;
  return node.kind === 'leaf' && parent?.kind === 'list' && parent.keys.some((key) => key === node);
}

/** Joins decisions whose rules all permit, and that permit nothing otherwise: the rules stand side by side. */
function anyOf(a: Decision, b: Decision): Decision {
  if (a === true || b === true) return true;
  if (a === false) return b;
  return b === false ? a : { rules: [...a.rules, ...b.rules], otherwise: false };
}

/** The decision of a limit about a node at this depth: its keys up to there must fit. */
function decisionOf({ keyed }: RulePath, depth: number): Decision {
  const tests = keyed.filter(({ at }) => at < depth);
  if (tests.length === 0) return true;
  const values = tests.map(({ at, keys }) => ({
    at,
    // `$USER` means nobody here: a limit is made for one principal.
    values: keys.map((test) => (test?.kind === 'user' ? '' : test?.text)),
  }));
  return { rules: [{ permit: true, keyed: values }], otherwise: false };
}

const known = new WeakMap<SchemaNode, readonly string[]>();

/** Returns the qualified names of the data nodes from the top to this one. */
function namesOf(node: SchemaNode): readonly string[] {
  const remembered = known.get(node);
  if (remembered) return remembered;
  let parent = node.parent;
  while (parent?.kind === 'choice' || parent?.kind === 'case') parent = parent.parent;
  const above = parent && parent.kind !== 'root' ? namesOf(parent) : [];
  const names = [...above, node.qname];
  known.set(node, names);
  return names;
}
