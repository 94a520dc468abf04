/** Finds the rows that must not be left in the database once all runs are over. */
import { join } from 'node:path';
import { Connection, rowsOf } from '../../../../src/store/statements.js';

const OF_RUNS = [
  'step',
  'value',
  'passed',
  'event',
  'signal',
  'label',
  'pool',
  'gate',
  'vote',
  'rollback',
  'acknowledgement',
];
const OVER = "('completed', 'failed', 'canceled', 'rolled-back')";

const LEFT: Readonly<Record<string, string>> = {
  'runs that have not ended': `workflow_run where ended is null or state not in ${OVER}`,
  'steps that have not ended': `workflow_step where state not in ('completed', 'failed', 'canceled', 'skipped', 'rolled-back')`,
  'steps that are due': 'workflow_step where due is not null',
  'steps that wait for slots': 'workflow_step where held <> 0',
  'slots of pools that are held or waited for': 'workflow_pool',
  'gates that are open': `workflow_gate where state = 'open'`,
  'answers of agents that are open': `workflow_acknowledgement where state in ('pending', 'refused', 'expired')`,
  'tasks that have not ended': `task where state not in ${OVER}`,
  'jobs of the outbox': 'outbox',
  'graphs of no run': 'workflow_graph where digest not in (select digest from workflow_run)',
  'children without parents': 'workflow_run where parent is not null and parent not in (select id from workflow_run)',
  ...Object.fromEntries(
    OF_RUNS.map((table) => [
      `rows (${table}) of no run`,
      `workflow_${table} where run not in (select id from workflow_run)`,
    ]),
  ),
};

/** Says which rows are left. @param directory the data of a node that has ended */
export function rowsLeft(directory: string): readonly string[] {
  const connection = new Connection(join(directory, 'yangent.db'));
  try {
    return Object.entries(LEFT).flatMap(([what, from]) => {
      const [row] = rowsOf<{ readonly number: number }>(connection, `select count(*) as number from ${from}`, []);
      const number = Number(row?.number ?? 0);
      return number === 0 ? [] : [`${number} ${what}`];
    });
  } finally {
    connection.close();
  }
}

/** Forgets at how many deaths each task was executed: at the third one it would fail, as the node takes it for the cause. */
export function forgetDeaths(directory: string): void {
  const connection = new Connection(join(directory, 'yangent.db'));
  try {
    connection.exec('update task set deaths = 0');
  } finally {
    connection.close();
  }
}
