/** How the optimisation agent gets the energy-saving agent to give way: it bargains first, then judges what is done. */
import type { AgentRun, PeerTask, SkillTask } from 'yangent';
import type { Colleague, Desk } from '../stage/index.js';
import { bargain, type Reply } from './bargain.js';
import { type Coverage, planUnder, planWithin } from './coverage.js';
import { type Judged, judgeProposals } from './judging.js';
import { offerIn, say } from './language.js';
import { giveInput, tellResult } from './messages.js';
import { listed, percent } from './words.js';

export interface GiveWay {
  /** The compensation for which it is needed. */
  readonly task: SkillTask;
  readonly run: AgentRun;
  readonly station: string;
  /** Share (0 to 1) of its subscribers that is to be served. */
  readonly goal: number;
  readonly look: () => Promise<Coverage>;
  /** Raises the neighbours within what is allowed now. @returns the share that is served then */
  readonly raise: () => Promise<number>;
}

/** What the energy-saving agent does for it. */
export interface Concession {
  readonly colleague: Colleague;
  readonly task: PeerTask;
}

const AGENT = 'energy-saving';
const TYPE = 'give-way';
/** Rounds before one of the two must accept or reject. */
const MAX_ROUNDS = 12;
/** An offer that serves this share more than doing without is worth taking, even if it does not reach the goal. */
const WORTHWHILE = 0.1;
/** What it would like best: a target of 0 %, which suspends energy saving. */
const SUSPENSION = 0;

/** @returns the task of the energy-saving agent, which has given way as far as it will; undefined when it was not needed, or not agreed */
export async function askToGiveWay(desk: Desk, o: GiveWay): Promise<Concession | undefined> {
  const { run, look, raise, goal } = o;
  const agreement = await run.step('agreed target', () => agree(desk, o));
  if (agreement === null) return undefined;
  const { target, terms } = agreement;
  const colleague = await desk.colleague(AGENT);
  const object = cellsOf(await look());
  const description = `Give way as agreed: ${percent(target / 100)}, until I tell you that the power is not needed any more.`;
  const given = await colleague.assign(
    { type: TYPE, 'task-id': taskIdOf(o), content: terms, input: { target } },
    description,
  );
  const judge = async (proposal: string, round: number): Promise<Judged> => {
    const served = await run.step(`power for round ${round}`, raise);
    return judged(object, proposal, { served, goal });
  };
  const state = await judgeProposals(colleague, { task: given.task, type: TYPE, judge, signal: run.signal });
  return state === 'input-required' ? { colleague, task: given.task } : undefined;
}

/** The target (percent) that both agree on, and the words that say so; null when none is needed, or they do not agree. */
async function agree(desk: Desk, o: GiveWay): Promise<{ readonly target: number; readonly terms: string } | null> {
  const { station, goal, look, run } = o;
  const coverage = await look();
  const without = planWithin(coverage, goal).served;
  if (without >= goal) return null;
  const object = cellsOf(coverage);
  const target = Math.max(...coverage.helpers.map(({ cell }) => cell.target));
  const unserved = 1 - without;
  const description =
    `${station} is off the air. As long as you save ${percent(target / 100)}, its neighbours can serve ${percent(without)} of ` +
    `its ${coverage.station.planned} subscribers; ${percent(goal)} are to be served. Please stop saving until it is back.`;
  const { agreed, terms } = await bargain(await desk.colleague(AGENT), {
    taskId: taskIdOf(o),
    type: TYPE,
    words: say({ object, description }, { wanted: SUSPENSION, reports: [{ target, unserved, measured: false }] }),
    maxRounds: MAX_ROUNDS,
    signal: run.signal,
    reply: (counters) => replyTo(counters, { coverage, object, goal, without }),
  });
  const offer = offerIn(terms);
  return agreed ? { target: offer?.target ?? SUSPENSION, terms } : null;
}

interface Needs {
  readonly coverage: Coverage;
  readonly object: string;
  readonly goal: number;
  /** Share that is served if the other side gives up nothing. */
  readonly without: number;
}

/** Accepts what reaches the goal; asks for more as long as there may be more; then takes what helps, or does without. */
function replyTo(counters: readonly string[], { coverage, object, goal, without }: Needs): Reply {
  const offer = offerIn(counters.at(-1));
  if (!offer) return { verdict: 'rejected', words: 'I do not understand the offer: it names no target' };
  const { target, last } = offer;
  const { served } = planUnder(target, coverage, goal);
  const expected = `With ${percent(target / 100)}, ${percent(served)} of the subscribers could be served`;
  if (served >= goal) return { verdict: 'accepted', words: `${expected}. That will do.` };
  if (!last) {
    const description = `${expected}; ${percent(goal)} are to be. Please give up more.`;
    const reports = [{ target, unserved: 1 - served, measured: false }];
    return { verdict: 'countered', words: say({ object, description }, { wanted: SUSPENSION, reports }) };
  }
  if (served - without >= WORTHWHILE) return { verdict: 'accepted', words: `${expected}. Better than nothing.` };
  return { verdict: 'rejected', words: `${expected}. That helps too little; keep your target.` };
}

/** What the target in force has brought, as the base stations count it. */
function judged(
  object: string,
  proposal: string,
  { served, goal }: { readonly served: number; readonly goal: number },
): Judged {
  const offer = offerIn(proposal);
  const found = `${percent(served)} of the subscribers are served`;
  if (served >= goal) return { verdict: 'satisfied', words: `${found}. Thank you.` };
  if (!offer || offer.last || offer.target === SUSPENSION)
    return { verdict: 'unsatisfied', words: `${found}, not ${percent(goal)}. It has to do.` };
  const { target } = offer;
  const description = `Only ${found}, fewer than expected; ${percent(goal)} are to be. Please give up more.`;
  const reports = [{ target, unserved: 1 - served, measured: true }];
  return { verdict: 'countered', words: say({ object, description }, { wanted: SUSPENSION, reports }) };
}

function cellsOf({ helpers }: Coverage): string {
  return `cells of ${listed(helpers.map(({ name }) => name))}`;
}

/** The same for the same compensation, so that a restart finds the negotiation and the task again. */
function taskIdOf({ task }: Pick<GiveWay, 'task'>): string {
  return `${TYPE} for ${task.id}`;
}

/** Tells the energy-saving agent that it may have everything back, and waits until it has. @throws TaskNotCompleted when it could not */
export async function tellNotNeeded({ colleague, task }: Concession, signal: AbortSignal): Promise<void> {
  const text = 'The power is not needed any more. You may save as before.';
  await giveInput(colleague, { task, type: TYPE }, text, signal);
  await tellResult(colleague, { task, type: TYPE }, signal);
}
