/** The agents of steps of type task. */
import type { DagNode } from '../model/dag.js';
import type { Plan } from '../run/plan.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { StepFailure } from './failure.js';
import type { Candidates, Order, TurnMeans } from './needs.js';

export type Query = NonNullable<Order['discover']>;

/** Returns the query by which the agent of a step is found; undefined when the graph names the agent. */
export function queryOf({ task }: DagNode): Query | undefined {
  if (!task || task.agent !== undefined || (task['same-agent-as'] ?? []).length > 0) return undefined;
  if (task.discover) return task.discover;
  const { skill, domain } = task;
  return { ...(skill === undefined ? {} : { skill: [skill] }), ...(domain === undefined ? {} : { domain }) };
}

/** True when the agent of a step is known, or was looked for. */
export function isFound(
  { found }: Pick<TurnMeans, 'found'>,
  { digest }: Pick<Plan, 'digest'>,
  node: DagNode,
  step: StepRecord,
): boolean {
  return queryOf(node) === undefined || found.has(foundKey(digest, step));
}

/**
 * Returns the key under which the agents are kept that were found for a step before its transaction.
 *
 * @param digest of the graph by which they were looked for: the run may have been migrated meanwhile
 */
export function foundKey(digest: string, { node, item }: Pick<StepRecord, 'node' | 'item'>): string {
  return `${digest} ${node}.${item}`;
}

export type Receiver = { readonly agent: string } | { readonly query: Query; readonly candidates: Candidates };

/** Returns the agent of a step that is known before agents are looked for. */
export async function knownAgent(turn: Turn, node: DagNode): Promise<string | undefined> {
  if (!node.task || queryOf(node)) return undefined;
  return node.task.agent ?? (await agentsOf(turn, node.task['same-agent-as'] ?? []))[0];
}

/** Returns the agent of a step, or the agents that were found for it. @throws StepFailure when there is none */
export async function receiverOf(
  turn: Turn,
  { found, authorize }: TurnMeans,
  node: DagNode,
  step: StepRecord,
): Promise<Receiver> {
  const { task } = node;
  const others = await agentsOf(turn, task?.['other-agent-than'] ?? []);
  const query = queryOf(node);
  if (!query) {
    const [same] = await agentsOf(turn, task?.['same-agent-as'] ?? []);
    const agent = task?.agent ?? same;
    if (agent === undefined)
      throw new StepFailure('lack-of-skills', 'the steps whose agent it shall have have had none');
    if (others.includes(agent))
      throw new StepFailure('lack-of-skills', `agent "${agent}" did a step from which this one must differ`);
    await authorize.permitted(turn, node, step, [agent]);
    return { agent };
  }
  const agents = found.get(foundKey(turn.plan.digest, step));
  if (agents === undefined || agents instanceof Error) throw agents ?? new Error(`no agent was looked for`);
  const different = agents.filter(({ id }) => !others.includes(id));
  const [best, ...more] = await authorize.permitted(turn, node, step, different);
  if (!best)
    throw new StepFailure('lack-of-skills', 'every agent that was found did a step from which this one must differ');
  return { query, candidates: [best, ...more] };
}

async function agentsOf(turn: Turn, names: readonly string[]): Promise<readonly string[]> {
  const agents: string[] = [];
  for (const name of names) agents.push(...((await turn.step(name))?.detail.agents ?? []));
  return agents;
}
