/** Failed steps of a run, for the user who has to mend their cause. */
import { indented, labelled, oneLine, paint } from '../terminal/index.js';
import { latest, nameOf, type Run, type Step, stateOf } from './records.js';

/** Steps that are told in full. */
const MOST = 20;

/** Describes each failed step: where it is, why it failed, and with which input. Empty when none has. */
export function failuresText({ id, step = [] }: Run): string {
  const failed = [...latest(step).values()].filter((each) => stateOf(each) === 'failed');
  const parts = failed.slice(0, MOST).map((each) => failureText(id, each, failed));
  if (failed.length > MOST) parts.push(`… and ${failed.length - MOST} more failed steps; --json has them all`);
  return parts.join('\n\n');
}

function failureText(id: string, step: Step, failed: readonly Step[]): string {
  const { error, agent = [], task = [], run, 'state-reason': reason, try: attempt, input } = step;
  // The input of a for-each is that of its items.
  const hasItems = step.item === 0 && failed.some(({ node, item }) => node === step.node && item > 0);
  const members = labelled([
    ['path', `run=${id}/step=${step.node},${step.item},${step.generation}`],
    ['message', error ? indented(error.message) : reason],
    ['code', error && oneLine(error.code)],
    ['detail', error?.diagnostic],
    ['advice', error?.recovery?.join(', ')],
    ['input', hasItems || input === undefined ? undefined : JSON.stringify(input)],
    ['try', attempt === undefined || attempt < 2 ? undefined : String(attempt)],
    ['agent', agent.join(', ')],
    ['see', task.map((each) => `yangent task show ${each}`).join('\n')],
    ['see', run && `yangent workflow show ${run}`],
  ]);
  return `${paint(`${nameOf(step)} has failed`, 'red')}\n${members.replace(/^/gm, '  ')}`;
}
