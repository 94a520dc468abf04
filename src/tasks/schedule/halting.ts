/** The rpcs `stop-all` and `resume-all`: they suspend and resume all autonomous execution on the node. */
import type { Store } from '../../store/index.js';
import type { ExecutionNeeds } from '../execution/execution.js';
import { resume, suspend } from '../execution/steering.js';
import { remarkIfAllowed } from '../record/minimisation.js';
import type { TaskRecord } from '../record/record.js';

export interface HaltingNeeds extends ExecutionNeeds {
  readonly store: Store;
}

const PIECE = 200;

/** Suspends all running tasks and lets none begin. Returns how many were suspended. */
export async function stopAll(needs: HaltingNeeds, by: string, reason: string | undefined): Promise<number> {
  await needs.store.transact((tx) =>
    needs.halt.set(tx, {
      by,
      at: new Date(needs.now()).toISOString(),
      ...(reason === undefined ? {} : { reason }),
    }),
  );
  return eachOf(
    needs,
    'running',
    () => true,
    async (task) => {
      await needs.store.transact(async (tx) => {
        const now = await needs.rows.get(task.id, tx);
        if (now?.state !== 'running') return;
        const { text = `stop-all by ${by}`, redacted } = remarkIfAllowed(needs, now, reason);
        await suspend(needs, tx, now, by, { text, redacted }, { halted: true });
      });
    },
  );
}

/** Resumes the tasks that `stop-all` suspended. Returns how many they are. */
export async function resumeAll(needs: HaltingNeeds, by: string): Promise<number> {
  await needs.store.transact((tx) => needs.halt.set(tx, undefined));
  return eachOf(
    needs,
    'suspended',
    (task) => task.document.halted === true,
    async (task) => {
      await needs.store.transact(async (tx) => {
        const now = await needs.rows.get(task.id, tx);
        if (now?.state === 'suspended') await resume(needs, tx, now, by);
      });
    },
  );
}

async function eachOf(
  needs: HaltingNeeds,
  state: 'running' | 'suspended',
  fits: (task: TaskRecord) => boolean,
  work: (task: TaskRecord) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (let after: string | undefined; ; ) {
    const tasks = await needs.rows.inState(state, { after, limit: PIECE });
    for (const task of tasks.filter(fits)) {
      await work(task);
      done++;
    }
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) return done;
  }
}
