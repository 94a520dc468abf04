/** The configuration `/ietf-netconf-acm:nacm`, with rules in a form for matching (RFC 8341 §3.5). */
import { type Data, isObject, nodeToValue } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import { parseRulePath, type RulePath, RulePathFault } from './rule-path.js';

/** A kind of access to a node, operation or notification (RFC 8341 §3.2.2). */
export type AccessOperation = 'create' | 'read' | 'update' | 'delete' | 'exec';

const OPERATIONS: readonly AccessOperation[] = ['create', 'read', 'update', 'delete', 'exec'];
const ALL: ReadonlySet<AccessOperation> = new Set(OPERATIONS);

/** The target of a rule; `*` stands for every name. */
export type RuleTarget =
  | { readonly kind: 'any' }
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'notification'; readonly name: string }
  | { readonly kind: 'data'; readonly path: RulePath };

export interface Rule {
  readonly name: string;
  readonly permit: boolean;
  /** `*` stands for every module. */
  readonly module: string;
  readonly access: ReadonlySet<AccessOperation>;
  readonly target: RuleTarget;
}

export interface RuleList {
  readonly name: string;
  /** `*` stands for all groups. */
  readonly groups: readonly string[];
  readonly rules: readonly Rule[];
}

export interface NacmConfig {
  readonly enabled: boolean;
  /** True when neither a rule-list nor a default is configured: the node's own policy is in force. */
  readonly empty: boolean;
  readonly permitsByDefault: { readonly read: boolean; readonly write: boolean; readonly exec: boolean };
  readonly externalGroups: boolean;
  /** Users by group. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ruleLists: readonly RuleList[];
}

const DEFAULTS = ['enable-nacm', 'read-default', 'write-default', 'exec-default'] as const;

/**
 * Reads the configuration. @param nacm the container in running; undefined when nothing is configured
 * @param unresolved called for a rule whose path is not in the models: it cannot match, and is left out
 */
export function readNacm(
  nacm: Data | undefined,
  schema: Schema,
  unresolved: (rule: string, fault: string) => void = () => {},
): NacmConfig {
  const value = members(nacm && nodeToValue(nacm));
  const ruleLists = entries(value['rule-list']);
  return {
    enabled: value['enable-nacm'] !== false,
    empty: ruleLists.length === 0 && DEFAULTS.every((name) => value[name] === undefined),
    permitsByDefault: {
      read: value['read-default'] !== 'deny',
      write: value['write-default'] === 'permit',
      exec: value['exec-default'] !== 'deny',
    },
    externalGroups: value['enable-external-groups'] !== false,
    groups: new Map(
      entries(members(value.groups).group).map((group) => [text(group.name), new Set(texts(group['user-name']))]),
    ),
    ruleLists: ruleLists.map((list) => ({
      name: text(list.name),
      groups: texts(list.group),
      rules: entries(list.rule).flatMap((rule) => ruleOf(rule, schema, unresolved)),
    })),
  };
}

function ruleOf(
  rule: Record<string, unknown>,
  schema: Schema,
  unresolved: (rule: string, fault: string) => void,
): readonly Rule[] {
  try {
    return [
      {
        name: text(rule.name),
        permit: rule.action === 'permit',
        module: text(rule['module-name'] ?? '*'),
        access: accessOf(text(rule['access-operations'] ?? '*')),
        target: targetOf(rule, schema),
      },
    ];
  } catch (error) {
    if (!(error instanceof RulePathFault)) throw error;
    unresolved(text(rule.name), error.message);
    return [];
  }
}

function targetOf(rule: Record<string, unknown>, schema: Schema): RuleTarget {
  if (rule['rpc-name'] !== undefined) return { kind: 'operation', name: text(rule['rpc-name']) };
  if (rule['notification-name'] !== undefined) return { kind: 'notification', name: text(rule['notification-name']) };
  if (rule.path !== undefined) return { kind: 'data', path: parseRulePath(schema, text(rule.path)) };
  return { kind: 'any' };
}

function accessOf(bits: string): ReadonlySet<AccessOperation> {
  if (bits === '*') return ALL;
  const named = bits.split(' ');
  return new Set(OPERATIONS.filter((operation) => named.includes(operation)));
}

function members(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

function entries(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(members) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function text(value: unknown): string {
  return String(value);
}
