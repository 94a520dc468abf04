/** The rules about approvals in force, and the names by which they fit requests. */
import {
  type About,
  type ApprovalRule,
  agentOfName,
  domainOfOwner,
  type Principal,
  type RequestNames,
  readRule,
} from '../../access/index.js';
import type { Tree } from '../../data/index.js';
import { configuration } from '../configuration.js';
import type { ServerCore } from '../core.js';

const ACCESS = '/yangent-access:access';

const known = new WeakMap<object, readonly ApprovalRule[]>();
/** No rule. */
export const NONE: readonly ApprovalRule[] = [];

/** Returns the rules about approvals in a content of running. */
export function approvalRules(tree: Tree): readonly ApprovalRule[] {
  // The models need not have it.
  const access = tree.children.has(ACCESS.slice(1)) ? configuration(tree, ACCESS) : undefined;
  const list = access?.['approval-rule'];
  if (!list) return NONE;
  const value = known.get(list) ?? list.map(readRule);
  known.set(list, value);
  return value;
}

/** Returns the names in a request of a caller. An agent may be named as a user: `agent:ID`, or `NAME@DOMAIN`. */
export function namesOf(core: Pick<ServerCore, 'ownership'>, principal: Principal, about: About): RequestNames {
  const own = ownNames(core, principal);
  const by = [...own.by, ...(about.from === undefined ? [] : [about.from])];
  const to = about.agent === undefined ? undefined : (agentOfName(about.agent) ?? about.agent);
  const domains = to === undefined ? undefined : [...own.domains, ...domainsOf(core, [...by, to])];
  return { by, to, skill: about.skill, domains };
}

/** Returns the names in an edit: it goes to no agent. */
export function ownNames({ ownership }: Pick<ServerCore, 'ownership'>, { name, agent, actors = [] }: Principal) {
  const speakers = [name, ...actors];
  const by = [agent, ...speakers.map(agentOfName)].filter((each) => each !== undefined);
  return { by, to: undefined, skill: undefined, domains: domainsOf({ ownership }, [...speakers, ...by]) };
}

/** @param names of users and agents */
function domainsOf({ ownership }: Pick<ServerCore, 'ownership'>, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [...ownership.trustDomainsOf(name), domainOfOwner(name) ?? []].flat());
}
