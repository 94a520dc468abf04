/** The tokens that executors of tasks get from what was delegated to them. */
import { RpcError } from '../../data/index.js';
import type { Store } from '../../store/index.js';
import { type Authorities, TOKEN_UNAVAILABLE } from '../record/authority.js';
import type { TaskRecord } from '../record/record.js';

export interface TokenNeeds {
  readonly authorities: Pick<Authorities, 'token'>;
  readonly store: Pick<Store, 'apart'>;
}

/** The authority that the executor of a task shows before it begins. */
export interface NextToken {
  readonly grant: string;
  /** Number of the attempt for which it is. */
  readonly attempt: number;
  /** Absent: the grant is not in force, and the task needs none. */
  readonly token?: string;
}

/**
 * Returns the token for the next attempt of a waiting task, which is issued before the attempt begins (ATD-8-d); undefined for a task
 * that delegates nothing. Another server may be asked for it.
 *
 * @throws RpcError resource-denied `token-unavailable`, and access-denied for a task that needs explicit grants and has none in force
 */
export async function nextToken({ authorities, store }: TokenNeeds, task: TaskRecord): Promise<NextToken | undefined> {
  const { id, taskId, from, document } = task;
  const { grant, explicit: isExplicit } = document;
  if (grant === undefined) return undefined;
  const attempt = task.attempt + 1;
  // The record of the operation is in the transaction that begins the attempt, not in that of the token.
  const token = await store
    .apart(() => authorities.token({ id, taskId, from, attempt, grant }, true))
    .catch((error: unknown) => unclaimed(error, task));
  if (token !== undefined) return { grant, attempt, token };
  if (!isExplicit) return { grant, attempt };
  throw new RpcError({
    ...{ type: 'application', tag: 'access-denied', appTag: 'aap_capability_expired', path: pathOf(task) },
    message:
      'the grant within which the task was assigned is not in force any more: its giver must give another one, and the task be assigned anew',
  });
}

/** Tells the executor that a claim without a token has changed nothing. */
function unclaimed(error: unknown, task: TaskRecord): never {
  if (!(error instanceof RpcError) || error.appTag !== TOKEN_UNAVAILABLE) throw error;
  throw new RpcError({
    ...{ type: 'application', tag: 'resource-denied', appTag: TOKEN_UNAVAILABLE, path: pathOf(task) },
    message: `${error.message}; the task stays as it is: try again later`,
  });
}

/** Returns the token for the present attempt; none while the last one is fresh, or when there is none. */
export async function presentToken(
  { authorities }: Pick<TokenNeeds, 'authorities'>,
  { id, taskId, from, attempt, document: { grant } }: TaskRecord,
): Promise<{ readonly token?: string }> {
  return tokenAnswer(
    grant === undefined ? undefined : await authorities.token({ id, taskId, from, attempt, grant }, false),
  );
}

/** True when the token is for the attempt that begins now. A task that delegates nothing needs none. */
export function isForNext(ready: NextToken | undefined, { attempt, document: { grant } }: TaskRecord): boolean {
  return grant === ready?.grant && (ready === undefined || ready.attempt === attempt + 1);
}

/** Refuses to begin an attempt for which the token is not. @throws RpcError resource-denied */
export function requireForNext(ready: NextToken | undefined, task: TaskRecord): void {
  if (isForNext(ready, task)) return;
  throw new RpcError({
    ...{ type: 'application', tag: 'resource-denied', appTag: TOKEN_UNAVAILABLE, path: pathOf(task) },
    message: 'the task has changed while its token was issued: claim it again',
  });
}

export function tokenAnswer(token: string | undefined): { readonly token?: string } {
  return token === undefined ? {} : { token };
}

function pathOf({ id }: TaskRecord): string {
  return `/yangent-tasks:tasks/task[id='${id}']`;
}
