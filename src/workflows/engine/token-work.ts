/** The claims of the tokens that executors of steps get (draft-aap-oauth-profile, ATD-9-i to ATD-9-m). */
import type { AssuranceProfile } from '../assurance/profile.js';
import { authorizationOf } from '../authorize/terms.js';
import { FIRST } from '../checkpoint/record.js';
import { keyOf, placeOf } from '../course/task-id.js';
import type { Dag } from '../model/dag.js';
import { nodeOfTask } from '../run/migrations.js';
import { nodeOf, type Plans } from '../run/plan.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';

/** The task of a step whose executor gets a token. */
export interface StepTask {
  readonly id: string;
  readonly taskId: string;
  readonly from: string;
  /** Number of its attempt, from 1. */
  readonly attempt: number;
}

/** The work for which a token is. */
export interface TokenWork {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly lifetime: number;
  /** True: each answer has a new token. */
  readonly isFresh: boolean;
  /** The token issuer of the configuration that issues it. Absent: the node. */
  readonly issuer?: string;
}

export interface TokenWorkNeeds {
  readonly nodeId: string;
  readonly rows: Pick<RunRows, 'run' | 'steps'>;
  readonly plans: Plans;
  readonly profileOf: (dag: Dag) => AssuranceProfile;
}

/** Returns the work of which a task is a step; undefined for a task of no step. It is read anew for each token. */
export async function tokenWork(needs: TokenWorkNeeds, task: StepTask): Promise<TokenWork | undefined> {
  const place = placeOf(task.taskId);
  const run = place && (await needs.rows.run(place.run));
  if (!run || run.coordinator !== task.from) return undefined;
  const name = nodeOfTask(run.progress, place.node);
  const step = await needs.rows.steps.get(run.id, name, place.item);
  if (!step?.detail.tasks?.includes(task.id)) return undefined;
  const { dag, graph } = await needs.plans.get(run.digest);
  const profile = needs.profileOf(dag);
  const node = nodeOf({ graph }, name);
  const dagid = `agent-dag:${needs.nodeId}/${run.id}`;
  const { skill, objective } = node.task ?? {};
  const claims = {
    task: { id: task.id, purpose: objective ?? skill ?? node.name, created_by: run.initiator, created_at: run.created },
    oversight: { level: profile.name, requires_human_approval_for: [] },
    context: {
      ...{ environment: needs.nodeId, coordinator: run.coordinator, version: run.version },
      ...(run.definition === undefined ? {} : { workflow: run.definition }),
    },
    audit: { trace_id: run.id.replaceAll('-', ''), journal: dagid },
    dagid,
    tasknode: step.item === 0 ? step.node : `${step.node}.${step.item}`,
    executioncontext: { ref: keyOf(needs.nodeId, step), ...(step.detail.input ? { digest: step.detail.input } : {}) },
    checkpointref: `${dagid};c=${run.progress.checkpoint?.number ?? FIRST}`,
    recovery_state: recoveryState(run, step, task.attempt),
  };
  const isFresh = authorizationOf(node)?.isFresh ?? false;
  const issuer = profile['token-issuer'];
  return { claims, lifetime: profile['token-lifetime'], isFresh, ...(issuer === undefined ? {} : { issuer }) };
}

/** Says whether the run goes back, or the step is done for the first time, again, or after its run was mended. */
function recoveryState({ state, progress }: RunRecord, { detail }: StepRecord, attempt: number): string {
  // A run that waits for a person on its way back is escalated meanwhile.
  if (state === 'rolling-back' || progress.rollback) return 'rolling-back';
  if (attempt > 1 || (detail.try ?? 1) > 1) return 'retrying';
  return progress.reopened ? 'recovering' : 'none';
}
