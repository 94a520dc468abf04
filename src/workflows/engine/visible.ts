/** Decides which callers may see a run. */
import { OPERATOR_GROUP } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { Call } from '../../server/index.js';
import type { RunRecord } from '../run/record.js';
import type { Definitions } from './definitions.js';

/** True for the initiator, users for whom the coordinator speaks, members of the runner groups, operators, and those who have a vote. */
export function seesRun(call: Call, run: RunRecord, definitions: Definitions): boolean {
  if (run.initiator === call.user || call.groups.includes(OPERATOR_GROUP) || call.mayActFor(run.coordinator))
    return true;
  const { groups: voting = [], users = [] } = run.progress.voters ?? {};
  if (users.includes(call.user) || voting.some((group) => call.groups.includes(group))) return true;
  const readers = run.definition === undefined ? [] : definitions.readersOf(run.definition);
  return readers.some((group) => call.groups.includes(group));
}

/** Returns a run that the caller may see. For other callers the error is that of a missing run. @throws RpcError data-missing */
export function requireVisible(
  call: Call,
  run: RunRecord | undefined,
  id: string,
  definitions: Definitions,
): RunRecord {
  if (run && seesRun(call, run, definitions)) return run;
  throw new RpcError({ type: 'application', tag: 'data-missing', message: `there is no run "${id}"` });
}

/** Refuses callers who may see a run but not steer it. @throws RpcError access-denied */
export function requireSteering(call: Call, run: RunRecord): void {
  if (run.initiator === call.user || call.groups.includes(OPERATOR_GROUP) || call.mayActFor(run.coordinator)) return;
  const message = `only user "${run.initiator}", who started the run, and operators may do this`;
  throw new RpcError({ type: 'application', tag: 'access-denied', message });
}
