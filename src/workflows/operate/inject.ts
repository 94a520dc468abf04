/** The action inject: a person corrects what a step gave, for the steps that have not begun (ATD-6-w). */
import { voidGates } from '../course/gates.js';
import { type DagNode, isReplaced } from '../model/dag.js';
import { isRunOver, isStepOver } from '../model/states.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { requireNoRollback } from './back.js';
import { badTransition } from './bad-transition.js';
import { outputFor } from './output.js';
import { stepRefused } from './step-refused.js';

/**
 * Replaces the output of a step that has ended. Edges and conditions that are decided stay so, and what others have made of the
 * earlier output stays; votes on steps that read it are void.
 *
 * @throws RpcError bad-transition, also for a step that reads it and that persons approved; invalid-value when the output does not fit the schema of the node
 */
export async function inject(turn: Turn, step: StepRecord, given: unknown, reason: string): Promise<void> {
  const { present, progress } = turn;
  requireNoRollback(turn);
  if (isRunOver(present.state)) throw badTransition(present, 'reads nothing more');
  if (progress.ending) throw badTransition(present, `is about to be ${progress.ending.state}`);
  const node = turn.node(step.node);
  requireEnded(step, node);
  const output = await turn.values.keepOutput(outputFor(node, step, given));
  turn.note({
    ...{ kind: 'action', node: step.node, generation: step.generation },
    data: { action: 'inject', reason, output, ...(step.output === undefined ? {} : { was: step.output }) },
  });
  const was = step.detail.injected?.was ?? step.output;
  await turn.change(step, {
    ...{ output, reason },
    detail: {
      injected: { by: turn.by, at: turn.at, ...(was === undefined ? {} : { was }) },
      // A person has said it: it stands for nothing that is missing.
      degraded: undefined,
    },
  });
  for (const { to, type } of turn.plan.graph.outOf(step.node))
    if (type.endsWith(':data')) await readAnew(turn, await turn.step(to), `"${step.node}" has another output`);
}

/** Refuses a step without an output that others could read. */
function requireEnded(step: StepRecord, node: DagNode): void {
  if (step.state === 'completed' || step.state === 'skipped') return;
  if (step.state === 'failed' && isReplaced(node['on-failure'])) return;
  const right =
    step.state === 'failed'
      ? 'set-output completes it with an output that was made otherwise'
      : 'only the output of a step that has ended is replaced';
  throw stepRefused(step, right);
}

/** True for a for-each that persons approved as a whole, and of which items have not begun. */
function isApprovedInParts({ state, detail: { gated, items } }: StepRecord): boolean {
  return gated === true && !isStepOver(state) && items !== undefined && items.begun > 0 && items.begun < items.total;
}

/** Has the input of a step computed anew, unless it is executed, or done. */
async function readAnew(turn: Turn, step: StepRecord | undefined, reason: string): Promise<void> {
  if (!step || step.state === 'completed') return;
  const { detail } = step;
  if (isApprovedInParts(step))
    throw stepRefused(
      step,
      'persons approved it with the earlier output, and items of it are still to read that; wait for its end',
    );
  if (step.state === 'awaiting-approval' || (detail.gated && step.state === 'ready' && step.work === undefined)) {
    await voidGates(turn, step, reason);
    return;
  }
  const { try: number = 1, round = 1, input } = detail;
  if (input === undefined) return;
  const isWaiting = step.state === 'pending' || (step.state === 'ready' && step.work === undefined && round === 1);
  // The next try reads the new output. Its task has another key, since it is another effect.
  if (isWaiting) await turn.change(step, { detail: { ...NO_INPUT, ...(number > 1 ? { corrected: number } : {}) } });
  else if (isStepOver(step.state)) await turn.change(step, { detail: { corrected: number + 1 } });
}

const NO_INPUT = { input: undefined, lineage: undefined, degraded: undefined } as const;
