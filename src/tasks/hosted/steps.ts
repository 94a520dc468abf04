import { RpcError } from '../../data/index.js';
import type { TaskContext } from '../context.js';
import type { HostedRun } from './run.js';

/** Characters of one remembered value. */
const LONGEST_VALUE = 4 << 20;

/** The remembered value of a finished step; else its work is done now and its value remembered before it is given. */
export async function stepValue<T>(
  context: TaskContext,
  run: HostedRun,
  task: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = await context.store.reads
    .selectFrom('task_step')
    .select('value')
    .where('task', '=', task)
    .where('name', '=', name)
    .executeTakeFirst();
  if (known) return JSON.parse(known.value);
  const value = await work();
  const text = JSON.stringify(value ?? null);
  if (text.length > LONGEST_VALUE) {
    throw new RpcError({
      type: 'application',
      tag: 'too-big',
      message: `step "${name}" gave more than ${LONGEST_VALUE} characters to remember`,
    });
  }
  await run.change(async (tx, record) => {
    await tx.sql
      .insertInto('task_step')
      .values({ task, name, value: text })
      .onConflict((conflict) => conflict.columns(['task', 'name']).doNothing())
      .execute();
    return record;
  });
  return value;
}
