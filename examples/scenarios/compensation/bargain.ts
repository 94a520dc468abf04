/** Negotiating before a task is assigned whether it can be done, and on which terms (seed 004 §5.3, FEASIBILITY). */
import type { Colleague } from '../stage/index.js';
import { Conversation, type Opening, type Round } from './conversation.js';

/** What the assigner makes of a counter-proposal. */
export interface Reply {
  readonly verdict: 'accepted' | 'rejected' | 'countered';
  readonly words: string;
}

export interface Bargain extends Opening {
  /** @param counters those of the other side so far, the last one to be answered; there is one at least */
  readonly reply: (counters: readonly string[]) => Promise<Reply> | Reply;
}

export interface Agreement {
  readonly agreed: boolean;
  /** What was said last and stands: the counter-proposal that was accepted, or the words that were found feasible. */
  readonly terms: string;
}

/** What was said before a restart counts: the negotiation goes on after its last round. */
export async function bargain(colleague: Colleague, { reply, ...opening }: Bargain): Promise<Agreement> {
  const conversation = await Conversation.open(colleague, opening);
  const { signal } = opening;
  let answered = 0;
  let terms = opening.words;
  for await (const standing of conversation.standings(signal)) {
    const { rounds, state } = standing;
    const last = rounds.at(-1);
    if (!last) continue;
    terms = termsOf(rounds, last) ?? terms;
    const isMine = last.by === conversation.self;
    if (last.verdict === (isMine ? 'accepted' : 'feasible')) return { agreed: true, terms };
    if (ENDINGS.has(state)) return { agreed: false, terms };
    if (isMine || last.round <= answered) continue;
    answered = last.round;
    if (last.counter === undefined) {
      // A plain no: the negotiation is closed, which would else stay open until its time is over.
      await conversation.speak(
        { type: 'FEASIBILITY', verdict: 'rejected', words: 'Then I do without.' },
        standing,
        signal,
      );
      continue;
    }
    const counters = rounds.flatMap(({ by, counter }) => (by === last.by && counter !== undefined ? [counter] : []));
    await conversation.speak({ type: 'FEASIBILITY', ...(await reply(counters)) }, standing, signal);
  }
  return { agreed: false, terms };
}

const ENDINGS: ReadonlySet<string> = new Set(['rejected', 'canceled', 'failed']);

/** The proposal that a round judges is the one before it; a counter-proposal is the proposal itself. */
function termsOf(rounds: readonly Round[], last: Round): string | undefined {
  const proposal = last.counter === undefined ? rounds.at(-2) : last;
  return proposal?.counter ?? proposal?.content?.[0];
}
