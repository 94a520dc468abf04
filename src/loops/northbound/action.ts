/** The actions of yangent-loops, for owners and operators. */
import { nameOfAgent, type OwnersOf, type Principal, whyNoVote } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentLoopsProvider } from '../../generated/providers.js';
import type { Call, Handler, Provider } from '../../server/index.js';
import type { Approval } from '../approval.js';
import { affectedBy } from '../cycle.js';
import type { LoopHandle, Loops } from '../loops.js';

/** The needs of a vote on the decision of a loop. */
export interface LoopVotes {
  readonly ownersOf: OwnersOf;
  /** Records that a recovery session has approved, for which the rules of votes do not hold. */
  readonly recordRecovery: (principal: Principal, loop: string) => void;
}

type Actions = YangentLoopsProvider['actions'];
type LoopCall = Call<Actions['/yangent-loops:loops/loop/start']['keys']>;

export function loopActions(loops: Loops, votes: LoopVotes): Provider<YangentLoopsProvider>['actions'] {
  const act =
    <Input>(work: (loop: LoopHandle, input: Input, call: LoopCall) => Promise<void>) =>
    async (input: Input, call: LoopCall) => {
      const loop = permitted(loops, call);
      await work(loop, input, call);
      return { state: loop.runner.state };
    };
  return {
    '/yangent-loops:loops/loop/start': act(({ runner }) => runner.start()),
    '/yangent-loops:loops/loop/pause': act(({ runner }, { reason }) => runner.pause(reason)),
    '/yangent-loops:loops/loop/resume': act(({ runner }) => runner.resume()),
    '/yangent-loops:loops/loop/stop': act(({ runner }, { reason }) => runner.stop(reason)),
    '/yangent-loops:loops/loop/approve': async ({ id, comment }, call) => {
      const { agent, runner } = loops.need(call.keys.name);
      requireVote(loops, votes, call, agent);
      waiting(runner.pending, id).answer({ kind: 'approved', by: call.user, comment });
      return { state: runner.state };
    },
    '/yangent-loops:loops/loop/reject': act(async ({ runner }, { id, reason }, { user }) =>
      waiting(runner.pending, id).answer({ kind: 'rejected', by: user, comment: reason }),
    ),
    '/yangent-loops:loops/loop/dry-run': dryRun(loops),
  };
}

function dryRun(loops: Loops): Handler<Actions['/yangent-loops:loops/loop/dry-run']> {
  return async ({ seen }, call): Promise<Actions['/yangent-loops:loops/loop/dry-run']['output']> => {
    const outcome = await permitted(loops, call).runner.dryRun(seen === undefined ? undefined : parsed(seen));
    if (!outcome) return { allowed: false, reason: 'the loop has not seen anything yet' };
    const { plan, permission } = outcome;
    return {
      seen: plan.seen,
      concluded: plan.concluded,
      decided: plan.action?.decision.summary,
      affected: plan.action && affectedBy(plan.action),
      allowed: plan.action !== undefined && permission.kind === 'execute',
      reason: permission.kind === 'suppressed' ? permission.reason : undefined,
    };
  };
}

/** Refuses to approve unless the caller has a vote, as on other approvals. @throws RpcError access-denied */
function requireVote(loops: Loops, { ownersOf, recordRecovery }: LoopVotes, call: LoopCall, agent: string): void {
  const { name } = call.keys;
  if (call.principal.recovery) {
    recordRecovery(call.principal, name);
    return;
  }
  const last = loops.owners.changedBy(name);
  const changedBy = last === undefined ? [] : [last];
  const asked = { asker: loops.actsAs(name), actors: [nameOfAgent(agent)], changedBy };
  const terms = { approverGroups: loops.approverGroups(name), separation: true };
  const why = whyNoVote(call.principal, asked, terms, ownersOf);
  if (why === undefined) return;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    appTag: 'not-a-voter',
    message: `user "${call.user}" may not approve for loop "${name}": ${call.user} ${why}`,
  });
}

/** Returns the loop if the caller may control it. @throws RpcError access-denied */
function permitted(loops: Loops, call: LoopCall): LoopHandle {
  const loop = loops.need(call.keys.name);
  if (call.mayActFor(loop.agent) || call.groups.includes('operator')) return loop;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    message: `user "${call.user}" may not act for agent "${loop.agent}", whose loop this is`,
  });
}

/** Returns the waiting decision. @throws RpcError bad-transition when none waits */
function waiting(approval: Approval | undefined, id: string | undefined): Approval {
  if (!approval) {
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      appTag: 'bad-transition',
      message: 'no decision of this loop waits for approval',
    });
  }
  approval.requireId(id);
  return approval;
}

/** Parses an assumed observation: JSON, or the text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
