/** The persons and guards that decide about the steps of a run: a migration passes none of them by. */
import { nodePath, type Report } from '../check/finding.js';
import { type DagNode, typeOf } from '../model/dag.js';
import { isStepOver } from '../model/states.js';
import type { StepRecord } from '../run/record.js';
import { hasBegun } from './begun.js';
import type { Images } from './images.js';

/** The gates of a step that waits for votes or was approved: those that it has, and those that the new graph gives it. */
export interface Asked {
  readonly asked: readonly string[];
  readonly wanted: readonly string[];
}

/** By the present names of nodes. */
export interface GatesOfSteps {
  /** Of steps about which persons are asked or have decided, and which have not begun. */
  readonly asked: ReadonlyMap<string, Asked>;
  /** The gates, and guards that deny, which would be passed by: those of steps that have begun and begin more, with a node that changes. */
  readonly passed: ReadonlyMap<string, readonly string[]>;
}

/** True for a step on which persons vote, or which they have approved and which has not begun. */
export function isAsked({ state, work, detail }: StepRecord): boolean {
  return detail.gated === true && (state === 'awaiting-approval' || (state === 'ready' && work === undefined));
}

/**
 * True for a step that begins further work as its new node says, and about which gates and guards decide as a whole, before its first
 * work: items, rounds, child runs, and the task after the question whether an agent could do it.
 */
export function beginsMore(step: StepRecord, after: DagNode): boolean {
  if (!hasBegun(step) || isStepOver(step.state)) return false;
  const { 'for-each': each, repeat } = after;
  return each !== undefined || repeat !== undefined || typeOf(after) === 'workflow' || step.detail.others !== undefined;
}

/** Persons who are asked, or have approved, are asked again. */
export function reportGone(images: Images, asked: GatesOfSteps['asked'], report: Report): void {
  for (const [node, { asked: before, wanted }] of asked) {
    const image = images.of(node);
    const gone = before.filter((name) => image === undefined || !wanted.includes(name));
    if (gone.length === 0) continue;
    const what = `persons decide about step "${node}" (${gone.join(', ')})`;
    report(
      'error',
      'migrate-gate',
      nodePath(image ?? node),
      `${what}, and the new graph does not ask them; let them decide first, or keep the gate`,
    );
  }
}

/** A step goes on with nothing about which persons or guards of the new graph did not decide. */
export function reportPassed(images: Images, passed: GatesOfSteps['passed'], report: Report): void {
  for (const [node, names] of passed) {
    if (names.length === 0) continue;
    report(
      'error',
      'migrate-gate',
      nodePath(images.of(node) ?? node),
      `step "${node}" has begun, and its node changes, about which ${names.join(', ')} must decide before its begin; let it end first, or keep its node`,
    );
  }
}
