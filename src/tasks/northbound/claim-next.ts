/** The rpc claim-next: gives waiting tasks of an agent to its executor, in the order of the queue. */
import type { AgentRecord } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { begin, freePlaces, giveUpUnreadable } from '../execution/execution.js';
import { sender } from '../parties.js';
import type { TaskRecord } from '../record/record.js';
import { TASK } from '../record/value.js';
import { executorValue } from '../visibility.js';
import { aboutTask } from './about.js';
import { tokenAnswer } from './executor-token.js';
import { NextTokens } from './next-tokens.js';
import { requireAttached } from './rpc.js';
import type { TaskServices } from './services.js';

const CLAIM_NEXT = 'yangent-tasks.claim-next';

type ClaimNext = YangentTasksProvider['rpcs']['claim-next'];

/** @throws RpcError resource-denied `token-unavailable` when the only tasks are those whose tokens cannot be had at the moment */
export async function claimNextOperation(
  needs: TaskServices,
  { agent: name, max: most, wait, lease = needs.settings.lease }: ClaimNext['input'],
  call: Call,
): Promise<ClaimNext['output']> {
  const agent = sender(call, needs.directory, name, 'agent');
  requireAttached(needs, call, agent.id);
  const until = needs.steady() + wait * 1000;
  for (;;) {
    await needs.qualifications.require(agent.id, call);
    const timeout = until - needs.steady();
    if (timeout <= 0) return take(needs, { agent, most, lease }, call);
    const enough = new AbortController();
    // Waiting begins before the query, so that a task that comes in between is not missed.
    const next = needs.watch.work(agent.id, { timeout, signal: AbortSignal.any([call.signal, enough.signal]) });
    next.catch(() => undefined);
    try {
      const taken = await take(needs, { agent, most, lease }, call);
      if (taken.task && taken.task.length > 0) return taken;
      await next;
    } finally {
      enough.abort();
    }
  }
}

interface Wanted {
  readonly agent: AgentRecord;
  /** Maximum number of tasks. */
  readonly most: number;
  /** Seconds. */
  readonly lease: number;
}

/** Begins the next tasks of the agent. Tokens are issued first, outside of the transaction that begins the tasks. */
function take(needs: TaskServices, { agent, most, lease }: Wanted, call: Call): Promise<ClaimNext['output']> {
  const tokens = new NextTokens(needs);
  return tokens.provide(() =>
    needs.store.transact(async (tx) => {
      if (needs.halt.holds) return { task: [] };
      const limit = await freePlaces(needs, tx, agent, most);
      const lacking = tokens.lacking(limit);
      const given = await needs.queue.give(tx, { agent: agent.id, limit, now: needs.steady() }, async (task) => {
        const { 'required-capability': required = [] } = task.document.description;
        if (required.length > 0 && !needs.authorities.covers(call, required)) return 'passed';
        if (!needs.authorities.permits(call, CLAIM_NEXT, aboutTask(call, task))) return 'passed';
        if (!needs.shapes.fits(TASK, executorValue(task))) {
          await giveUpUnreadable(needs, tx, task);
          return undefined;
        }
        if (!lacking.permits(task)) return 'passed';
        return begin(needs, tx, task, { lease });
      });
      lacking.require();
      return { task: given.map((task) => answerOf(task, tokens)) };
    }),
  );
}

function answerOf(task: TaskRecord, tokens: NextTokens) {
  return { ...executorValue(task), ...tokenAnswer(tokens.of(task)) };
}
