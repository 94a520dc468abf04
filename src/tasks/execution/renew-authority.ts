/** Prolongs the authority of tasks that other nodes have assigned (action `renew-authority`). */
import { prolonged, type StoredAuthority } from '../../access/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { Authorities } from '../record/authority.js';
import { prolong } from '../record/bound-tasks.js';
import type { TaskChanges } from '../record/changes.js';
import type { TaskRecord } from '../record/record.js';
import { isFinal } from '../record/states.js';
import type { TaskRows } from '../record/store.js';

export interface RenewalNeeds {
  readonly authorities: Pick<Authorities, 'isRevoked'>;
  readonly changes: Pick<TaskChanges, 'heartbeat'>;
  readonly rows: Pick<TaskRows, 'partsOf'>;
}

/** Number of parts that are read at once. */
const PIECE = 200;

/**
 * Prolongs the authority of a task, and of the parts that work within it, to the end of the caller's token.
 *
 * @throws RpcError access-denied for a token of others or with narrower limits, and for an authority that was revoked
 */
export async function renewAuthority(needs: RenewalNeeds, tx: Tx, task: TaskRecord, call: Call): Promise<TaskRecord> {
  const { authority } = task.document;
  if (authority?.ends === undefined || isFinal(task.state)) return task;
  const { name, actors = [], token } = call.principal;
  const isSame = authority.subject === name && JSON.stringify(authority.actors) === JSON.stringify(actors);
  if (!isSame || token?.ends === undefined)
    return refuse(
      call,
      'aap_invalid_delegation_chain',
      'only a token of the subject and actors by whose authority the task was assigned prolongs it',
    );
  if (needs.authorities.isRevoked(authority))
    return refuse(
      call,
      'aap_capability_expired',
      'the authority by which the task was assigned was revoked: assign the task anew',
    );
  if (token.ends <= authority.ends) return task;
  const longer = prolonged(authority, call.principal);
  if (!longer)
    return refuse(
      call,
      'aap_invalid_capability',
      'the limits of the token do not cover those of the authority by which the task was assigned',
    );
  await renewParts(needs, tx, { task, call });
  return renewed(needs, tx, task, longer);
}

/** Prolongs the parts that work within the authority of the task, and the parts of these. */
async function renewParts(
  needs: RenewalNeeds,
  tx: Tx,
  { task, call }: { readonly task: TaskRecord; readonly call: Call },
): Promise<void> {
  const above = [task];
  for (let whole = above.pop(); whole; whole = above.pop()) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const parts: readonly TaskRecord[] = await needs.rows.partsOf(whole.id, PIECE, tx.sql, after);
      for (const part of parts) {
        const longer = isWithin(part, whole) && prolonged(part.document.authority, call.principal);
        if (!longer) continue;
        above.push(part);
        await renewed(needs, tx, part, longer);
      }
      after = parts.length === PIECE ? parts.at(-1)?.id : undefined;
    }
  }
}

/** True when a part has the authority of the whole, and not one of its own. */
function isWithin(
  part: TaskRecord,
  whole: TaskRecord,
): part is TaskRecord & { document: { authority: StoredAuthority } } {
  const [own, given] = [part.document.authority, whole.document.authority];
  return (
    own?.ends !== undefined &&
    own.subject === given?.subject &&
    JSON.stringify(own.lineage) === JSON.stringify(given.lineage)
  );
}

async function renewed(
  { changes }: RenewalNeeds,
  tx: Tx,
  task: TaskRecord,
  authority: StoredAuthority,
): Promise<TaskRecord> {
  if (authority.ends !== undefined) await prolong(tx, task.id, authority.ends);
  return changes.heartbeat(tx, task, { document: { authority } });
}

function refuse(call: Call, appTag: string, message: string): never {
  return call.fail({ tag: 'access-denied', appTag, message });
}
