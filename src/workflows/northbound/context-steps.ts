/** The steps of a context: those that the caller asks for, as many as one answer takes. */
import { RpcError, TimeSlice } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { StepPlace } from '../run/step-rows.js';
import type { WorkflowNeeds } from './needs.js';

export type StepEntry = NonNullable<YangentWorkflowsProvider['rpcs']['context']['output']['step']>[number];

/** Steps that are read at a time. */
const PAGE = 500;
/** Steps of one answer. */
const MOST = 10_000;
/** Characters of the inputs and outputs of one answer. */
const LONGEST = 16 << 20;

/** Returns steps of a run in the order of their keys. @throws RpcError too-big */
export async function stepsAt(
  { rows }: Pick<WorkflowNeeds, 'rows'>,
  { id }: Pick<RunRecord, 'id'>,
  place: StepPlace,
): Promise<readonly StepRecord[]> {
  const steps: StepRecord[] = [];
  for (let after: StepRecord | undefined; ; after = steps.at(-1)) {
    const page = await rows.steps.page(id, after, PAGE, place);
    steps.push(...page);
    if (steps.length > MOST) throw tooBig(`more than ${MOST} steps are asked for`);
    if (page.length < PAGE) return steps;
  }
}

/** Makes the entries of steps one after another: other work of the node runs between many. @throws RpcError too-big */
export async function entriesOf(
  steps: readonly StepRecord[],
  entry: (step: StepRecord) => Promise<StepEntry>,
  size: ValuesSize,
): Promise<StepEntry[]> {
  const slice = new TimeSlice();
  const made: StepEntry[] = [];
  for (const step of steps) {
    const each = await entry(step);
    size.add(each);
    made.push(each);
    if (slice.over) await slice.next();
  }
  return made;
}

/** Counts the characters of the values of one answer. */
export class ValuesSize {
  #characters = 0;

  /** @throws RpcError too-big */
  add({ input, output, 'output-text': text = '' }: Pick<StepEntry, 'input' | 'output' | 'output-text'>): void {
    for (const value of [input, output]) this.#characters += value === undefined ? 0 : JSON.stringify(value).length;
    this.#characters += text.length;
    if (this.#characters > LONGEST)
      throw tooBig(`their inputs and outputs have more than ${LONGEST >> 20} Mi characters`);
  }
}

function tooBig(problem: string): RpcError {
  const message = `${problem}; name a node, and an item of it, or read the list step of the run in pages`;
  return new RpcError({ type: 'application', tag: 'too-big', message });
}
