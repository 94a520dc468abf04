/** After a restart, and while time passes: attempts whose executor is gone are given out again or failed. */
import type { Store, Tx } from '../../store/index.js';
import { reassign } from '../assignment/reassign.js';
import { type ExecutionNeeds, nextAttempt } from '../execution/execution.js';
import { recordOutcome } from '../record/outcome.js';
import type { TaskError, TaskRecord } from '../record/record.js';
import { policyOf } from '../record/retry-policy.js';
import { isFinal, STATES, type TaskState, TRANSITIONS } from '../record/states.js';
import { DEADLY, forgetCleanStop, isDeadly, wasStoppedCleanly } from './deaths.js';

export interface RecoveryNeeds extends ExecutionNeeds {
  readonly store: Store;
}

const PIECE = 200;

/**
 * Takes up the tasks that an earlier process of this node was executing itself: by their policy they wait for the next
 * attempt, which is not counted against them, or fail. Tasks held under a lease go on with their executors. A task that was
 * running each time the process died fails in the end.
 *
 * @param isOwn tells such tasks from those that go on elsewhere
 * @returns how many there were
 */
export async function recover(context: RecoveryNeeds, isOwn: (task: TaskRecord) => boolean): Promise<number> {
  const died = !(await wasStoppedCleanly(context.store));
  let recovered = 0;
  for (let after: string | undefined; ; ) {
    const tasks = await context.rows.inState('running', { after, limit: PIECE });
    for (const { id } of tasks.filter((task) => task.leaseExpires === undefined && isOwn(task))) {
      await context.store.transact(async (tx) => {
        const task = await context.rows.get(id, tx);
        if (task?.state !== 'running' || task.leaseExpires !== undefined) return;
        if (died && (await isDeadly(tx, task))) await lose(context, tx, task, DEADLY);
        else if (policyOf(task).onRestart === 'fail') await lose(context, tx, task, EXECUTOR_LOST);
        else await nextAttempt(context, tx, task, 'the node was started again');
      });
      recovered++;
    }
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) break;
  }
  await forgetCleanStop(context.store);
  return recovered;
}

/**
 * Begins leases anew at the start, since no executor could be heard while the node was away, and keeps pauses as short as their
 * policies say: the clock may have been set meanwhile.
 */
export async function renewSpans({
  store,
  rows,
  steady,
}: Pick<RecoveryNeeds, 'store' | 'rows' | 'steady'>): Promise<void> {
  for (let after: string | undefined; ; ) {
    const now = steady();
    const tasks = await store.transact(async (tx) => {
      const held = await rows.heldBeyond(now, after, PIECE, tx.sql);
      for (const task of held)
        await rows.update(tx, task, { ...task, version: task.version + 1, ...spansFrom(now, task) });
      return held;
    });
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) return;
  }
}

function spansFrom(now: number, task: TaskRecord): Pick<TaskRecord, 'leaseExpires' | 'notBefore'> {
  const { leaseExpires, notBefore, document } = task;
  const lease = document.executor?.lease;
  return {
    leaseExpires: leaseExpires === undefined || lease === undefined ? leaseExpires : now + lease * 1_000,
    notBefore: notBefore === undefined ? undefined : Math.min(notBefore, now + policyOf(task).delay(document.failures)),
  };
}

const EXECUTOR_LOST: TaskError = {
  code: 'executor-lost',
  message: 'the executor no longer answers',
  recovery: ['retry', 'reassign'],
};
const TOO_LATE: TaskError = {
  code: 'deadline-exceeded',
  message: 'the task was not done by its deadline',
  recovery: ['modify', 'escalate'],
};

const NOT_AGREED: TaskError = {
  code: 'deadline-exceeded',
  message: 'no agreement was reached by the end of the negotiation',
  recovery: ['modify', 'reassign'],
};

/**
 * Ends attempts whose lease is over and tasks whose deadline is; one call handles all there are. What waits for an executor
 * that is lost goes to other candidates, where there are some.
 */
export async function sweep(context: RecoveryNeeds): Promise<void> {
  const silent = new Set<string>();
  await sweepColumn(context, 'lease_expires', async (tx, task) => {
    if (isSilent(context, task)) silent.add(task.to);
    const lost = { failures: task.document.failures + 1, error: EXECUTOR_LOST };
    if (lost.failures >= policyOf(task).attempts) await lose(context, tx, task, EXECUTOR_LOST);
    else if (!(await reassign(context, tx, task, EXECUTOR_LOST.message, lost)))
      await nextAttempt(context, tx, task, EXECUTOR_LOST.message, lost);
  });
  for (const agent of silent) await handOver(context, agent, LOST);
  await sweepColumn(context, 'deadline', (tx, task) =>
    lose(context, tx, task, task.state === 'negotiating' ? NOT_AGREED : TOO_LATE),
  );
}

/** Nothing was heard of the executor for as long as its lease allows, of no other task either. */
function isSilent(
  { states, steady }: Pick<RecoveryNeeds, 'states' | 'steady'>,
  { to, document: { executor } }: TaskRecord,
): boolean {
  return (states.lastSeen(to) ?? 0) + (executor?.lease ?? 0) * 1_000 <= steady();
}

async function sweepColumn(
  context: RecoveryNeeds,
  column: 'lease_expires' | 'deadline',
  end: (tx: Tx, task: TaskRecord) => Promise<void>,
): Promise<void> {
  // A lease is a span of time; a deadline is named by the clock.
  const over = column === 'deadline' ? context.now : context.steady;
  for (;;) {
    const ended = await context.store.transact(async (tx) => {
      const tasks = await context.rows.overdue(column, over(), PIECE, tx.sql);
      for (const task of tasks) await end(tx, task);
      return tasks.length;
    });
    if (ended < PIECE) return;
  }
}

const REMOVED: TaskError = {
  code: 'executor-lost',
  message: 'the executing agent was removed',
  recovery: ['reassign'],
};

/** Ends all unfinished tasks of an agent that is gone. */
export async function abandon(context: RecoveryNeeds, agent: string): Promise<void> {
  for (const state of STATES.filter((each) => !isFinal(each))) {
    for (let ended = PIECE; ended === PIECE; ) {
      ended = await context.store.transact(async (tx) => {
        const tasks = await context.rows.inState(state, { to: agent, limit: PIECE }, tx.sql);
        for (const task of tasks) {
          if (await reassign(context, tx, task, REMOVED.message)) continue;
          await lose(context, tx, task, REMOVED);
        }
        return tasks.length;
      });
    }
  }
}

/**
 * Ends the unfinished tasks of agents that are not there any more. The agent went while no process could act on it: by
 * `data import`, with a confirmed commit that was undone at the start, or as the process died right after the commit.
 */
export async function abandonGone(context: RecoveryNeeds): Promise<void> {
  for (const agent of await context.rows.receivers()) {
    if (!context.directory.get(agent)) await abandon(context, agent);
  }
}

const LOST = 'the agent for which it waited no longer answers';

/** Gives what waits for an agent that does not take it to other candidates, where there are some; the rest goes on waiting. */
export async function handOver(context: RecoveryNeeds, agent: string, reason: string): Promise<void> {
  for (let after: string | undefined; ; ) {
    const tasks = await context.rows.inState('accepted', { to: agent, limit: PIECE, after });
    for (const { id, document } of tasks) {
      if ((document.candidates ?? []).length === 0) continue;
      await context.store.transact(async (tx) => {
        const task = await context.rows.get(id, tx);
        if (task?.state === 'accepted' && task.to === agent) await reassign(context, tx, task, reason);
      });
    }
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) return;
  }
}

/** Fails the task, or rejects it where it cannot fail yet. */
async function lose(context: RecoveryNeeds, tx: Tx, task: TaskRecord, error: TaskError): Promise<void> {
  const state: TaskState = TRANSITIONS[task.state].includes('failed') ? 'failed' : 'rejected';
  const failures = task.document.failures + 1;
  const lost = await context.changes.apply(tx, task, {
    state,
    by: 'node',
    reason: error.message,
    leaseExpires: null,
    document: { error, failures },
  });
  await recordOutcome(context, tx, lost);
}
