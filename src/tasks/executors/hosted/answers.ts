/** Answers for a hosted agent in a negotiation, with its functions `feasibility` and `fulfillment`. */
import { modelText, supervised } from '../../../data/index.js';
import { persist, type Tx } from '../../../store/index.js';
import { addRound, type Speech } from '../../negotiation/negotiation.js';
import { asksForAnswer } from '../../record/negotiation-terms.js';
import { parsePrompt } from '../../record/prompt.js';
import type { Round, TaskRecord } from '../../record/record.js';
import { isFinal } from '../../record/states.js';
import type { HostedAgent, NegotiationRun, Proposal } from '../../skill/agent.js';
import { chooseSkill } from '../../skill/skill-choice.js';
import type { HostedNeeds } from './needs.js';
import { skillTask } from './run.js';
import { WorkTime } from './work-time.js';

/** Answers the last round of the task on behalf of `agent`, if that round asks for an answer. */
export async function answerRound(
  needs: HostedNeeds,
  agent: HostedAgent,
  taskId: string,
  signal: AbortSignal,
): Promise<void> {
  const task = await needs.rows.get(taskId);
  const round = task && roundToAnswer(task, agent.id);
  if (!task || !round) return;
  const speech = await answer(needs, agent, task, round, signal);
  if (!speech) return;
  const store = async (tx: Tx) => {
    const now = await needs.rows.get(taskId, tx);
    // A user that acts for the agent may have answered in the meantime.
    if (now && roundToAnswer(now, agent.id)?.round === round.round) await addRound(needs, tx, now, agent.id, speech);
  };
  await persist(() => needs.store.transact(store), signal);
}

/** Returns the last round when it is from the other side and needs an answer. A bare verdict needs none. */
export function roundToAnswer(task: TaskRecord, agent: string): Round | undefined {
  const last = task.document.rounds.at(-1);
  if (!last || last.by === agent || isFinal(task.state)) return undefined;
  return asksForAnswer(last) ? last : undefined;
}

async function answer(
  needs: HostedNeeds,
  agent: HostedAgent,
  task: TaskRecord,
  round: Round,
  signal: AbortSignal,
): Promise<Speech | undefined> {
  const [first] = round.content;
  const proposal: Proposal = { ...round, prompt: first === undefined ? undefined : parsePrompt(first) };
  const run: NegotiationRun = {
    signal,
    log: needs.log.child({ agent: agent.id, task: task.id }),
    task: skillTask(task, needs.store.nodeId),
    rounds: task.document.rounds,
  };
  try {
    const judge = () =>
      round.type === 'FEASIBILITY' ? feasibility(needs, agent, task, proposal, run) : fulfillment(agent, proposal, run);
    const { skillTime } = needs.limits;
    const late = () => new Error(`the agent did not judge within ${skillTime} ms (--limit skill-time)`);
    return await new WorkTime(skillTime).limit<Speech | undefined>(judge, late);
  } catch (error) {
    if (signal.aborted) return undefined;
    run.log.error({ err: error }, 'negotiation: the agent could not answer');
    const verdict = round.type === 'FEASIBILITY' ? 'infeasible' : 'unsatisfied';
    return { type: round.type, verdict, content: ['the agent could not judge the proposal'] };
  }
}

async function feasibility(
  needs: HostedNeeds,
  agent: HostedAgent,
  task: TaskRecord,
  proposal: Proposal,
  run: NegotiationRun,
): Promise<Speech> {
  const { type } = proposal;
  const judge = agent.feasibility;
  if (!judge) {
    const text = proposal.counter ?? proposal.content[0];
    const description =
      text === undefined ? task.document.description : { ...task.document.description, content: text };
    const choice = chooseSkill(agent, needs.directory.get(agent.id), description);
    return 'skill' in choice
      ? { type, verdict: 'feasible', content: [`the skill ${choice.skill} fits`] }
      : { type, verdict: 'infeasible', content: [choice.lacking] };
  }
  const { feasible, counter, reason } = await supervised(run.log, () => judge(proposal, run));
  requireVerdict('feasibility', 'feasible', feasible);
  return {
    type,
    verdict: feasible ? 'feasible' : counter ? 'countered' : 'infeasible',
    ...said(counter, reason),
  };
}

/** Judges a proposal. Without a function `fulfillment`, it waits for a user that acts for the agent. */
async function fulfillment(agent: HostedAgent, proposal: Proposal, run: NegotiationRun): Promise<Speech | undefined> {
  const judge = agent.fulfillment;
  if (!judge) return undefined;
  const { satisfied, counter, reason } = await supervised(run.log, () => judge(proposal, run));
  requireVerdict('fulfillment', 'satisfied', satisfied);
  return {
    type: proposal.type,
    verdict: satisfied ? 'satisfied' : counter ? 'countered' : 'unsatisfied',
    ...said(counter, reason),
  };
}

/** Refuses a value that is not boolean: it must not silently count as a refusal. @throws TypeError */
function requireVerdict(judge: string, member: string, verdict: unknown): void {
  if (typeof verdict === 'boolean') return;
  throw new TypeError(`${judge} must give { ${member}: true or false }, not ${member}: ${String(verdict)}`);
}

function said(counter: string | undefined, reason: string | undefined): Pick<Speech, 'content' | 'counter'> {
  return { content: reason ? [modelText(reason)] : [], ...(counter ? { counter: modelText(counter) } : {}) };
}
