/** The statements on the tables of approvals. */
import type { Parameter, Queries, Tx } from '../../store/index.js';
import type { ApprovalTable, ApprovalVoteTable } from './database.js';

export const APPROVAL_STATES = ['waiting', 'granted', 'refused', 'expired', 'used'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The input of an approval, and the octets before it in its digest; null when they were forgotten. */
export interface ApprovalInput {
  readonly salt: Uint8Array | null;
  readonly input: string | null;
}

/** An approval without its input, which may be large. */
export type ApprovalHead = Readonly<Omit<ApprovalTable, 'state'>> & { readonly state: ApprovalState };
export type ApprovalRow = ApprovalHead & ApprovalInput;
export type VoteRow = Readonly<ApprovalVoteTable>;

const COLUMNS = [
  ...['id', 'rule', 'rule_text', 'asker', 'actors', 'operation', 'target', 'statement', 'digest', 'same', 'octets'],
  ...['state', 'reason', 'asked', 'expires', 'over'],
] as const satisfies readonly (keyof ApprovalTable)[];

export async function rowOf(queries: Queries, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await queries.query<ApprovalRow>(
    'select approval.*, salt, input from approval left join approval_input on approval = id where id = ?',
    [id],
  );
  return row;
}

export async function headOf(queries: Queries, id: string): Promise<ApprovalHead | undefined> {
  const [head] = await queries.query<ApprovalHead>('select * from approval where id = ?', [id]);
  return head;
}

/** Returns the approvals behind `after` in the order of their identifiers. */
export function headsBehind(queries: Queries, after: string, limit: number): Promise<readonly ApprovalHead[]> {
  return queries.query<ApprovalHead>('select * from approval where id > ? order by id limit ?', [after, limit]);
}

/** The part of an approval by which a request is compared. */
export type SameRow = Pick<ApprovalRow, 'id' | 'state' | 'digest' | 'salt'>;

/** Returns the approvals of the same request that wait, or may be used, at a time. */
export function openOfSame(queries: Queries, same: string, now: number): Promise<readonly SameRow[]> {
  return queries.query<SameRow>(
    'select id, state, digest, salt from approval join approval_input on approval = id where same = ? and over is null and expires > ? order by id',
    [same, now],
  );
}

/** Returns the texts of the rules of all approvals that are not over. */
export async function openRules(queries: Queries): Promise<readonly string[]> {
  const rows = await queries.query<Pick<ApprovalHead, 'rule_text'>>(
    'select distinct rule_text from approval where over is null',
    [],
  );
  return rows.map(({ rule_text }) => rule_text);
}

/** Returns the identifiers of the approvals of a rule that are not over; their number is bounded. */
export function openIdsOf(queries: Queries, ruleText: string): Promise<readonly string[]> {
  return idsWhere(queries, 'over is null and rule_text = ?', ruleText);
}

/** Returns the identifiers of the approvals whose time is over. */
export function overdueIds(queries: Queries, now: number): Promise<readonly string[]> {
  return idsWhere(queries, 'over is null and expires <= ?', now);
}

async function idsWhere(queries: Queries, condition: string, value: Parameter): Promise<readonly string[]> {
  const rows = await queries.query<Pick<ApprovalHead, 'id'>>(`select id from approval where ${condition} order by id`, [
    value,
  ]);
  return rows.map(({ id }) => id);
}

/** How much is kept: numbers of approvals that are not over, and octets of these and of others whose input is kept. */
export interface Kept {
  readonly open: number;
  readonly ownOpen: number;
  readonly octets: number;
  readonly ownOctets: number;
}

/** Returns how much is kept of all, and of one asker. */
export async function keptOf(queries: Queries, asker: string): Promise<Kept> {
  const [row] = await queries.query<{ readonly [Name in keyof Kept]: number | null }>(
    'select sum(over is null) as open, sum(over is null and asker = ?) as ownOpen, sum(octets) as octets, sum(octets * (asker = ?)) as ownOctets from approval where octets > 0',
    [asker, asker],
  );
  const { open, ownOpen, octets, ownOctets } = row ?? {};
  return { open: open ?? 0, ownOpen: ownOpen ?? 0, octets: octets ?? 0, ownOctets: ownOctets ?? 0 };
}

/** Returns when the next approval is over, in milliseconds since 1970; undefined when none is open. */
export async function nextEnd(queries: Queries): Promise<number | undefined> {
  const [row] = await queries.query<{ readonly next: number | null }>(
    'select min(expires) as next from approval where over is null',
    [],
  );
  return row?.next ?? undefined;
}

export async function insertRow(tx: Tx, row: ApprovalRow): Promise<void> {
  const values = COLUMNS.map((column): Parameter => row[column]);
  await tx.change(`insert into approval (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`, values);
  const { id, salt, input } = row;
  await tx.change('insert into approval_input (approval, salt, input) values (?, ?, ?)', [id, salt, input]);
}

/** Changes the state of an approval that is in `from`. @returns false when it is in another state */
export async function moveRow(
  tx: Tx,
  id: string,
  from: ApprovalState,
  to: ApprovalState,
  { reason = null, over = null }: { readonly reason?: string | null; readonly over?: number | null } = {},
): Promise<boolean> {
  const forget = over === null ? '' : ', same = null';
  const changed = await tx.change(
    `update approval set state = ?, reason = ?, over = ?${forget} where id = ? and state = ?`,
    [to, reason, over, id, from],
  );
  return changed === 1;
}

/** Gives an approval another reason. */
export async function setReason(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx.change('update approval set reason = ? where id = ?', [reason, id]);
}

/** Returns the identifiers of the used approvals with a reason. */
export function usedIdsOf(queries: Queries, reason: string): Promise<readonly string[]> {
  return idsWhere(queries, "over > 0 and state = 'used' and reason = ?", reason);
}

export function votesOn(queries: Queries, id: string): Promise<readonly VoteRow[]> {
  return queries.query<VoteRow>('select * from approval_vote where approval = ? order by by', [id]);
}

/** Stores a vote in place of an earlier one of the same person. */
export async function putVote(tx: Tx, vote: VoteRow): Promise<void> {
  const { approval, by, verdict, at, comment, methods, signature, key } = vote;
  await tx.change(
    'insert or replace into approval_vote (approval, by, verdict, at, comment, methods, signature, key) values (?, ?, ?, ?, ?, ?, ?, ?)',
    [approval, by, verdict, at, comment, methods, signature, key],
  );
}

export async function dropVote(tx: Tx, id: string, by: string): Promise<void> {
  await tx.change('delete from approval_vote where approval = ? and by = ?', [id, by]);
}

/** Forgets inputs of approvals that were over before `before`. */
export async function forgetInputs(tx: Tx, before: number): Promise<void> {
  const old = 'over < ? and octets > 0';
  await tx.change(`delete from approval_input where approval in (select id from approval where ${old})`, [before]);
  await tx.change(`update approval set octets = 0 where ${old}`, [before]);
}

/** Deletes approvals that were over before `before`. */
export async function deleteRows(tx: Tx, before: number): Promise<void> {
  await tx.change('delete from approval_vote where approval in (select id from approval where over < ?)', [before]);
  await tx.change('delete from approval where over < ?', [before]);
}

/** Returns when a key of a user was registered, in milliseconds since 1970; 0 when that was before times were noted. */
export async function keySince(queries: Queries, user: string, key: string): Promise<number> {
  const [row] = await queries.query<{ readonly since: number }>(
    'select since from voter_key where user = ? and key = ?',
    [user, key],
  );
  return row?.since ?? 0;
}

/** Notes the time of a key that was registered, in place of an earlier time. */
export async function noteKey(tx: Tx, user: string, key: string, since: number): Promise<void> {
  await tx.change('insert or replace into voter_key (user, key, since) values (?, ?, ?)', [user, key, since]);
}

/** Notes the time of a key that has none. */
export async function noteUnknownKey(tx: Tx, user: string, key: string, since: number): Promise<void> {
  await tx.change('insert or ignore into voter_key (user, key, since) values (?, ?, ?)', [user, key, since]);
}

export async function forgetKey(tx: Tx, user: string, key: string): Promise<void> {
  await tx.change('delete from voter_key where user = ? and key = ?', [user, key]);
}
