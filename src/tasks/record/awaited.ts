/** Whether the assigner of a task is waited for, and with which words. */
import { FOREIGN_STATES, type ForeignStates } from './mappings.js';
import { nextSpeaker } from './negotiation-terms.js';
import { descriptionOf, type Prompt, parsePrompt } from './prompt.js';
import type { Round, TaskRecord } from './record.js';

/** An answer to a question of the executor, or a judgement on the proposal it made in a round. */
export type Awaited =
  | { readonly kind: 'answer'; readonly question: string }
  | { readonly kind: 'judgement'; readonly round: Round };

/** Returns for which answer of its assigner a task waits; undefined when it waits for none. */
export function awaitedOf(task: TaskRecord): Awaited | undefined {
  const { inputRequest, rounds } = task.document;
  if (task.state === 'input-required') return { kind: 'answer', question: inputRequest?.required ?? '' };
  const last = rounds.at(-1);
  return last && nextSpeaker(task) === task.from ? { kind: 'judgement', round: last } : undefined;
}

/** States in which a task goes on only when its assigner has judged what the executor proposes. */
const MAY_BLOCK: readonly ForeignStates['mag'][] = ['create', 'processing'];

/** Returns the status of a task in the words of the draft (seed 004 §5.4): `blocking` also while a proposal waits for judgement. */
export function draftStatus(task: TaskRecord): ForeignStates['mag'] {
  const { mag } = FOREIGN_STATES[task.state];
  return MAY_BLOCK.includes(mag) && awaitedOf(task) ? 'blocking' : mag;
}

/** Returns the words for which an answer is awaited as the sections of a prompt; undefined when they are none. */
export function awaitedPrompt(awaited: Awaited): Prompt | undefined {
  if (awaited.kind === 'answer') return parsePrompt(awaited.question) ?? { description: awaited.question };
  const { counter, content } = awaited.round;
  const [only = '', ...more] = counter === undefined ? content : [counter];
  const text = [only, ...more].map(descriptionOf).join('\n');
  if (text.trim() === '') return undefined;
  return (more.length === 0 ? parsePrompt(only) : undefined) ?? { description: text };
}
