/** The `status` of definitions (RFC 7950 §7.21.2). */
import type { Status } from '../schema.js';
import { childArgument, type Statement } from '../text/statement.js';

const RANK: Readonly<Record<Status, number>> = { current: 0, deprecated: 1, obsolete: 2 };

/** Returns the status of the statement itself, else `inherited`. */
export function statusOf(statement: Statement, inherited: Status = 'current'): Status {
  return toStatus(childArgument(statement, 'status')) ?? inherited;
}

export function toStatus(text: string | undefined): Status | undefined {
  return text === 'current' || text === 'deprecated' || text === 'obsolete' ? text : undefined;
}

/** True when a definition may refer to another of the same module: the other must not have a later status. */
export function mayReferTo(from: Status, to: Status): boolean {
  return RANK[to] <= RANK[from];
}
