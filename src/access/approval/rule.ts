/** Rules about which requests persons must approve: `/yangent-access:access/approval-rule`. */
import { canonicalJson } from '../../data/canonical-json.js';
import { caseless } from '../../data/index.js';
import type { YangentAccess_Access, YangentAccess_Access_ApprovalRule } from '../../generated/yangent-access.js';
import { ADMIN_GROUP, OPERATOR_GROUP } from '../principal.js';

export interface ApprovalRule {
  readonly name: string;
  /** Absent: the rule is of something else, such as a grant, which makes its approvals void itself. */
  readonly source?: 'configuration';
  /** `MODULE.NAME` of rpcs and actions, `data.edit` and `device.edit`. */
  readonly actions: readonly string[];
  /** Of `data.edit`; empty: all data. */
  readonly paths: readonly string[];
  /** Empty: all. */
  readonly agents: readonly string[];
  /** Empty: all. */
  readonly skills: readonly string[];
  /** Trust domains. Empty: all requests, also those of no domain. */
  readonly domains: readonly string[];
  /** Empty: `admin` and `operator`. */
  readonly approverGroups: readonly string[];
  /** Number of persons who must approve. */
  readonly quorum: number;
  readonly separation: boolean;
  readonly secondFactor: boolean;
  readonly signature: boolean;
  /** Seconds. */
  readonly expires: number;
}

/** The action of edits of the configuration. */
export const DATA_EDIT = 'data.edit';
/** The action of edits of devices by agents inside the node. */
export const DEVICE_EDIT = 'device.edit';

/** Rules that are not configured have these, as the model says. */
export const RULE_DEFAULTS = {
  ...{ paths: [], agents: [], skills: [], domains: [], approverGroups: [], quorum: 1 },
  ...{ separation: true, secondFactor: false, signature: false, expires: 3_600 },
} as const;

/** Reads the rules. @param access RFC 7951 value of `/yangent-access:access`, valid by its model */
export function readRules(access: YangentAccess_Access): readonly ApprovalRule[] {
  return (access['approval-rule'] ?? []).map(readRule);
}

export function readRule(entry: YangentAccess_Access_ApprovalRule): ApprovalRule {
  return {
    name: entry.name,
    source: 'configuration',
    actions: entry.action,
    paths: entry.path ?? RULE_DEFAULTS.paths,
    agents: entry.agent ?? RULE_DEFAULTS.agents,
    skills: entry.skill ?? RULE_DEFAULTS.skills,
    domains: entry.domain ?? RULE_DEFAULTS.domains,
    approverGroups: entry['approver-group'] ?? RULE_DEFAULTS.approverGroups,
    quorum: entry.quorum ?? RULE_DEFAULTS.quorum,
    separation: entry.separation ?? RULE_DEFAULTS.separation,
    secondFactor: entry['second-factor'] ?? RULE_DEFAULTS.secondFactor,
    signature: entry.signature ?? RULE_DEFAULTS.signature,
    expires: entry.expires ?? RULE_DEFAULTS.expires,
  };
}

/** Returns the groups whose members may vote. */
export function approverGroups({ approverGroups: groups }: Pick<ApprovalRule, 'approverGroups'>): readonly string[] {
  return groups.length > 0 ? groups : [ADMIN_GROUP, OPERATOR_GROUP];
}

/** Returns the canonical text of a rule, by which two are compared. The order of names in a list does not count. */
export function ruleText(rule: ApprovalRule): string {
  // A rule without domains has the text that it had before rules could name them.
  const parts = Object.entries({ ...rule, domains: rule.domains.length > 0 ? rule.domains : undefined });
  const sorted = parts.map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value]);
  return canonicalJson(Object.fromEntries(sorted));
}

/** Reads the text of a rule that the node has stored. */
export function parseRule(text: string): ApprovalRule {
  return { domains: [], ...JSON.parse(text) };
}

/** The agents, skills and trust domains that a request names. */
export interface RequestNames {
  /** Agents by which the request is made. */
  readonly by: readonly string[];
  /** The agent to which it is; undefined when it is left open. */
  readonly to: string | undefined;
  /** Undefined when it is left open. */
  readonly skill: string | undefined;
  /** The trust domains by which and to which it is; undefined when the agent to which it is is left open. */
  readonly domains: readonly string[] | undefined;
}

/** True when agents, skills and trust domains of the rule fit the request. Names that are left open fit every rule. */
export function fitsNames(rule: ApprovalRule, { by, to, skill, domains }: RequestNames): boolean {
  const { agents, skills } = rule;
  const fitsAgent =
    agents.length === 0 || to === undefined || agents.includes(to) || by.some((each) => agents.includes(each));
  const fitsDomain =
    rule.domains.length === 0 || domains === undefined || domains.some((each) => rule.domains.includes(each));
  // An agent takes the name of a skill in any case.
  const fitsSkill =
    skills.length === 0 || skill === undefined || skills.some((each) => caseless(each) === caseless(skill));
  return fitsAgent && fitsDomain && fitsSkill;
}

/** True when the second rule asks for an approval wherever the first one does, and by no easier way. */
export function isNoLooser(before: ApprovalRule, after: ApprovalRule): boolean {
  const narrows = [
    before.actions.every((each) => after.actions.includes(each)),
    covers(before.paths, after.paths),
    covers(before.agents, after.agents),
    covers(before.skills, after.skills),
    covers(before.domains, after.domains),
    approverGroups(after).every((each) => approverGroups(before).includes(each)),
  ];
  const demands = [
    after.quorum >= before.quorum,
    after.separation || !before.separation,
    after.secondFactor || !before.secondFactor,
    after.signature || !before.signature,
    after.expires <= before.expires,
  ];
  return [...narrows, ...demands].every(Boolean);
}

/** True when a list, of which an empty one means all, has all that the earlier one had. */
function covers(before: readonly string[], after: readonly string[]): boolean {
  return after.length === 0 || (before.length > 0 && before.every((each) => after.includes(each)));
}
