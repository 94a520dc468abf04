/** The task that is assigned for a step. */
import type { OrderOptions } from '../../tasks/index.js';
import { delegationOf } from '../authorize/terms.js';
import type { DagNode } from '../model/dag.js';
import { termsOf } from '../model/terms.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { dataIn } from './long-outputs.js';
import type { Order } from './needs.js';
import { taskIdOf } from './task-id.js';
import { deadlineBelow } from './times.js';

/** Milliseconds that a task has at least: its turn takes less until it is assigned, also with expressions that take long. */
const LEAST_TIME = 15_000;

/** @param executor number of the executor, from 1, where a step has several */
export async function orderOf(
  turn: Turn,
  node: DagNode,
  step: StepRecord,
  input: unknown,
  executor?: number,
): Promise<Order> {
  const { present, plan, now } = turn;
  const { task } = node;
  const terms = termsOf(node);
  const data = await dataIn(turn.values, input);
  const end = deadlineBelow(turn, node);
  // It may be over before the task is assigned, which `assign` would refuse: the end of the run comes first then.
  const deadline = end === undefined ? undefined : Math.max(end, now + LEAST_TIME);
  const delegate = delegationOf(turn, node, deadline);
  return {
    ...(delegate ? { delegate } : {}),
    ...(present.task === undefined ? {} : { parent: present.task }),
    'task-id': taskIdOf(step, executor),
    from: present.coordinator,
    type: task?.skill,
    objective: task?.objective,
    content: task?.content ?? (task?.skill === undefined && task?.objective === undefined ? node.name : undefined),
    domain: task?.domain,
    input: node.input && node.input.length > 0 ? input : undefined,
    'data-param': data.length > 0 ? data : undefined,
    priority: plan.dag.execution.priority,
    async: false,
    deadline: deadline === undefined ? undefined : new Date(deadline).toISOString(),
    constraint: task?.constraint && task.constraint.length > 0 ? task.constraint : undefined,
    'expected-artifact':
      task?.['expected-artifact'] && task['expected-artifact'].length > 0 ? task['expected-artifact'] : undefined,
    verification: task?.verify ? { automatic: true } : undefined,
    policy: {
      'max-attempts': terms.attempts,
      'retry-delay': terms.delay,
      factor: terms.factor,
      'max-delay': terms.maxDelay,
      jitter: terms.jitter,
      'retry-on': terms.on,
      ...(terms.never.length > 0 ? { 'never-retry': terms.never } : {}),
      'attempt-timeout': terms.attempt,
    },
  };
}

/** Reports that may stay out until an executor counts as lost. */
const MISSED = 3;

/** Returns how the task of a step is handled: how long its executor may be silent, and how sensitive its content is. */
export function handlingOf(turn: Turn, { name }: DagNode): Pick<OrderOptions, 'silence' | 'sensitivity'> {
  const sensitivity = turn.plan.sensitivities.get(name);
  return { silence: silenceOf(turn), ...(sensitivity === undefined ? {} : { sensitivity }) };
}

/** Returns the seconds for which the executor of a step may be silent (`status-interval`). */
export function silenceOf({ plan: { dag } }: Turn): number {
  return dag.execution['status-interval'] * MISSED;
}
