/** The executor of coordinators: their tasks are runs. */
import type { Logger } from 'pino';
import { isObject } from '../../data/index.js';
import { persist, type Store, type Tx } from '../../store/index.js';
import type { Executor, Steer, TaskRecord, TaskWork } from '../../tasks/index.js';
import { cancelRun } from '../course/cancel.js';
import { failure } from '../course/failure.js';
import { pauseWith, resumeWith } from '../course/pause.js';
import { DAG_SKILL, DOCUMENT } from '../model/exchange.js';
import { faultOfRollbackTask, isRollbackTask } from '../recovery/rollback-task.js';
import type { RunRows } from '../run/rows.js';
import type { Engine } from './engine.js';
import type { Fact } from './work.js';

/** The skill of a coordinator: the input names a definition, and has its input. */
export const SKILL = 'workflow';

/** Number of tasks that one transaction begins. */
const MOST_BEGUN = 16;

export interface CoordinatorNeeds {
  readonly engine: Engine;
  readonly store: Pick<Store, 'transact'>;
  readonly rows: RunRows;
  readonly work: TaskWork;
  readonly serves: (agent: string) => boolean;
  /** Starts a run for a task, or takes those of earlier tasks back. */
  readonly begin: (tx: Tx, task: TaskRecord) => Promise<void>;
  readonly log: Logger;
}

/** Returns what a change of a task does to the run that executes it. */
function actOf(what: Steer): Fact | undefined {
  switch (what.kind) {
    case 'cancel':
      // The assigner has the run go back: the end of its task must not end that.
      return async (turn) => (turn.progress.backFor === undefined ? cancelRun(turn, what.reason) : undefined);
    case 'suspend':
      return async (turn) => pauseWith(turn, { suspends: false, reason: 'its task is suspended' });
    case 'resume':
      return async (turn) => resumeWith(turn);
    default:
      return undefined;
  }
}

/** Coordinators hold no places: their tasks only wait for the tasks of others. */
export function coordinatorExecutor({ engine, store, rows, work, serves, begin, log }: CoordinatorNeeds): Executor {
  const waking = new Set<Promise<void>>();
  let stopping = new AbortController();
  const wakeUp = async (agent: string) => {
    for (;;) {
      const begun = await persist(
        () => store.transact((tx) => work.beginWaiting(tx, agent, MOST_BEGUN)),
        stopping.signal,
      );
      if (begun.length < MOST_BEGUN) return;
    }
  };
  return {
    name: 'workflows',
    serves,
    offer: (_agent, { type, input }) => {
      if (type === DAG_SKILL)
        return isObject(input) && isObject(input[DOCUMENT])
          ? undefined
          : failure('invalid-input', `the input is no document: { "${DOCUMENT}": { "graph": { } } }`);
      if (isRollbackTask({ type })) return faultOfRollbackTask(input);
      if (type !== SKILL)
        return failure(
          'lack-of-skills',
          `a coordinator has the skills ${SKILL}, ${DAG_SKILL} and ${DAG_SKILL}-rollback only`,
        );
      if (isObject(input) && typeof input.definition === 'string') return undefined;
      return failure('invalid-input', 'the input names no definition: { "definition": "NAME", "input": { } }');
    },
    reserve: () => 'unlimited',
    begin: (tx, task) => begin(tx, task),
    steer: async (tx, before, _after, what) => {
      const act = actOf(what);
      const run = act && (await rows.byTask(before.id, tx));
      if (run) await engine.in(tx).on(run.id, before.to, act);
    },
    wake: (agent) => {
      const waking_ = wakeUp(agent)
        .catch((error: unknown) =>
          log.error({ err: error, agent }, 'workflows: tasks of a coordinator could not begin'),
        )
        .finally(() => waking.delete(waking_));
      waking.add(waking_);
    },
    recover: async () => {
      stopping = new AbortController();
    },
    stop: async () => {
      stopping.abort(new Error('the node is stopping'));
      await Promise.all(waking);
    },
  };
}
