/** Rules that bind both sides of a negotiation: number of rounds, end time, criteria, and whose turn it is. */
import { type AgentDirectory, negotiatesOn, shownAgent } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentTasks_Tasks_Task_NegotiationTerms } from '../../generated/index.js';
import type { ConfiguredSettings } from './configured-settings.js';
import type { NegotiationTerms, NegotiationType, Round, TaskRecord } from './record.js';
import { isFinal } from './states.js';

/** Reads the members of the grouping `negotiation-terms`; undefined when none is given. */
export function termsIn({
  'max-rounds': maxRounds,
  'negotiate-until': until,
  criterion: criteria = [],
}: Pick<YangentTasks_Tasks_Task_NegotiationTerms, 'max-rounds' | 'negotiate-until' | 'criterion'>):
  | NegotiationTerms
  | undefined {
  if (maxRounds === undefined && until === undefined && criteria.length === 0) return undefined;
  return {
    ...(maxRounds === undefined ? {} : { maxRounds }),
    ...(until === undefined ? {} : { until }),
    ...(criteria.length === 0 ? {} : { criteria }),
  };
}

/** Returns the agent whose answer is awaited; undefined when either side may speak. */
export function nextSpeaker(task: TaskRecord): string | undefined {
  const last = task.document.rounds.at(-1);
  if (!last || isFinal(task.state) || !asksForAnswer(last)) return undefined;
  return last.by === task.from ? task.to : task.from;
}

/** True for a question or a counter-proposal: it waits for an answer. A bare verdict does not. */
export function asksForAnswer({ verdict }: Pick<Round, 'verdict'>): boolean {
  return verdict === undefined || verdict === 'countered';
}

/** Verdicts that end the discussion: the proposal is accepted, or it is rejected. */
const SETTLING: readonly (string | undefined)[] = ['feasible', 'satisfied', 'accepted', 'rejected'];

/** True when the other side may answer the round. */
export function awaitsAnswer({ verdict }: Pick<Round, 'verdict'>): boolean {
  return !SETTLING.includes(verdict);
}

/**
 * Returns true when the same round is stored already, word by word; false when it is the next one.
 *
 * @throws RpcError operation-failed with app-tag `round-taken` when it is neither.
 */
export function isSaid(rounds: readonly Round[], round: Round): boolean {
  const there = rounds[round.round - 1];
  if (there && isSame(there, round)) return true;
  if (round.round === rounds.length + 1) return false;
  const what = there ? `was said by agent "${there.by}", and is another one` : 'cannot be said yet';
  throw refusal('round-taken', `round ${round.round} ${what}; the next one is ${rounds.length + 1}`);
}

function isSame(one: Round, other: Round): boolean {
  const words = ({ by, type, verdict, counter, content }: Round) =>
    JSON.stringify([by, type, verdict, counter, ...content]);
  return words(one) === words(other);
}

/** Refuses a round that has neither words nor a verdict nor a counter-proposal. */
export function requireWords({ content, verdict, counter }: Pick<Round, 'content' | 'verdict' | 'counter'>): void {
  if (verdict !== undefined || [...content, counter ?? ''].some((text) => text.trim() !== '')) return;
  throw new RpcError({
    type: 'application',
    tag: 'missing-element',
    info: { 'bad-element': 'content' },
    message: 'the round says nothing: "content" must say what is asked or proposed, or what is answered',
  });
}

/**
 * Refuses a round of a negotiation type in which one of the two agents does not take part, by its profile: no agent would
 * answer.
 *
 * @throws RpcError invalid-value with app-tag `negotiation-not-supported`
 */
export function requireKind(directory: AgentDirectory, { from, to }: TaskRecord, type: NegotiationType): void {
  const without = [to, from].find((id) => {
    const agent = directory.get(id);
    return agent !== undefined && !negotiatesOn(agent, type);
  });
  if (without === undefined) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    appTag: 'negotiation-not-supported',
    message: `agent "${shownAgent(without)}" takes part in no negotiation of the type ${type}: its profile names other kinds (capability/negotiate)`,
  });
}

/** Verdicts after which there is nothing to accept. */
const REFUSING: readonly (string | undefined)[] = ['infeasible', 'unsatisfied', 'rejected'];
const ENDING: readonly (string | undefined)[] = ['accepted', 'rejected'];

/**
 * Refuses a round that `by` may not add now. Each side may always end the negotiation, but only once after the last permitted
 * round. Only words of the other side can be accepted.
 *
 * @throws RpcError operation-failed with app-tag `not-your-turn`, `nothing-to-accept` or `negotiation-over`; resource-denied when
 *   the rounds are used up
 */
export function requireMaySpeak(
  task: TaskRecord,
  by: string,
  verdict: string | undefined,
  { now, bounds }: { readonly now: number; readonly bounds: ConfiguredSettings['negotiation'] },
): void {
  const { rounds, negotiation = {} } = task.document;
  const ends = ENDING.includes(verdict);
  const most = Math.min(negotiation.maxRounds ?? bounds.maxRounds, bounds.maxRounds);
  if (ends && rounds.length >= most && rounds.slice(most).some((round) => round.by === by)) {
    throw refusal(
      'negotiation-over',
      `agent "${shownAgent(by)}" has said its last word: the negotiation has no more than ${most} rounds`,
    );
  }
  if (verdict === 'accepted') requireProposal(task, by);
  if (ends) return;
  if (rounds.length >= most) {
    throw new RpcError({
      type: 'application',
      tag: 'resource-denied',
      message: `the negotiation has ${most} rounds, which is the most it may have; accept, reject, or begin another`,
    });
  }
  if (negotiation.until !== undefined && Date.parse(negotiation.until) <= now) {
    throw refusal('negotiation-over', `the negotiation was to end at ${negotiation.until}; accept or reject`);
  }
  const next = nextSpeaker(task);
  if (next !== undefined && next !== by) {
    throw refusal(
      'not-your-turn',
      `agent "${shownAgent(by)}" spoke last and the answer of agent "${shownAgent(next)}" is awaited; until then "${shownAgent(by)}" can only reject`,
    );
  }
}

/** Refuses to accept anything but the last words of the other side. After a positive verdict, the judged proposal is accepted. */
function requireProposal({ from, to, document: { rounds } }: TaskRecord, by: string): void {
  const last = rounds.at(-1);
  const other = by === from ? to : from;
  const problem =
    last === undefined
      ? 'nothing has been proposed yet'
      : last.by === by
        ? `the last words are its own, and agent "${shownAgent(other)}" has not answered them`
        : REFUSING.includes(last.verdict)
          ? `agent "${shownAgent(other)}" has answered ${last.verdict} and proposed nothing else`
          : undefined;
  if (problem !== undefined) throw refusal('nothing-to-accept', `agent "${shownAgent(by)}" cannot accept: ${problem}`);
}

function refusal(appTag: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'operation-failed', origin: 'caller', appTag, message });
}
