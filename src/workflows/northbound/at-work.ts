/** Agents at work in a run, of which they see no more than its head. */
import type { Call } from '../../server/index.js';
import type { RunRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';

/** Returns the agent of a step that has not ended for which the caller speaks. */
export async function agentAtWork(
  { checkpointRows }: Pick<WorkflowNeeds, 'checkpointRows'>,
  call: Call,
  run: string,
): Promise<string | undefined> {
  const agents = await checkpointRows.agentsAtWork(run);
  return agents.find((agent) => call.mayActFor(agent));
}

/** Returns the part of a run that its executors see, so that they find its actions. */
export function headAtWork({ id, version, digest, coordinator, state }: RunRecord) {
  return { id, version, digest, coordinator, state };
}
