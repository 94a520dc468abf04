/** When steps go on by themselves, in milliseconds since 1970. */
import type { DagNode } from '../model/dag.js';
import type { StepDetail } from '../run/record.js';
import type { Turn } from '../run/turn.js';

/** Seconds of a node of `finally`, besides those that it says itself: it also runs when the time of the run is over. */
const LAST_TIME = 3_600;

/** Returns when the time of a node is over that is ready now; undefined when it has no end. */
export function expiryOf({ now, plan }: Turn, { name, timeout, wait }: DagNode): number | undefined {
  const own = LAST_TIME + (timeout?.attempt ?? wait?.seconds ?? 0);
  const total = timeout?.total ?? (plan.last.has(name) ? own : undefined);
  return total === undefined ? undefined : now + total * 1_000;
}

/**
 * Returns the deadline of the work of a node: that of the run, which also moves on while it is paused. `timeout/total` is none: it
 * is watched by the step, which does nothing while the run is paused. A node of `finally` comes also when the time of the run is over.
 */
export function deadlineBelow({ present, plan }: Turn, { name }: DagNode): number | undefined {
  return plan.last.has(name) ? undefined : present.deadline;
}

/** Returns when the execution of a node ends that begins now, by its estimate. */
export function expectedEnd({ now }: Turn, { estimate }: DagNode): number | undefined {
  return estimate === undefined ? undefined : now + estimate * 1_000;
}

/** Returns the earliest of these times; undefined when there is none. */
export function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Returns the next time of a step whose timer was put aside, while its run was paused for example. */
export function nextTime({ fires, until, expires, expected, overdue }: StepDetail): number | undefined {
  return fires ?? earliest(until, expires, overdue ? undefined : expected);
}
