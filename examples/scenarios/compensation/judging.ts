/** Judging what the executor of a task proposes while it runs (seed 004 §5.3, FULFILLMENT). */
import type { PeerTask, TaskRecord } from 'yangent';
import type { Colleague } from '../stage/index.js';
import { Conversation } from './conversation.js';

/** The assigner's judgement of a proposal. */
export interface Judged {
  readonly verdict: 'satisfied' | 'unsatisfied' | 'countered';
  readonly words: string;
}

export interface Judging {
  readonly task: PeerTask;
  readonly type: string;
  readonly judge: (proposal: string, round: number) => Promise<Judged>;
  readonly signal: AbortSignal;
}

/**
 * Answers each proposal of the executor until it asks for input or the task is final. A proposal that was answered before a
 * restart is not judged again.
 * @returns the state in which it ended
 */
export async function judgeProposals(colleague: Colleague, o: Judging): Promise<TaskRecord['state']> {
  const { task, type, judge, signal } = o;
  const conversation = await Conversation.about(colleague, task, type, signal);
  let answered = 0;
  let state: TaskRecord['state'] = 'accepted';
  for await (const standing of conversation.standings(signal)) {
    const { rounds } = standing;
    state = standing.state;
    if (state === 'input-required') return state;
    const last = rounds.at(-1);
    const isOpen = last?.type === 'FULFILLMENT' && last.by !== conversation.self && last.verdict === undefined;
    if (!last || !isOpen || last.round <= answered) continue;
    answered = last.round;
    const judged = await judge(last.content?.[0] ?? '', last.round);
    await conversation.speak({ type: 'FULFILLMENT', ...judged }, standing, signal);
  }
  return state;
}
