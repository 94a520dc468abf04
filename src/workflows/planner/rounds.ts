/** Asks a planner until it proposes a graph without errors, three times at most. */
import type { Logger } from 'pino';
import { aborted, modelText, supervised, withinTime } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import type { Finding } from '../check/index.js';
import type { Dag } from '../model/dag.js';
import type { Offers, Planner, PlanProposal, Refused, Wish } from './planner.js';
import { rulesPlanner } from './rules/planner.js';
import { readProposal } from './source.js';

export interface RoundNeeds {
  readonly planner: Planner;
  /** The models of the node. */
  readonly schema: Schema;
  /** Checks a graph as a commit would. */
  readonly check: (dag: Dag) => Promise<readonly Finding[]>;
  readonly log: Logger;
}

export interface Planned {
  readonly planner: string;
  readonly rounds: number;
  /** Absent: there is none without errors. */
  readonly dag?: Dag;
  readonly question?: string;
  /** Those of the last proposal. */
  readonly findings: readonly Finding[];
}

const MOST_ROUNDS = 3;
/** Milliseconds for one proposal. */
const TIME = 60_000;
const LONGEST_QUESTION = 2_000;

/** Plans with the planner of the node; when that fails, or takes too long, with the rules. */
export async function plan(
  needs: RoundNeeds,
  wish: Omit<Wish, 'refused'>,
  offers: Offers,
  signal: AbortSignal,
): Promise<Planned> {
  const { planner, log } = needs;
  if (planner === rulesPlanner) return rounds(needs, wish, offers, signal);
  try {
    return await rounds(needs, wish, offers, signal);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, planner: planner.name }, 'workflows: the planner failed; the rules plan');
    return rounds({ ...needs, planner: rulesPlanner }, wish, offers, signal);
  }
}

async function rounds(
  needs: RoundNeeds,
  wish: Omit<Wish, 'refused'>,
  offers: Offers,
  signal: AbortSignal,
): Promise<Planned> {
  const planner = needs.planner.name;
  const refused: Refused[] = [];
  for (let round = 1; ; round++) {
    const proposal = await proposed(needs, { ...wish, refused }, offers, signal);
    if ('question' in proposal) {
      const question = modelText(proposal.question).slice(0, LONGEST_QUESTION);
      return { planner, rounds: round, question, findings: [] };
    }
    const { dag, findings } = await judged(needs, proposal.workflow);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (dag && errors.length === 0) return { planner, rounds: round, dag, findings };
    if (round === MOST_ROUNDS) return { planner, rounds: round, findings };
    const problems = errors.map(({ path, message }) => `${path}: ${message}`);
    refused.push({ workflow: proposal.workflow, problems });
  }
}

function proposed(
  { planner, log }: RoundNeeds,
  wish: Wish,
  offers: Offers,
  signal: AbortSignal,
): Promise<PlanProposal> {
  return withinTime({ timeout: TIME, signal }, (until) =>
    // The race ends also when the planner ignores the signal.
    Promise.race([supervised(log, () => planner.plan(wish, offers, until)), aborted(until)]),
  );
}

async function judged(
  { schema, check }: RoundNeeds,
  workflow: unknown,
): Promise<{ readonly dag?: Dag; readonly findings: readonly Finding[] }> {
  const read = readProposal(schema, workflow);
  if ('dag' in read) return { dag: read.dag, findings: await check(read.dag) };
  const findings = read.problems.map(
    (message): Finding => ({ severity: 'error', code: 'dag-form', path: 'dag', message: modelText(message) }),
  );
  return { findings };
}
