/**
 * The meaning of a change of `/yangent-access:access`: which approvals it makes void, which keys of voters are new, and which trust domains
 * were made.
 */
import type { YangentAccess_Access } from '../generated/yangent-access.js';
import type { Tx } from '../store/index.js';
import type { Approvals } from './approval/approvals.js';
import { forgetKey, noteKey, noteUnknownKey } from './approval/rows.js';
import { type ApprovalRule, approverGroups, readRules, ruleText } from './approval/rule.js';
import { type AccessConfig, readAccessConfig } from './configured.js';
import type { DomainRegister } from './domain/register.js';

/** Those that follow a change. */
export interface Followers {
  readonly approvals: Pick<Approvals, 'voidWhere'>;
  readonly domains: Pick<DomainRegister, 'follow'>;
  /** Ends the grants that the configuration leaves without trust. */
  readonly endOrphans: (tx: Tx, config: AccessConfig) => Promise<void>;
}

/**
 * Follows a change of the configuration in its transaction.
 *
 * @param before RFC 7951 value of the container, valid by its model, as `after`
 */
export async function followConfiguration(
  { approvals, domains, endOrphans }: Followers,
  tx: Tx,
  before: YangentAccess_Access,
  after: YangentAccess_Access,
): Promise<void> {
  const [old, now] = [readAccessConfig(before), readAccessConfig(after)];
  await noteKeys(tx, old, now);
  await domains.follow(tx, old, now);
  if (trustText(old) !== trustText(now)) await endOrphans(tx, now);
  const [rules, left] = [rulesIn(before), rulesIn(after)];
  const changed = new Set([...rules].flatMap(([name, text]) => (left.get(name) === text ? [] : [name])));
  const groups = changedGroups(old, now);
  if (changed.size === 0 && groups.size === 0) return;
  await approvals.voidWhere(tx, (rule) => {
    if (isConfigured(rule) && changed.has(rule.name)) return `the rule "${rule.name}" was changed`;
    const group = approverGroups(rule).find((each) => groups.has(each));
    return group === undefined ? undefined : `the persons in group ${group} have changed`;
  });
}

/**
 * Follows the configuration with which a node starts: that of startup came into force without an edit.
 *
 * @param now RFC 7951 value of the container, valid by its model
 */
export async function followStart(
  { approvals, endOrphans }: Pick<Followers, 'approvals' | 'endOrphans'>,
  tx: Tx,
  now: YangentAccess_Access,
): Promise<void> {
  const [config, at] = [readAccessConfig(now), Date.now()];
  for (const { user, key } of keysIn(config).values()) await noteUnknownKey(tx, user, key, at);
  await endOrphans(tx, config);
  const rules = rulesIn(now);
  await approvals.voidWhere(tx, (rule) =>
    !isConfigured(rule) || rules.get(rule.name) === ruleText(rule) ? undefined : `the rule "${rule.name}" was changed`,
  );
}

/** Returns a text that changes with the token issuers and with whom the trust domains name. */
function trustText({ issuers, domains }: AccessConfig): string {
  const claims = domains.map(({ name, issuers, nodeHosts, dids, didHosts }) => [
    name,
    issuers,
    nodeHosts,
    dids,
    didHosts,
  ]);
  return JSON.stringify([issuers.map(({ issuer }) => issuer), claims]);
}

const isConfigured = ({ source }: ApprovalRule) => source === 'configuration';

function rulesIn(access: YangentAccess_Access): ReadonlyMap<string, string> {
  return new Map(readRules(access).map((rule) => [rule.name, ruleText(rule)]));
}

/** Returns the groups that have other persons than before. */
function changedGroups(before: AccessConfig, after: AccessConfig): ReadonlySet<string> {
  const [old, now] = [membersOf(before), membersOf(after)];
  const groups = new Set([...old.keys(), ...now.keys()]);
  return new Set([...groups].filter((group) => textOf(old.get(group)) !== textOf(now.get(group))));
}

function membersOf({ users }: AccessConfig): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  for (const { name, kind, groups } of users) {
    if (kind !== 'person') continue;
    for (const group of groups) members.set(group, [...(members.get(group) ?? []), name]);
  }
  return members;
}

const textOf = (names: readonly string[] = []) => JSON.stringify([...names].sort());

async function noteKeys(tx: Tx, before: AccessConfig, after: AccessConfig): Promise<void> {
  const [old, now] = [keysIn(before), keysIn(after)];
  const at = Date.now();
  for (const [id, { user, key }] of now) if (!old.has(id)) await noteKey(tx, user, key, at);
  for (const [id, { user, key }] of old) if (!now.has(id)) await forgetKey(tx, user, key);
}

function keysIn({ users }: AccessConfig): ReadonlyMap<string, { readonly user: string; readonly key: string }> {
  const keys = users.flatMap(({ name, keys, signingKeys }) =>
    [...keys.keys(), ...signingKeys.keys()].map((key) => ({ user: name, key })),
  );
  return new Map(keys.map((each) => [JSON.stringify(each), each]));
}
