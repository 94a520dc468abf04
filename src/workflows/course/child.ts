/** Steps of type workflow: another run, whose input is that of the step. */
import { newId } from '../../tasks/index.js';
import type { DagNode } from '../model/dag.js';
import { isStepOver } from '../model/states.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { repeatOrEnd } from './again.js';
import { requireDepth } from './depth.js';
import { endStep, failStep } from './end.js';
import { failure, StepFailure } from './failure.js';
import { inputOf, requireFit } from './input.js';
import { takeOver } from './long-outputs.js';
import type { TurnMeans } from './needs.js';
import { isExpired, TOO_LATE } from './overdue.js';
import { deadlineBelow, earliest, expectedEnd } from './times.js';

export async function launchChild(turn: Turn, means: TurnMeans, node: DagNode, given: StepRecord): Promise<void> {
  const { definition, version } = node.workflow ?? {};
  if (definition === undefined) throw new StepFailure('internal', 'the node names no definition');
  requireDepth(turn.present.depth + 1);
  const input =
    given.detail.input === undefined ? await inputOf(turn, node, await turn.items.variablesOf(given)) : undefined;
  const value = input?.value ?? (await turn.values.get(given.detail.input ?? ''));
  const id = newId(turn.now);
  const expected = expectedEnd(turn, node);
  const step = await turn.launched(given, {
    state: 'executing',
    work: id,
    due: earliest(expected, given.detail.expires),
    detail: {
      ...{ child: id, expected, overdue: undefined },
      ...(input ? { input: input.digest, lineage: input.lineage, ...(input.degraded ? { degraded: true } : {}) } : {}),
    },
  });
  const deadline = deadlineBelow(turn, node);
  means.startChild(turn, {
    ...{ id, definition, input: value, node: node.name, item: step.item },
    ...(version === undefined ? {} : { version }),
    ...(deadline === undefined ? {} : { deadline }),
  });
}

/** The end of a child run. */
export type ChildEnd = Pick<RunRecord, 'id' | 'state' | 'reason' | 'error'> & { readonly output: unknown };

/** Ends a step with the end of its child run; begins another run while attempts are left. */
export async function childEnded(turn: Turn, step: StepRecord, child: ChildEnd): Promise<void> {
  const node = turn.node(step.node);
  if (isStepOver(step.state) || step.detail.child !== child.id) return;
  if (child.state === 'completed') {
    try {
      requireFit(node['output-schema'], child.output, 'invalid-output', 'the output');
      await takeOver(turn, child.id, child.output);
      await repeatOrEnd(turn, node, step, child.output);
    } catch (error) {
      await failStep(turn, step, error);
    }
    return;
  }
  const attempts = step.detail.attempts ?? 1;
  if (child.state === 'failed' && attempts < (node.workflow?.attempts ?? 1)) {
    turn.count({ active: -1, live: -1, waiting: 1 });
    const detail = { attempts: attempts + 1, live: undefined, child: undefined };
    turn.ready.push(await turn.change(step, { state: 'ready', work: undefined, due: step.detail.expires, detail }));
    return;
  }
  if (isExpired(turn, step)) return endStep(turn, step, { state: 'failed', error: TOO_LATE });
  const why = child.reason ?? `the run is ${child.state}`;
  const { code } = child.error ?? {
    code: child.state === 'canceled' || child.state === 'rolled-back' ? child.state : 'internal',
  };
  await endStep(turn, step, { state: 'failed', error: failure(code, `run ${child.id}: ${why}`) });
}
