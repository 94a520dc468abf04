/** Gives a task to the next best match of the assigner's query when its agent refuses it, is lost, or cannot do it. */
import type { AgentDirectory, AgentRecord } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import { recordAssignment } from '../record/assignment-record.js';
import type { Authorities } from '../record/authority.js';
import type { TaskChanges } from '../record/changes.js';
import { passEnclosure } from '../record/enclosure.js';
import { isForbidden } from '../record/minimisation.js';
import type { TaskDocument, TaskError, TaskRecord } from '../record/record.js';
import { policyIn, policyOf } from '../record/retry-policy.js';
import { type AdmissionNeeds, type Asked, admission } from './admission.js';
import { type Reshared, reshared } from './resharing.js';

export interface ReassignmentNeeds extends AdmissionNeeds {
  readonly changes: TaskChanges;
  readonly directory: AgentDirectory;
  readonly authorities: Pick<Authorities, 'handOver'>;
}

/** Maximum number of matches of a query that are stored with a task. */
export const MOST_CANDIDATES = 16;

/**
 * The agent that takes a task, and the agents that could take it next. `refusal`: that of the best match, when no agent takes it.
 */
export interface SelectedExecutor {
  readonly agent: AgentRecord;
  readonly refusal?: TaskError;
  readonly others: readonly string[];
}

/** Selects the first agent that takes the task. Only the first is asked when the policy does not permit reassignment. */
export async function selectExecutor(
  needs: ReassignmentNeeds,
  tx: Tx,
  task: Asked,
  [best, ...more]: readonly [AgentRecord, ...AgentRecord[]],
): Promise<SelectedExecutor> {
  const others = policyIn(task.document.description).reassign ? more.slice(0, MOST_CANDIDATES) : [];
  const refusal = await admission(needs, tx, task, best);
  if (!refusal) return { agent: best, others: others.map(({ id }) => id) };
  for (const [index, agent] of others.entries()) {
    if (!(await admission(needs, tx, task, agent)))
      return { agent, others: others.slice(index + 1).map(({ id }) => id) };
  }
  return { agent: best, refusal, others: [] };
}

/** Assigns the task to its next candidate that takes it. Returns undefined when there is none. */
export async function reassign(
  needs: ReassignmentNeeds,
  tx: Tx,
  task: TaskRecord,
  reason: string,
  document: Partial<Pick<TaskDocument, 'failures' | 'error'>> = {},
): Promise<TaskRecord | undefined> {
  const { candidates = [] } = task.document;
  const waitsOrRuns = task.state === 'running' || task.state === 'accepted';
  if (!waitsOrRuns || !policyOf(task).reassign) return undefined;
  for (const [index, id] of candidates.entries()) {
    const agent = needs.directory.get(id);
    if (!agent || needs.states.stateOf(agent) !== 'online' || (await admission(needs, tx, task, agent))) continue;
    const granted = await grantedTo(needs, tx, task, id);
    if (!granted) continue;
    const shared = sharedWith(needs, { ...task, document: { ...task.document, ...document, reason } }, id);
    if (!shared || !(await passEnclosure(needs, tx, task, id))) continue;
    const { reason: why = reason } = shared.document;
    for (const param of task.document.description['data-param'] ?? []) await needs.contexts.grant(tx, param, [id]);
    const given = await needs.changes.apply(tx, task, {
      ...(task.state === 'running' ? { state: 'accepted' } : {}),
      to: id,
      by: 'node',
      reason: why,
      note: `reassigned to agent "${id}": ${why}`,
      leaseExpires: null,
      document: { ...shared.document, ...granted, executor: undefined, candidates: candidates.slice(index + 1) },
    });
    await needs.rows.rewriteNotes(tx, task.id, shared.clean);
    await recordAssignment(needs, tx, given);
    return given;
  }
  return undefined;
}

/**
 * Gives the authority for the task to an agent, or anew to that which had it: the tokens that were issued before end. Returns undefined
 * when the agent cannot have it.
 */
export async function grantedTo(
  { authorities }: Pick<ReassignmentNeeds, 'authorities'>,
  tx: Tx,
  { id, taskId, document: { grant, explicit: isExplicit } }: TaskRecord,
  agent: string,
): Promise<Pick<TaskDocument, 'grant'> | undefined> {
  if (grant === undefined) return {};
  const given = await authorities.handOver(tx, grant, { agent, task: id, taskId, isExplicit });
  return given === undefined ? undefined : { grant: given };
}

/** Returns the content of the task for another agent; undefined when a policy forbids to share it. */
function sharedWith(needs: ReassignmentNeeds, task: TaskRecord, to: string): Reshared | undefined {
  try {
    return reshared(needs, task, to);
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}
