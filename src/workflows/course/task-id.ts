/** The identifiers of the tasks of steps: RUN/NODE[.ITEM];g=GENERATION[;t=TRY][;r=ROUND][;x=EXECUTOR][;compensate|;rollback]. */
import type { StepRecord } from '../run/record.js';

export interface TaskPlace {
  readonly run: string;
  readonly node: string;
  readonly item: number;
  readonly generation: number;
  /** The task undoes the step, or asks an agent to clean up after it. */
  readonly what?: 'compensate' | 'rollback';
}

/** @param executor number of the executor, from 1, where a step has several */
export function taskIdOf({ run, node, item, generation, detail }: StepRecord, executor?: number): string {
  const { try: number = 1, round = 1 } = detail;
  return [
    `${run}/${node}${item === 0 ? '' : `.${item}`};g=${generation}`,
    ...(number > 1 ? [`t=${number}`] : []),
    ...(round > 1 ? [`r=${round}`] : []),
    ...(executor === undefined ? [] : [`x=${executor}`]),
  ].join(';');
}

/** Returns the identifier of a task that undoes a step, or asks an agent to clean up after it. @param o number of the agent, and of the try, from 1 */
export function recoveryIdOf(
  { run, node, item, generation }: Pick<StepRecord, 'run' | 'node' | 'item' | 'generation'>,
  what: 'compensate' | 'rollback',
  { executor = 1, number = 1 } = {},
): string {
  return [
    `${run}/${node}${item === 0 ? '' : `.${item}`};g=${generation}`,
    ...(number > 1 ? [`t=${number}`] : []),
    ...(executor > 1 ? [`x=${executor}`] : []),
    what,
  ].join(';');
}

/**
 * Returns the key of the task of a step, an `agent-task:` URI: the same in all tries with the same input, so that effects elsewhere
 * happen once. Tries from that on whose input a person corrected have another one.
 */
export function keyOf(node: string, step: StepRecord, executor?: number): string {
  const number = step.detail.corrected ?? 1;
  return `agent-task:${node}/${taskIdOf({ ...step, detail: { ...step.detail, try: number } }, executor)}`;
}

/** Returns the task-id without the number of the try: one approval is for all tries of a step, of which one is carried out. */
export function withoutTry(taskId: string): string {
  return taskId.replace(/;t=\d+/, '');
}

const FORM = /^([0-9a-f-]{36})\/([A-Za-z_][\w-]*)(?:\.(\d+))?;g=(\d+)(?:;[trx]=\d+)*(?:;(compensate|rollback))?$/;

/** Returns the step of a task; undefined for a task that is none of a step. */
export function placeOf(taskId: string): TaskPlace | undefined {
  const [, run, node, item = '0', generation, what] = FORM.exec(taskId) ?? [];
  if (run === undefined || node === undefined || generation === undefined) return undefined;
  const place = { run, node, item: Number(item), generation: Number(generation) };
  return what === 'compensate' || what === 'rollback' ? { ...place, what } : place;
}
