/** Agents at work in a run, of which they see no more than key and state. */
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

/** Returns what executors see of a run, so that they find its actions: its key, which their tasks name, and its state. */
export function headAtWork({ id, state }: RunRecord) {
  return { id, state };
}
