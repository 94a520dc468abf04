/** The identifiers in paths and in the two URI schemes (`ATD-9-g`, `ATD-9-h`). */
import { Fault } from './fault.js';

const RUN = /^[0-9A-Za-z._-]{1,64}$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const STEP = /^([A-Za-z_][A-Za-z0-9_-]{0,63})(?:\.([1-9]\d{0,8}))?(?:;g=([1-9]\d{0,8}))?$/;

/** A step of a run. */
export interface StepName {
  readonly node: string;
  /** 0: the node itself. */
  readonly item: number;
  /** Absent: the latest. */
  readonly generation?: number;
}

/** @throws Fault 404 */
export function runOf(text: string): string {
  if (RUN.test(text)) return text;
  throw notThere();
}

/** @throws Fault 404 */
export function definitionOf(text: string): string {
  if (NAME.test(text)) return text;
  throw notThere();
}

/** Reads `NODE[.ITEM][;g=GENERATION]`. @throws Fault 404 */
export function stepOf(text: string): StepName {
  const [, node, item = '0', generation] = STEP.exec(text) ?? [];
  if (node === undefined) throw notThere();
  return { node, item: Number(item), ...(generation === undefined ? {} : { generation: Number(generation) }) };
}

export function notThere(): Fault {
  return new Fault(404, 'data-missing', 'nothing is served at this path');
}

/** Returns the URI of a step. @param run URI of the run, `agent-dag:NODE/RUN` */
export function stepUri(run: string, { node, item, generation }: StepName): string {
  const place = run.replace(/^agent-dag:/, 'agent-task:');
  return `${place}/${node}${item === 0 ? '' : `.${item}`}${generation === undefined ? '' : `;g=${generation}`}`;
}
