/** Derives from a change of a task the call to its executor. */

import type { TaskRecord } from '../record/record.js';
import { isFinal } from '../record/states.js';
import type { Steer } from './executor.js';

/** Returns the kind of change for the executor; undefined when it need not know, for example when it made the change. */
export function steerOf(before: TaskRecord, after: TaskRecord): Steer | undefined {
  if (isFinal(before.state) || after.state === 'completed') return undefined;
  if (isFinal(after.state) || after.to !== before.to)
    return { kind: 'cancel', reason: after.document.reason ?? `the task is ${after.state}` };
  const left = before.state === after.state ? undefined : before.state;
  if (left !== undefined && after.state === 'suspended') return { kind: 'suspend' };
  if (left === 'suspended') return { kind: 'resume' };
  if (left === 'input-required' && after.document.inputs.length > before.document.inputs.length)
    return { kind: 'input' };
  const asksOtherwise =
    before.priority !== after.priority || before.document.description !== after.document.description;
  return asksOtherwise ? { kind: 'update' } : undefined;
}

/** True when the change makes the task wait for its agent. */
export function waitsAnew(before: TaskRecord | undefined, after: TaskRecord): boolean {
  return after.state === 'accepted' && (before?.state !== 'accepted' || before.to !== after.to);
}

/** Returns the agent that is to answer when the change added a round to the negotiation. */
export function listener(before: TaskRecord | undefined, { from, to, document }: TaskRecord): string | undefined {
  const isSpoken = document.rounds.length > (before?.document.rounds.length ?? 0);
  if (!isSpoken) return undefined;
  return document.rounds.at(-1)?.by === from ? to : from;
}
