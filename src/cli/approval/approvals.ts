/** Reads approvals of a node. */
import { createHash } from 'node:crypto';
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { entries, type Members, membersOf, text, valueAt } from '../remote/index.js';

const APPROVALS = '/yangent-access:approvals/approval';

export function pathOf(id: string): string {
  return `${APPROVALS}=${encodeURIComponent(id)}`;
}

/** Returns the approvals that the user may see, the oldest first. */
export async function allApprovals(node: RestconfClient): Promise<readonly Members[]> {
  return entries(membersOf(await valueAt(node, APPROVALS)), 'yangent-access:approval');
}

/** @throws UsageError when there is none, or the user may not see it */
export async function readApproval(node: RestconfClient, id: string): Promise<Members> {
  const [approval] = entries(membersOf(await valueAt(node, pathOf(id))), 'yangent-access:approval');
  if (approval) return approval;
  throw new UsageError(
    `there is no approval ${id} that this user may see; "yangent approval list" tells which there are`,
  );
}

/**
 * Returns the statement of an approval, for a signature.
 *
 * @throws Error when it is not about the input that the node shows: the voter would sign something else
 */
export function statementOf(approval: Members): string {
  const [statement = '', digest, salt, input] = ['statement', 'digest', 'salt', 'input'].map((name) =>
    text(approval, name),
  );
  const isSigned = digest !== undefined && statement.includes(`"digest":"${digest}"`);
  const isShown = salt === undefined || input === undefined || digest === digestOf(salt, input);
  if (isSigned && isShown) return statement;
  throw new Error('the statement is not about the input that the node shows; it is not signed');
}

function digestOf(salt: string, input: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'base64')).update(input).digest('hex');
}

/** Votes. @returns the state of the approval after it */
export async function vote(
  node: RestconfClient,
  id: string,
  verdict: 'approve' | 'reject',
  input: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const answer = membersOf(await node.action(`${pathOf(id)}/${verdict}`, input));
  return text(answer, 'state') ?? '';
}

/** Returns how many persons of how many have approved, for one that still waits. */
export async function votesSoFar(node: RestconfClient, id: string): Promise<string> {
  const approval = await readApproval(node, id);
  const count = entries(approval, 'vote').filter((each) => text(each, 'verdict') === 'approve').length;
  return `${count} of ${text(approval, 'quorum') ?? '1'}`;
}
