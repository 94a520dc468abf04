/** Decides who has a vote in a gate, and which votes count. */
import {
  type Asked,
  approverGroups,
  hasTwoFactors,
  type OwnersOf,
  type Principal,
  type Voter,
  whyNoVote,
  whyNoVoteOf,
} from '../../access/index.js';
import type { GateVoteRow } from '../run/gate-rows.js';
import type { Voters } from '../run/record.js';
import type { GateTerms } from './terms.js';

/** The facts by which votes are judged. */
export interface VotePorts {
  /** Returns a user as the node knows the user now. */
  readonly voter: (name: string) => Voter | undefined;
  readonly ownersOf: OwnersOf;
}

/** The persons and agents of a step. */
export interface Involved {
  readonly initiator: string;
  /** The agents that execute the step, or may. */
  readonly executors: readonly string[];
  /** The persons who last changed the definition, those of runs above, and the guard, and the authors of the revisions of these runs. */
  readonly changedBy: readonly string[];
}

/** Returns why a caller has no vote, in words that go behind the name; undefined when the caller has one. */
export function whyNoGateVote(
  ports: VotePorts,
  caller: Principal,
  terms: GateTerms,
  involved: Involved,
): string | undefined {
  const known = ports.voter(caller.name);
  if (!known) return 'is no user of this node';
  const groups = known.principal.groups.filter((group) => caller.groups.includes(group));
  // A token says nothing of the kind.
  const kind = known.principal.kind === 'person' ? caller.kind : known.principal.kind;
  return whyNoVote({ ...caller, groups, kind }, askedOf(terms, involved), terms, ports.ownersOf);
}

/** Returns why a vote does not count any more, in words that go behind the name of the voter; undefined when it counts. */
export function faultOfGateVote(
  ports: VotePorts,
  { by, key, verdict }: Pick<GateVoteRow, 'by' | 'key' | 'verdict'>,
  terms: GateTerms,
  involved: Involved,
): string | undefined {
  const voter = ports.voter(by);
  if (!voter) return 'is no user any more';
  const { principal, sshKeys, signingKeys } = voter;
  if ((principal.kind ?? 'person') !== 'person') return 'is no person any more';
  if (verdict !== 'approve') return 'votes against it';
  if (key !== null && !sshKeys.has(key) && !signingKeys.has(key)) return 'has lost the key of the signature';
  if (terms.signature && key === null) return 'has not signed';
  return whyNoVoteOf(by, principal.groups, askedOf(terms, involved), terms, ports.ownersOf);
}

/** True when the login of a caller is strong enough for a gate. */
export function isStrongEnough({ secondFactor }: GateTerms, caller: Principal): boolean {
  return !secondFactor || hasTwoFactors(caller);
}

/** Without separation all members of the groups have a vote. */
function askedOf({ separation }: GateTerms, { initiator, executors, changedBy }: Involved): Asked {
  if (!separation) return { asker: undefined, actors: [], changedBy: [] };
  return { asker: initiator, actors: [], changedBy, executors };
}

/** Returns those who may have a vote. */
export function votersOf({ approverGroups: groups, approvers }: GateTerms): Voters {
  if (approvers.length > 0) return { groups, users: approvers };
  return { groups: approverGroups({ approverGroups: groups }), users: [] };
}
