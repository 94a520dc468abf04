/** The `status` of definitions (RFC 7950 §7.21.2). */
import type { Status } from '../schema.js';
import { childArgument, type Statement } from '../text/statement.js';

const RANK: Readonly<Record<Status, number>> = { current: 0, deprecated: 1, obsolete: 2 };

/** What the statement says of itself; `inherited` where it says nothing. */
export function statusOf(statement: Statement, inherited: Status = 'current'): Status {
  return toStatus(childArgument(statement, 'status')) ?? inherited;
}

export function toStatus(text: string | undefined): Status | undefined {
  return text === 'current' || text === 'deprecated' || text === 'obsolete' ? text : undefined;
}

/** A definition must not refer to one of the same module that is further gone than itself. */
export function mayReferTo(from: Status, to: Status): boolean {
  return RANK[to] <= RANK[from];
}
