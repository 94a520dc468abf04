/** Steps of type approval: they are completed once persons have approved. */
import type { DagNode } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { endStep } from './end.js';
import type { TurnMeans } from './needs.js';

/** Completes a step with the names of those who approved, and the data of the last of them. */
export async function launchApproval(turn: Turn, _means: TurnMeans, _node: DagNode, step: StepRecord): Promise<void> {
  const [gate] = (await turn.gates.of(step, turn.tx)).filter(({ name }) => name === 'approval');
  const votes = gate ? await turn.gates.votes(gate, turn.tx) : [];
  const data = votes.findLast((vote) => vote.data !== null)?.data ?? null;
  const output = {
    verdict: 'approved',
    by: votes.map(({ by }) => by),
    ...(data === null ? {} : { data: JSON.parse(data) }),
  };
  await endStep(turn, step, { state: 'completed', output: await turn.values.keepOutput(output) });
}
