/** The task that undoes what a step did. */
import { isFinal, type TaskError, type TaskRecord } from '../../tasks/index.js';
import { explicitOf } from '../authorize/authorize.js';
import { delegationOf } from '../authorize/terms.js';
import { actorOf } from '../course/actor.js';
import { errorOf, failure, StepFailure } from '../course/failure.js';
import { valuesOf } from '../course/input.js';
import { handlingOf } from '../course/order.js';
import { errorOfTask } from '../course/outcome.js';
import { recoveryIdOf } from '../course/task-id.js';
import type { DagNode } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import type { Clearance } from './clearance.js';
import type { RecoveryMeans } from './means.js';

/** Returns the agent that undoes a step; undefined for a step that has had none. */
export function agentOf(node: DagNode, step: StepRecord): string | undefined {
  return node.compensation?.agent ?? step.detail.agents?.at(-1);
}

/** Assigns the task that undoes a step, or notes why there can be none. */
export async function undo(turn: Turn, means: RecoveryMeans, step: StepRecord, clearance: Clearance): Promise<void> {
  const node = turn.node(step.node);
  const agent = agentOf(node, step);
  const taskId = recoveryIdOf(step, 'compensate');
  try {
    if (agent === undefined) throw new StepFailure('lack-of-skills', 'it has had no agent');
    requireClear(clearance, agent);
    await means.authorize.permitted(turn, node, step, [agent]);
    const input = await inputOf(turn, node, step);
    const { present, plan } = turn;
    const delegate = delegationOf(turn, node, undefined);
    const order = {
      ...(delegate ? { delegate } : {}),
      'task-id': taskId,
      from: present.coordinator,
      to: agent,
      type: node.compensation?.skill,
      objective: node.compensation?.objective,
      content: node.compensation?.content,
      input,
      async: false,
      priority: plan.dag.execution.priority,
    };
    const key = `agent-task:${means.nodeId}/${taskId}`;
    const options = { key, ...handlingOf(turn, node), ...explicitOf(means.authorize, node, turn) };
    const task = await turn.tx.part(() => means.door.assign(turn.tx, actorOf(present), order, options));
    const begun = await turn.change(step, {
      state: 'compensating',
      reason: undefined,
      work: task.id,
      detail: { compensation: { task: task.id, agent } },
    });
    await undone(turn, begun, task);
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    const begun = await turn.change(step, { state: 'compensating', reason: undefined });
    await fail(turn, begun, agent ?? '', error);
  }
}

/** @throws StepFailure when a guard, or persons, do not let the agent undo it */
function requireClear(clearance: Clearance, agent: string): void {
  if (typeof clearance === 'string') return;
  const refused = clearance.get(agent) ?? clearance.get('');
  if (refused) throw new StepFailure(refused.code, refused.message);
}

/** Returns the input of the task: what the graph computes, or that of the step. */
export async function inputOf(turn: Turn, node: DagNode, step: StepRecord): Promise<unknown> {
  const { input = [] } = node.compensation ?? {};
  if (input.length === 0) return step.detail.input === undefined ? undefined : turn.values.get(step.detail.input);
  const output = step.output === undefined ? null : await turn.values.get(step.output);
  const { value } = await valuesOf(turn, node.name, input, 'input', {
    ...(await turn.items.variablesOf(step)),
    output,
  });
  return value;
}

/** Takes what a task has come to that undoes a step. */
export async function followCompensation(turn: Turn, node: string, item: number, task: TaskRecord): Promise<void> {
  const step = await turn.step(node, item);
  if (step?.state === 'compensating' && step.detail.compensation?.task === task.id) await undone(turn, step, task);
}

async function undone(turn: Turn, step: StepRecord, task: TaskRecord): Promise<void> {
  if (!isFinal(task.state)) return;
  if (task.state === 'completed')
    await turn.change(step, { state: 'rolled-back', reason: 'it was undone', work: undefined });
  else await fail(turn, step, step.detail.compensation?.agent ?? task.to, errorOfTask(task));
}

async function fail(turn: Turn, step: StepRecord, agent: string, error: TaskError): Promise<void> {
  const { compensation } = step.detail;
  const reason = `it could not be undone: ${error.message}`;
  await turn.change(step, {
    state: 'failed',
    reason,
    work: undefined,
    detail: {
      error: failure(error.code, reason),
      compensation: { task: compensation?.task ?? '', agent, failed: error.message },
    },
  });
}
