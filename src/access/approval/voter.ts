/** Decides who may vote on an approval. */
import { agentOfName, isMember, type Principal } from '../principal.js';
import { type ApprovalRule, approverGroups } from './rule.js';

/** A user as the node knows the user now. */
export interface Voter {
  readonly principal: Principal;
  /** The wire form of each SSH key by its fingerprint. */
  readonly sshKeys: ReadonlyMap<string, Uint8Array>;
  /** The SubjectPublicKeyInfo of each signing key by its thumbprint. */
  readonly signingKeys: ReadonlyMap<string, Buffer>;
}

/** The matter that is voted on. */
export interface Asked {
  /** The user who asks; undefined for a decision of an agent that asks for itself. */
  readonly asker: string | undefined;
  /** The actors for the user; `agent:ID` for agents of the node. */
  readonly actors: readonly string[];
  /** The persons who last changed what is asked for. */
  readonly changedBy: readonly string[];
  /** The agents that do what is asked for, or may do it. Default: none that count. */
  readonly executors?: readonly string[];
}

export type VoterTerms = Pick<ApprovalRule, 'approverGroups' | 'separation'> & {
  /** Users who have a vote beside the members of the groups; with no groups, they alone. Default: none. */
  readonly approvers?: readonly string[];
};

/** Returns the owners of an agent; undefined when there is no such agent. */
export type OwnersOf = (agent: string) => readonly string[] | undefined;

/** Returns why a caller has no vote, in words that go behind the name of the user; undefined when the caller has one. */
export function whyNoVote(caller: Principal, asked: Asked, terms: VoterTerms, ownersOf: OwnersOf): string | undefined {
  if ((caller.kind ?? 'person') !== 'person') return 'is no person';
  if (caller.agent !== undefined || (caller.actors ?? []).length > 0)
    return 'does not speak for itself here: something acts for it';
  return whyNoVoteOf(caller.name, caller.groups, asked, terms, ownersOf);
}

/** Like `whyNoVote`, for a person who voted before and is as the node knows the person now. */
export function whyNoVoteOf(
  name: string,
  groups: readonly string[],
  { asker, actors, changedBy, executors = [] }: Asked,
  terms: VoterTerms,
  ownersOf: OwnersOf,
): string | undefined {
  const { approvers = [] } = terms;
  if (name === asker || actors.includes(name)) return 'asks for it';
  const chain = [...actors, ...(asker === undefined ? [] : [asker])].flatMap((each) => agentOfName(each) ?? []);
  const owned = chain.find((agent) => ownersOf(agent)?.includes(name));
  if (owned !== undefined) return `owns the agent "${owned}", which asks for it`;
  if (terms.separation && changedBy.includes(name)) return 'last changed what is asked for';
  const executor = executors.find((agent) => ownersOf(agent)?.includes(name));
  if (executor !== undefined) return `owns the agent "${executor}", which does it or may do it`;
  if (approvers.includes(name)) return undefined;
  const wanted = approvers.length > 0 ? terms.approverGroups : approverGroups(terms);
  const isIn = wanted.some((group) => isMember({ name, groups }, group));
  if (isIn) return undefined;
  const isNone = `is in none of the groups ${wanted.join(', ')}`;
  if (approvers.length === 0) return isNone;
  return wanted.length === 0 ? 'is none of those who decide' : `${isNone}, and none of those who are named`;
}

/** True when the login has proved two factors. */
export function hasTwoFactors({ methods = [] }: Pick<Principal, 'methods'>): boolean {
  return new Set(methods).size > 1;
}
