/** The rows of ways back. */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { WorkflowStepTable } from '../run/database.js';
import type { StepRecord } from '../run/record.js';
import { stepOf } from '../run/row.js';
import type { WorkflowAcknowledgementTable, WorkflowRollbackTable } from './database.js';
import type { Acknowledgement, AcknowledgementState, Rollback, RollbackState, Then } from './record.js';

/** The steps of the latest generations that do not count as rolled back. */
const LATEST = `select * from workflow_step as step where run = ? and state <> 'rolled-back'
  and generation = (select max(generation) from workflow_step as other
    where other.run = step.run and other.node = step.node and other.item = step.item)`;

export class RollbackRows {
  constructor(private readonly store: Pick<Store, 'query'>) {}

  async add(tx: Tx, { run, number, to, reason, next, by, at, state }: Rollback): Promise<void> {
    await tx.query(
      'insert into workflow_rollback (run, number, checkpoint, reason, ending, by, at, state) values (?, ?, ?, ?, ?, ?, ?, ?)',
      [run, number, to, reason ?? null, next, by, at, state],
    );
  }

  async setState(tx: Tx, run: string, number: number, state: RollbackState): Promise<void> {
    await tx.query('update workflow_rollback set state = ? where run = ? and number = ?', [state, run, number]);
  }

  /** Returns a page of the ways back of a run. */
  async page(run: string, after: number, limit: number): Promise<readonly Rollback[]> {
    const rows = await this.store.query<WorkflowRollbackTable>(
      'select * from workflow_rollback where run = ? and number > ? order by number limit ?',
      [run, after, limit],
    );
    return rows.map(rollbackOf);
  }

  async put(tx: Tx, run: string, number: number, each: Acknowledgement): Promise<void> {
    const { agent, node, item, generation, state, at, note, released, task, asked } = each;
    await tx.query(
      `insert or replace into workflow_acknowledgement
        (run, number, agent, node, item, generation, state, at, note, released, task, asked)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[run, number, agent, node, item, generation, state, at, note ?? null],
        ...[released === undefined ? null : JSON.stringify(released), task ?? null, asked],
      ],
    );
  }

  /** Returns the answers that are open, or were none. */
  async open(queries: Queries, run: string, number: number, limit: number): Promise<readonly Acknowledgement[]> {
    const rows = await queries.query<WorkflowAcknowledgementTable>(
      `select * from workflow_acknowledgement where run = ? and number = ? and state in ('pending', 'refused', 'expired') limit ?`,
      [run, number, limit],
    );
    return rows.map(acknowledgementOf);
  }

  /** Returns a page of the answers of agents. */
  async acknowledgements(
    run: string,
    number: number,
    after: readonly [agent: string, node: string, item: number],
    limit: number,
  ): Promise<readonly Acknowledgement[]> {
    const rows = await this.store.query<WorkflowAcknowledgementTable>(
      `select * from workflow_acknowledgement where run = ? and number = ? and (agent, node, item) > (?, ?, ?)
        order by agent, node, item limit ?`,
      [run, number, ...after, limit],
    );
    return rows.map(acknowledgementOf);
  }

  /** Returns the answer of a step that a task, or a child run, asks for. */
  async ofTask(tx: Tx, run: string, number: number, task: string): Promise<Acknowledgement | undefined> {
    const [row] = await tx.query<WorkflowAcknowledgementTable>(
      'select * from workflow_acknowledgement where run = ? and number = ? and task = ?',
      [run, number, task],
    );
    return row && acknowledgementOf(row);
  }

  /** Returns a page of the steps in their latest generations that are not rolled back. */
  async latestAfter(
    tx: Tx,
    run: string,
    [node, item]: readonly [node: string, item: number],
    limit: number,
  ): Promise<readonly StepRecord[]> {
    const rows = await tx.query<WorkflowStepTable>(`${LATEST} and (node, item) > (?, ?) order by node, item limit ?`, [
      ...[run, node, item],
      limit,
    ]);
    return rows.map(stepOf);
  }

  /** Returns the steps of some nodes in their latest generations that are not rolled back. */
  async latestOf(tx: Tx, run: string, nodes: readonly string[]): Promise<readonly StepRecord[]> {
    const rows = await tx.query<WorkflowStepTable>(`${LATEST} and node in (select value from json_each(?))`, [
      run,
      JSON.stringify(nodes),
    ]);
    return rows.map(stepOf);
  }

  /** Returns all steps of nodes in their latest generations, rolled back or not, without items. */
  async rolledBackNodes(tx: Tx, run: string): Promise<readonly StepRecord[]> {
    const rows = await tx.query<WorkflowStepTable>(
      `select * from workflow_step as step where run = ? and item = 0 and state = 'rolled-back'
        and generation = (select max(generation) from workflow_step as other
          where other.run = step.run and other.node = step.node and other.item = 0)`,
      [run],
    );
    return rows.map(stepOf);
  }
}

function rollbackOf({ run, number, checkpoint: to, reason, ending, by, at, state }: WorkflowRollbackTable): Rollback {
  return {
    ...{ run, number, to, by, at },
    ...(reason === null ? {} : { reason }),
    next: one(THENS, ending),
    state: one(STATES, state),
  };
}

function acknowledgementOf(row: WorkflowAcknowledgementTable): Acknowledgement {
  const { agent, node, item, generation, at, note, released, task, asked } = row;
  return {
    ...{ agent, node, item, generation, at, asked },
    state: one(ANSWERS, row.state),
    ...(note === null ? {} : { note }),
    ...(released === null ? {} : { released: JSON.parse(released) }),
    ...(task === null ? {} : { task }),
  };
}

const THENS: readonly Then[] = ['resume', 'pause', 'end'];
const STATES: readonly RollbackState[] = ['notifying', 'compensating', 'restored', 'incomplete'];
const ANSWERS: readonly AcknowledgementState[] = ['pending', 'acknowledged', 'refused', 'expired', 'forced'];

/** @throws Error for a row that no node has written */
function one<T extends string>(all: readonly T[], text: string): T {
  const found = all.find((each) => each === text);
  if (found === undefined) throw new Error(`the database has "${text}", which is none of ${all.join(', ')}`);
  return found;
}
