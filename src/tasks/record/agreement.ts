/** Reads the agreement from a negotiation, and compares the later assignment with it. */
import { shownAgent } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentTasks_Tasks_Task_NegotiationTerms } from '../../generated/index.js';
import { asksForAnswer, nextSpeaker } from './negotiation-terms.js';
import { type Prompt, parsePrompt } from './prompt.js';
import type { Round, TaskDescription, TaskRecord } from './record.js';

export interface Agreement {
  /** Number of the round whose words were accepted. */
  readonly round: number;
  readonly words: string;
}

/** Returns the agreement of both sides; undefined when the last proposal was not accepted. */
export function agreementOf({ document }: Pick<TaskRecord, 'document'>): Agreement | undefined {
  const rounds = document.rounds.filter(({ type }) => type === 'FEASIBILITY');
  const accepted = rounds.findLastIndex(({ verdict }) => verdict === 'accepted');
  const isOpenAgain = rounds.slice(accepted + 1).some((round) => asksForAnswer(round) || round.verdict === 'rejected');
  if (accepted < 0 || isOpenAgain) return undefined;
  for (const round of rounds.slice(0, accepted).reverse()) {
    const words = proposalIn(round);
    if (words !== undefined) return { round: round.round, words };
  }
  return undefined;
}

/** Returns the words of a round that proposes something; undefined for a bare verdict. */
function proposalIn(round: Round): string | undefined {
  if (!asksForAnswer(round)) return undefined;
  const words = round.counter ?? round.content.join('\n');
  return words.trim() === '' ? undefined : words;
}

/**
 * Compares the assigned description with the agreement.
 *
 * @returns true when the description says more than the agreed words
 * @throws RpcError operation-failed with app-tag `not-as-agreed` when the description does not contain the agreed words
 */
export function deviates(task: Pick<TaskRecord, 'taskId' | 'document'>, description: TaskDescription): boolean {
  const agreement = agreementOf(task);
  if (!agreement) return false;
  const agreed = partsOf(agreement.words);
  const said = [description.content, description.objective].flatMap((text) =>
    text === undefined ? [] : [partsOf(text)],
  );
  const holding = said.filter(
    ({ object, description: words }) =>
      words.includes(agreed.description) &&
      (agreed.object === undefined || object === undefined || object === agreed.object),
  );
  if (holding.length > 0) return !said.every(({ description: words }) => words === agreed.description);
  throw new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'not-as-agreed',
    message: `the negotiation about task "${task.taskId}" has agreed on "${agreement.words}" (round ${agreement.round}), which the task does not say; say it, negotiate further, or assign under another task-id`,
  });
}

/** Returns the sections of a prompt, or a text without sections, as compared: blanks and case do not count. */
function partsOf(text: string): Pick<Prompt, 'object' | 'description'> {
  const { object, description } = parsePrompt(text) ?? { object: undefined, description: text };
  return { object: object === undefined ? undefined : plain(object), description: plain(description) };
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Returns the container `negotiation-terms` of a task; empty when no terms are set and either side may speak. */
export function termsValue(task: TaskRecord): YangentTasks_Tasks_Task_NegotiationTerms {
  const agreement = agreementOf(task);
  const next = nextSpeaker(task);
  const { maxRounds, until, criteria } = task.document.negotiation ?? {};
  return {
    'max-rounds': maxRounds,
    'negotiate-until': until,
    criterion: criteria,
    'next-speaker': next === undefined ? undefined : shownAgent(next),
    'agreed-round': agreement?.round,
    'agreed-content': agreement?.words,
    deviates: task.document.deviates,
  };
}
