/** Finds out whether a task waits for its assigner, and for the answer to which words. */
import { FOREIGN_STATES, type ForeignStates } from './mappings.js';
import { nextSpeaker } from './negotiation-terms.js';
import { descriptionOf, type Prompt, parsePrompt } from './prompt.js';
import type { Round, TaskRecord } from './record.js';

/** An awaited answer to a question of the executor, or an awaited judgement of the proposal that it made in a round. */
export type Awaited =
  | { readonly kind: 'answer'; readonly question: string }
  | { readonly kind: 'judgement'; readonly round: Round };

/** Returns the answer of the assigner for which a task waits; undefined when it waits for none. */
export function awaitedOf(task: TaskRecord): Awaited | undefined {
  const { inputRequest, rounds } = task.document;
  if (task.state === 'input-required') return { kind: 'answer', question: inputRequest?.required ?? '' };
  const last = rounds.at(-1);
  return last && nextSpeaker(task) === task.from ? { kind: 'judgement', round: last } : undefined;
}

/** Draft states that become `blocking` while the executor's proposal waits for the assigner's judgement. */
const MAY_BLOCK: readonly ForeignStates['mag'][] = ['create', 'processing'];

/** Returns the status of a task in the draft (seed 004 §5.4): `blocking` also while a proposal waits for a judgement. */
export function draftStatus(task: TaskRecord): ForeignStates['mag'] {
  const { mag } = FOREIGN_STATES[task.state];
  return MAY_BLOCK.includes(mag) && awaitedOf(task) ? 'blocking' : mag;
}

/** Returns the words that wait for an answer as the sections of a prompt; undefined when there are none. */
export function awaitedPrompt(awaited: Awaited): Prompt | undefined {
  if (awaited.kind === 'answer') return parsePrompt(awaited.question) ?? { description: awaited.question };
  const { counter, content } = awaited.round;
  const [only = '', ...more] = counter === undefined ? content : [counter];
  const text = [only, ...more].map(descriptionOf).join('\n');
  if (text.trim() === '') return undefined;
  return (more.length === 0 ? parsePrompt(only) : undefined) ?? { description: text };
}
