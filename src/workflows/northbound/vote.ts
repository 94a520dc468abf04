/** The actions approve and reject of steps, and who may mend a step on which persons vote. */
import { keySince, OPERATOR_GROUP, VoteFault, verifyVote, voteRefused } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call, Provider } from '../../server/index.js';
import { requireVisible } from '../engine/visible.js';
import { whyNoGateVote } from '../gate/judge.js';
import { parseTerms } from '../gate/terms.js';
import { type GivenVote, vote } from '../operate/votes.js';
import { identityOf } from '../run/notices.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';
import { needStep, requirePresent, type StepKeys } from './run.js';

type StepCall = Call<StepKeys>;

interface Given {
  readonly digest: string;
  readonly signature?: string | undefined;
  readonly comment?: string | undefined;
  readonly data?: unknown;
}

export function voteActions(needs: WorkflowNeeds): Provider<YangentWorkflowsProvider>['actions'] {
  return {
    '/yangent-workflows:workflows/run/step/approve': (input, call) => take(needs, call, 'approve', input),
    '/yangent-workflows:workflows/run/step/reject': ({ digest, signature, reason }, call) =>
      take(needs, call, 'reject', { digest, signature, comment: reason }),
  };
}

async function take(needs: WorkflowNeeds, call: StepCall, verdict: GivenVote['verdict'], input: Given) {
  const { keys, principal } = call;
  const step = await needStep(needs, call, keys);
  requirePresent(step, keys);
  const { node, item } = step;
  const run = await visibleRun(needs, call);
  const given: GivenVote = {
    ...{ caller: principal, verdict, digest: input.digest },
    ...(input.comment === undefined ? {} : { comment: input.comment }),
    ...(input.data === undefined ? {} : { data: input.data }),
    ...(await signedBy(needs, call, step, input)),
    proof: await needs.proofKey(),
    executors: await needs.mayExecute(run, step, call.signal),
  };
  await needs.engine.on(run.id, call.user, async (turn) => vote(turn, needs.gates, await turn.own(node, item), given));
  const { state } = await needStep(needs, call, keys);
  return { state: identityOf(state) };
}

/** Verifies the signature of a vote, before its transaction. @throws RpcError invalid-value (bad-signature) */
async function signedBy(
  { rows, gates, store }: WorkflowNeeds,
  { user }: StepCall,
  step: StepRecord,
  { digest, signature }: Given,
): Promise<Pick<GivenVote, 'signed'>> {
  const gate = (await rows.gates.of(step)).find((each) => each.digest === digest);
  // Without such a gate the vote is refused for that.
  if (signature === undefined || !gate) return {};
  try {
    const voter = gates.o.voter(user);
    if (!voter) throw new VoteFault('the voter is no user of this node');
    const key = await verifyVote(signature, gate.statement, voter);
    if ((await keySince(store, user, key)) > gate.asked)
      throw new VoteFault(`the key ${key} was registered after votes were asked for`);
    return { signed: { signature, key } };
  } catch (error) {
    if (!(error instanceof VoteFault)) throw error;
    throw voteRefused('invalid-value', 'bad-signature', `the signature does not count: ${error.message}`);
  }
}

/**
 * Refuses to mend a step on which persons vote to others than these and operators: a step that was rejected would go on else.
 *
 * @returns true for a step on which persons vote
 * @throws RpcError access-denied
 */
export async function requireMender(
  needs: WorkflowNeeds,
  call: Call,
  run: RunRecord,
  step: StepRecord,
): Promise<boolean> {
  const terms = await needs.store.transact(async (tx) => {
    const plan = await needs.plans.get(run.digest, tx);
    const node = plan.graph.nodes.get(step.node);
    if (!node) return [];
    const { gates } = await needs.gates.wanted(run, plan.dag, node, step.detail.agents?.[0] ?? node.task?.agent, tx);
    const rows = await needs.rows.gates.of(step, tx);
    return [...gates.map((each) => each.terms), ...rows.map((each) => parseTerms(each.terms))];
  });
  if (terms.length === 0) return false;
  if (call.groups.includes(OPERATOR_GROUP)) return true;
  const executors = await needs.mayExecute(run, step, call.signal);
  const involved = { initiator: run.initiator, executors, changedBy: [] };
  if (terms.some((each) => whyNoGateVote(needs.gates.o, call.principal, each, involved) === undefined)) return true;
  throw new RpcError({
    ...{ type: 'application', tag: 'access-denied', appTag: 'not-a-voter' },
    message: `persons decide about step "${step.node}", so only these and operators mend it`,
  });
}

async function visibleRun(needs: WorkflowNeeds, call: StepCall): Promise<RunRecord> {
  const { id } = call.keys;
  return requireVisible(call, await needs.rows.run(id), id, needs.definitions);
}
