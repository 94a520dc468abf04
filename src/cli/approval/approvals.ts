/** Reads approvals of a node. */
import type { RestconfClient } from '../../clients/index.js';
import { isObject } from '../../data/index.js';
import type { Data } from '../../generated/index.js';
import { UsageError } from '../../node/index.js';
import { entriesAt, membersOf, text } from '../remote/index.js';

export type Approval = NonNullable<NonNullable<Data['yangent-access:approvals']>['approval']>[number];

const APPROVALS = '/yangent-access:approvals/approval';

export function pathOf(id: string): string {
  return `${APPROVALS}=${encodeURIComponent(id)}`;
}

/** Returns the approvals that the user may see, the oldest first. */
export async function allApprovals(node: RestconfClient): Promise<readonly Approval[]> {
  return approvalsAt(node, APPROVALS);
}

/** @throws UsageError when there is none, or the user may not see it */
export async function readApproval(node: RestconfClient, id: string): Promise<Approval> {
  const [approval] = await approvalsAt(node, pathOf(id));
  if (approval) return approval;
  throw new UsageError(
    `there is no approval ${id} that this user may see; "yangent approval list" tells which there are`,
  );
}

async function approvalsAt(node: RestconfClient, path: string): Promise<readonly Approval[]> {
  return (await entriesAt(node, path, 'yangent-access:approval')).filter(isApproval);
}

/** Checks the key that every approval has; the node has made the others by the model. */
function isApproval(value: unknown): value is Approval {
  return isObject(value) && typeof value.id === 'string';
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
  const { vote: votes = [], quorum = 1 } = await readApproval(node, id);
  return `${votes.filter(({ verdict }) => verdict === 'approve').length} of ${quorum}`;
}
