/** Takes votes of persons. */
import { RpcError } from '../../data/index.js';
import type { Queries, Tx } from '../../store/index.js';
import type { Principal } from '../principal.js';
import { recordApproval, tellState } from './news.js';
import type { ApprovalsOptions } from './ports.js';
import { notWaiting, voteRefused } from './refusals.js';
import {
  type ApprovalRow,
  type ApprovalState,
  dropVote,
  keySince,
  moveRow,
  putVote,
  rowOf,
  type VoteRow,
  votesOn,
} from './rows.js';
import { type ApprovalRule, parseRule } from './rule.js';
import { VoteFault, verifyVote } from './signature.js';
import { hasTwoFactors } from './voter.js';
import { faultOfVote, whyNoVoteOn } from './votes.js';

export type Verdict = 'approve' | 'reject';

export interface VoteInput {
  readonly verdict: Verdict;
  readonly comment?: string;
  /** Of SSH in its armour, or a compact JWS. */
  readonly signature?: string;
}

/** Takes a vote. See `Approvals.vote`. */
export async function takeVote(
  o: ApprovalsOptions,
  id: string,
  caller: Principal,
  input: VoteInput,
): Promise<ApprovalState> {
  const row = await needRow(o.store, id);
  const rule = parseRule(row.rule_text);
  await requireVoter(o, caller, row);
  if (rule.secondFactor && !hasTwoFactors(caller))
    throw voteRefused(
      'access-denied',
      'insufficient_user_authentication',
      `a vote on approval ${id} needs a login with two factors, as the rule "${rule.name}" says`,
    );
  requireWaiting(row);
  const key = await keyOf(o, row, rule, caller, input);
  return o.store.transact(async (tx) => {
    const now = await needRow(tx, id);
    requireWaiting(now);
    await requireVoter(o, caller, now);
    const { verdict, comment = null, signature = null } = input;
    const methods = JSON.stringify(caller.methods ?? []);
    const at = Date.now();
    await putVote(tx, { approval: id, by: caller.name, verdict, at, comment, methods, signature, key: key ?? null });
    recordApproval(o, tx, 'vote', now, caller, verdict);
    const next = await stateAfter(o, tx, now, rule, verdict);
    if (next === 'waiting') return next;
    await moveRow(tx, id, 'waiting', next, next === 'refused' ? { over: at } : {});
    await tellState(o, tx, now, next);
    return next;
  });
}

/** @throws RpcError data-missing */
export async function needRow(queries: Queries, id: string): Promise<ApprovalRow> {
  const row = await rowOf(queries, id);
  if (row) return row;
  throw new RpcError({ type: 'application', tag: 'data-missing', message: `there is no approval ${id}` });
}

async function stateAfter(
  o: ApprovalsOptions,
  tx: Tx,
  row: ApprovalRow,
  rule: ApprovalRule,
  verdict: Verdict,
): Promise<ApprovalState> {
  if (verdict === 'reject') return 'refused';
  const votes = await votesOn(tx, row.id);
  const counted: VoteRow[] = [];
  for (const vote of votes) if ((await faultOfVote(o, vote, row, rule)) === undefined) counted.push(vote);
  if (counted.length < rule.quorum) return 'waiting';
  // A person who has no vote any more would make the approval void when it is used.
  for (const vote of votes) if (!counted.includes(vote)) await dropVote(tx, row.id, vote.by);
  return 'granted';
}

async function requireVoter(o: ApprovalsOptions, caller: Principal, row: ApprovalRow): Promise<void> {
  const why = await whyNoVoteOn(o, caller, row);
  if (why === undefined) return;
  const { name } = caller;
  throw voteRefused('access-denied', 'not-a-voter', `user "${name}" has no vote on approval ${row.id}: ${name} ${why}`);
}

/** Checks the signature of a vote. @returns its key; undefined without a signature */
async function keyOf(
  o: ApprovalsOptions,
  { id, statement, asked }: ApprovalRow,
  rule: ApprovalRule,
  { name }: Principal,
  { verdict, signature }: VoteInput,
): Promise<string | undefined> {
  if (verdict === 'reject' || (signature === undefined && !rule.signature)) return undefined;
  if (signature === undefined)
    throw voteRefused(
      'missing-element',
      'signature-required',
      `a vote on approval ${id} must be signed, as the rule "${rule.name}" says`,
    );
  try {
    const voter = o.voter(name);
    if (!voter) throw new VoteFault('the voter is no user of this node');
    const key = await verifyVote(signature, statement, voter);
    if ((await keySince(o.store, name, key)) > asked)
      throw new VoteFault(`the key ${key} was registered after the approval was asked for`);
    return key;
  } catch (error) {
    if (!(error instanceof VoteFault)) throw error;
    throw voteRefused('invalid-value', 'bad-signature', `the signature does not count: ${error.message}`);
  }
}

function requireWaiting({ id, state, expires }: ApprovalRow): void {
  if (state !== 'waiting') throw notWaiting(id, state);
  if (expires <= Date.now()) throw notWaiting(id, 'expired');
}
