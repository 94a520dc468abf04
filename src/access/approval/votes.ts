/** Judges callers who vote, and votes that were given: those that do not hold any more do not count. */
import type { Queries } from '../../store/index.js';
import type { Principal } from '../principal.js';
import type { VoterPorts } from './ports.js';
import { type ApprovalRow, type VoteRow, votesOn } from './rows.js';
import { type ApprovalRule, parseRule } from './rule.js';
import { type Asked, whyNoVote, whyNoVoteOf } from './voter.js';

/** Returns why a caller has no vote on an approval, in words that go behind the name; undefined when the caller has one. */
export async function whyNoVoteOn(ports: VoterPorts, caller: Principal, row: ApprovalRow): Promise<string | undefined> {
  const known = ports.voter(caller.name);
  // The node must still know the person when the approval is used.
  if (!known) return 'is no user of this node';
  const groups = known.principal.groups.filter((group) => caller.groups.includes(group));
  // A token says nothing of the kind.
  const kind = known.principal.kind === 'person' ? caller.kind : known.principal.kind;
  const asked = await askedIn(ports, row);
  return whyNoVote({ ...caller, groups, kind }, asked, parseRule(row.rule_text), ports.ownersOf);
}

/** Returns why a granted approval does not hold, in words that go behind its name; undefined when it holds. */
export async function whyUnusable(ports: VoterPorts, queries: Queries, row: ApprovalRow): Promise<string | undefined> {
  if (row.state !== 'granted') return `is ${row.state}`;
  if (row.expires <= Date.now()) return 'is expired';
  const rule = parseRule(row.rule_text);
  const votes = await votesOn(queries, row.id);
  for (const vote of votes) {
    const fault = await faultOfVote(ports, vote, row, rule);
    if (fault !== undefined) return `has lost a vote: ${vote.by} ${fault}`;
  }
  return votes.length >= rule.quorum ? undefined : 'lacks votes';
}

/** Returns why a vote does not count any more, in words that go behind the name of the voter; undefined when it counts. */
export async function faultOfVote(
  ports: VoterPorts,
  { by, key, verdict }: VoteRow,
  row: ApprovalRow,
  rule: ApprovalRule,
): Promise<string | undefined> {
  const voter = ports.voter(by);
  if (!voter) return 'is no user any more';
  const { principal, sshKeys, signingKeys } = voter;
  if ((principal.kind ?? 'person') !== 'person') return 'is no person any more';
  if (verdict !== 'approve') return 'votes against it';
  if (key !== null && !sshKeys.has(key) && !signingKeys.has(key)) return 'has lost the key of the signature';
  if (rule.signature && key === null) return 'has not signed';
  return whyNoVoteOf(by, principal.groups, await askedIn(ports, row), rule, ports.ownersOf);
}

async function askedIn({ changedBy }: VoterPorts, { asker, actors, operation, ...row }: ApprovalRow): Promise<Asked> {
  const input: unknown = row.input === null ? undefined : JSON.parse(row.input);
  const changers = await changedBy?.({ operation, target: JSON.parse(row.target), input });
  return { asker, actors: JSON.parse(actors), changedBy: changers ?? [] };
}
