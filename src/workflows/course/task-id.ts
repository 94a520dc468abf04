/** The identifiers of the tasks of steps: RUN/NODE[.ITEM];g=GENERATION[;t=TRY][;r=ROUND][;x=EXECUTOR]. */
import type { StepRecord } from '../run/record.js';

export interface TaskPlace {
  readonly run: string;
  readonly node: string;
  readonly item: number;
  readonly generation: number;
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

/**
 * Returns the key of the task of a step, an `agent-task:` URI: the same in all tries with the same input, so that effects elsewhere
 * happen once.
 */
export function keyOf(node: string, step: StepRecord, executor?: number): string {
  return `agent-task:${node}/${taskIdOf({ ...step, detail: { ...step.detail, try: 1 } }, executor)}`;
}

/** Returns the task-id without the number of the try: one approval is for all tries of a step, of which one is carried out. */
export function withoutTry(taskId: string): string {
  return taskId.replace(/;t=\d+/, '');
}

const FORM = /^([0-9a-f-]{36})\/([A-Za-z_][\w-]*)(?:\.(\d+))?;g=(\d+)(?:;[trx]=\d+)*$/;

/** Returns the step of a task; undefined for a task that is none of a step. */
export function placeOf(taskId: string): TaskPlace | undefined {
  const [, run, node, item = '0', generation] = FORM.exec(taskId) ?? [];
  if (run === undefined || node === undefined || generation === undefined) return undefined;
  return { run, node, item: Number(item), generation: Number(generation) };
}
