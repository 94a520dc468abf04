/** The errors of requests that persons must approve, and of votes. */
import { RpcError } from '../../data/index.js';

/** The error-app-tag of a request that must be approved first. */
export const APPROVAL_REQUIRED = 'aap_approval_required';
/** The error-app-tag of a request that was approved when the values that it replaces were others. */
export const STALE_APPROVAL = 'stale-approval';

/** The member of error-info that names the approvals. */
export const APPROVAL_INFO = 'yangent-access:approval';

/** Returns the refusal of a request. @param ids of the approvals that it lacks @param message says why */
export function approvalRequired(ids: readonly string[], message: string, path?: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'access-denied',
    appTag: APPROVAL_REQUIRED,
    path,
    message,
    info: { [APPROVAL_INFO]: oneOrMore(ids) },
  });
}

/** Returns the refusal of a request that must be approved before it is made. */
export function neededFirst(ids: readonly string[]): RpcError {
  const [are, they] =
    ids.length > 1 ? [`approvals ${ids.join(', ')} are`, 'they are'] : [`approval ${ids.join()} is`, 'it is'];
  return approvalRequired(ids, `${are} needed first; make the same request again when ${they} granted`);
}

/** The reason of an approval that is void because of what was seen when it was asked for. */
export const SEEN_CHANGED = 'the values that the request replaces, or the data to which it refers, have changed';

/** Returns the refusal of a request whose approval was given for replacing other values, or for other data. */
export function staleApproval(ids: readonly string[]): RpcError {
  return stale(
    ids,
    `${SEEN_CHANGED} since approval ${ids.join(', ')} was asked for, which is void now; make the request again to ask for another one`,
  );
}

/** Returns the refusal of a request whose data have changed between its check and its transaction. */
export function changedMeanwhile(ids: readonly string[]): RpcError {
  return stale(ids, 'the data to which the request refers have changed while it was made; make it again');
}

function stale(ids: readonly string[], message: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: STALE_APPROVAL,
    message,
    info: { [APPROVAL_INFO]: oneOrMore(ids) },
  });
}

function oneOrMore(ids: readonly string[]): string | readonly string[] {
  const [first, ...others] = ids;
  return first !== undefined && others.length === 0 ? first : ids;
}

/** Returns the identifiers that a refusal names. */
export function approvalsIn({ info }: Pick<RpcError, 'info'>): readonly string[] {
  const named = info?.[APPROVAL_INFO] ?? [];
  return typeof named === 'string' ? [named] : named;
}

export function voteRefused(
  tag: 'access-denied' | 'invalid-value' | 'missing-element',
  appTag: string,
  message: string,
): RpcError {
  return new RpcError({ type: 'application', tag, appTag, message, origin: 'caller' });
}

/** The refusal of a withdrawal by another than the one who asked. */
export function notTheAsker(id: string, user: string): RpcError {
  return voteRefused(
    'access-denied',
    'not-the-asker',
    `user "${user}" has not asked for approval ${id}: who asked withdraws it, and those who vote reject it`,
  );
}

/** The refusal of a withdrawal of an approval that is over. */
export function isOver(id: string, state: string): RpcError {
  return badTransition(`approval ${id} is ${state} already`);
}

export function notWaiting(id: string, state: string): RpcError {
  return badTransition(`approval ${id} is ${state}; votes count while it waits`);
}

function badTransition(message: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'bad-transition',
    message,
  });
}
