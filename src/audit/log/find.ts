/** Finds records, the latest first, a bounded number of them at once. */
import { LogRows } from '../keeping/rows.js';
import { parseRecord } from '../record/canonical.js';
import type { Outcome } from '../record/kinds.js';
import type { AuditRecord } from '../record/record.js';
import type { AuditLog } from './log.js';

/** The wanted records: all that is given must be true of them. */
export interface RecordFilter {
  readonly user?: string;
  readonly operation?: string;
  readonly outcome?: Outcome;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

export interface FoundRecords {
  readonly records: readonly AuditRecord[];
  /** Records before this one were not looked at; undefined: there is none. */
  readonly before?: number;
}

/** Records that one call reads, and that one statement does. */
const MOST = 10_000;
const PAGE = 500;

/**
 * Returns the latest records of a log that fit.
 *
 * @param o `before`: only those with a lower sequence; `origin`: the name of an earlier log of the node. Default: the present one
 * @returns fewer than `limit`, with `before`, when many do not fit: the caller goes on there
 * @throws RangeError when the node has no log of the name
 */
export async function findRecords(
  log: AuditLog,
  filter: RecordFilter,
  { before, limit, origin }: { readonly before?: number; readonly limit: number; readonly origin?: string },
): Promise<FoundRecords> {
  const rows = await rowsOf(log, origin);
  const { since = 0 } = filter;
  const records: AuditRecord[] = [];
  let end = before ?? Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MOST; read += PAGE) {
    const page = await rows.recordsBefore(log.store, end, PAGE);
    for (const { sequence, text } of page) {
      end = sequence;
      const record = parseRecord(text);
      if (fits(record, filter)) records.push(record);
      if (records.length === limit) return { records, before: end };
    }
    // The clock may have been set back between two records, but not for so many.
    if (page.length < PAGE || page.every(({ at }) => at < since)) return { records };
  }
  return { records, before: end };
}

async function rowsOf({ rows, store }: AuditLog, origin: string | undefined): Promise<LogRows> {
  if (origin === undefined) return rows;
  const logs = await LogRows.all(store);
  const found = logs.find((each) => each.origin === origin);
  if (found) return new LogRows(found.number);
  throw new RangeError(`the node has no log ${origin}; it has ${logs.map((each) => each.origin).join(', ')}`);
}

function fits(record: AuditRecord, { user, operation, outcome, since }: RecordFilter): boolean {
  if (user !== undefined && record.user !== user) return false;
  if (operation !== undefined && record.operation !== operation) return false;
  if (outcome !== undefined && record.outcome !== outcome) return false;
  return since === undefined || Date.parse(record.at) >= since;
}
