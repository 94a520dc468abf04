/** How the fault agent has the optimisation agent compensate a silent base station, until it serves again. */
import type { AgentRun, PeerTask, SkillTask } from 'yangent';
import type { Colleague, Desk } from '../stage/index.js';
import { bargain, type Reply } from './bargain.js';
import { type Judged, judgeProposals } from './judging.js';
import { say, termsIn } from './language.js';
import { giveInput, tellResult } from './messages.js';
import { percent } from './words.js';

const AGENT = 'optimisation';
const TYPE = 'compensate';
/** Rounds before one of the two must accept or reject. */
const MAX_ROUNDS = 6;
/** Share of the subscribers that it would like to be served, and that it is content with. */
const WISH = 1;
const LEAST = 0.8;

export interface AskToCompensate {
  /** The restoration of service, of which this is a part. */
  readonly task: SkillTask;
  readonly run: AgentRun;
  readonly station: string;
}

/** A compensation that another agent keeps up. */
export interface Compensation {
  readonly colleague: Colleague;
  readonly task: PeerTask;
}

/** @returns the compensation, in force as far as it goes; undefined when the other agent could not promise enough, or gave up */
export async function askToCompensate(
  desk: Desk,
  { task, run, station }: AskToCompensate,
): Promise<Compensation | undefined> {
  const taskId = `${TYPE} for ${task.id}`;
  const colleague = await desk.colleague(AGENT);
  const { signal } = run;
  const wish = `${station} is off the air. Have its neighbours serve its subscribers until it is back, so that nobody notices.`;
  const agreement = await run.step('agreed service', async () => {
    const words = say({ object: station, description: wish }, { served: WISH });
    const { agreed, terms } = await bargain(colleague, {
      taskId,
      type: TYPE,
      words,
      maxRounds: MAX_ROUNDS,
      signal,
      reply: replyTo,
    });
    return agreed ? { served: termsIn(terms)?.served ?? WISH, terms } : null;
  });
  if (agreement === null) return undefined;
  const { served, terms } = agreement;
  const description = `Have its neighbours serve ${percent(served)} of the subscribers of ${station}, until I tell you that it is back.`;
  const given = await colleague.assign(
    {
      type: TYPE,
      'task-id': taskId,
      // What was agreed, word for word: the node of the other side holds both to it.
      content: terms,
      input: { station, served },
    },
    description,
  );
  const compensation = { colleague, task: given.task };
  const judge = async (proposal: string) => judged(proposal);
  const state = await judgeProposals(colleague, { task: given.task, type: TYPE, judge, signal });
  return state === 'input-required' ? compensation : undefined;
}

function replyTo(counters: readonly string[]): Reply {
  const { served = 0 } = termsIn(counters.at(-1)) ?? {};
  if (served >= LEAST) return { verdict: 'accepted', words: `${percent(served)} will do.` };
  return {
    verdict: 'rejected',
    words: `${percent(served)} is too little for the trouble; I shall hurry with the repair.`,
  };
}

/** What is reached is kept in any case: a repair takes longer without it. */
function judged(proposal: string): Judged {
  const { served = 0 } = termsIn(proposal) ?? {};
  if (served >= LEAST)
    return { verdict: 'satisfied', words: `${percent(served)} will do. I shall look for the fault now.` };
  return { verdict: 'unsatisfied', words: `${percent(served)} is little. Keep it up while I look for the fault.` };
}

/** The base station serves again: the compensation is to be withdrawn. Waits until it is. @throws TaskNotCompleted when it could not be */
export async function tellRestored(
  { colleague, task }: Compensation,
  station: string,
  signal: AbortSignal,
): Promise<void> {
  const text = `${station} serves again. Withdraw the compensation.`;
  await giveInput(colleague, { task, type: TYPE }, text, signal);
  await tellResult(colleague, { task, type: TYPE }, signal);
}
