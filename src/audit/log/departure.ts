/** Finds out whether the database still has the log of which others have seen checkpoints. */
import type { Store, Tx } from '../../store/index.js';
import type { AuditLogTable } from '../keeping/database.js';
import { LogRows } from '../keeping/rows.js';
import type { Checkpoint } from '../note/checkpoint.js';
import { isSameHash } from '../tree/hash.js';
import { rootAt } from '../tree/subtree.js';

/** Why a new log begins, in the words of its first record. */
export type Departure =
  | 'the key is another one'
  | 'the database has no log'
  | 'the log is shorter'
  | 'the log has other records'
  | 'the log is an earlier one'
  | typeof IMPORTED;

/** The stored configuration was replaced while no node ran: that has no record of its own. */
const IMPORTED = 'the configuration was imported';

/** Lets the next start begin a new log, in the transaction that replaces the stored configuration. */
export async function leaveAuditLog(tx: Tx): Promise<void> {
  await LogRows.end(tx, IMPORTED);
}

/** Returns the name of a log of a node: `NODE-ID` for the first, `NODE-ID/2` for the second. */
export function originOf(nodeId: string, number: number): string {
  return number === 1 ? nodeId : `${nodeId}/${number}`;
}

/** Returns the number of a log by its name; undefined for a log of another node. */
export function numberOf(nodeId: string, origin: string): number | undefined {
  const [id, number = '1', ...rest] = origin.split('/');
  return id === nodeId && rest.length === 0 && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined;
}

/** Returns why the stored log does not go on from the checkpoint that was shown last; undefined when it does. */
export async function departureOf(
  store: Store,
  stored: AuditLogTable | undefined,
  shown: Checkpoint | undefined,
): Promise<Departure | undefined> {
  if (!shown) return undefined;
  if (!stored) return 'the database has no log';
  if (stored.ended !== null) return IMPORTED;
  if (stored.origin !== shown.origin) {
    const [number, earlier] = [stored.origin, shown.origin].map((origin) => numberOf(store.nodeId, origin) ?? Infinity);
    // A new log has no shown checkpoint yet when the node ended just after it began.
    return number !== undefined && earlier !== undefined && number > earlier ? undefined : 'the log is an earlier one';
  }
  if (stored.size < shown.size) return 'the log is shorter';
  if (shown.size < stored.first) return undefined;
  const root = await rootAt(shown.size, new LogRows(stored.number).source(store));
  return isSameHash(root, shown.root) ? undefined : 'the log has other records';
}
