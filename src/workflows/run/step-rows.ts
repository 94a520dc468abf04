/** The rows of steps. Frequent statements are SQL text. */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { StepState } from '../model/states.js';
import type { WorkflowStepTable } from './database.js';
import { Recent } from './recent.js';
import type { StepRecord } from './record.js';
import { stepOf, stepRow } from './row.js';

const STEP_COLUMNS = [
  'run',
  'node',
  'item',
  'generation',
  'state',
  'reason',
  'rank',
  'work',
  'since',
  'due',
  'held',
  'output',
  'detail',
] as const satisfies readonly (keyof WorkflowStepTable)[];

const PUT_STEP = `insert or replace into workflow_step (${STEP_COLUMNS.join(', ')})
  values (${STEP_COLUMNS.map(() => '?').join(', ')})`;
const STEP = 'select * from workflow_step where run = ? and node = ? and item = ? order by generation desc limit 1';
const READY = `select * from workflow_step 
  where run = ? and state = 'ready' and work is null and held = 0 order by rank desc limit ? offset ?`;
const OPEN = `select * from workflow_step where run = ? and state in ('pending', 'ready', 'awaiting-approval', 'executing', 'suspended')
  order by node, item limit ?`;
const OPEN_ITEMS = `select * from workflow_step where run = ? and node = ? and item > 0
  and state in ('pending', 'ready', 'awaiting-approval', 'executing', 'suspended') order by node, item limit ?`;

const OPEN_AFTER = `select * from workflow_step where run = ? and state in ('pending', 'ready', 'awaiting-approval', 'executing', 'suspended')
  and (node, item) > (?, ?) order by node, item limit ?`;

/** The first condition is the faster one, and is met by few others. */
const EXECUTES = `instr(detail, ?) > 0 and exists (select 1 from json_each(detail, '$.agents') where value = ?)`;

/** Steps of a run: all, or those of a node, an item (0: the node itself), or an agent. */
export interface StepPlace {
  readonly node?: string;
  readonly item?: number;
  readonly agent?: string;
}

/** Number of steps that are kept in memory. */
const RECENT = 2_000;

export class StepRows {
  readonly #recent = new Recent<StepRecord>(RECENT);

  constructor(private readonly store: Pick<Store, 'query'>) {}

  async get(run: string, node: string, item: number, queries: Queries = this.store): Promise<StepRecord | undefined> {
    const known = queries === this.store ? undefined : this.#recent.get(keyOf(run, node, item));
    if (known) return known;
    const [row] = await queries.query<WorkflowStepTable>(STEP, [run, node, item]);
    return row && stepOf(row);
  }

  async put(tx: Tx, step: StepRecord): Promise<void> {
    const row = stepRow(step);
    await tx.query(
      PUT_STEP,
      STEP_COLUMNS.map((column) => row[column]),
    );
    this.#recent.wrote(tx, keyOf(step.run, step.node, step.item), step);
  }

  /** Forgets the steps that are kept in memory. */
  forgetRecent(): void {
    this.#recent.clear();
  }

  /** Returns ready steps that were not launched, the one with the longest way to the end first. */
  async ready(
    tx: Tx,
    run: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<readonly StepRecord[]> {
    return (await tx.query<WorkflowStepTable>(READY, [run, limit, offset])).map(stepOf);
  }

  /** Returns ready steps as stored, outside of a transaction. */
  async readyNow(run: string, limit: number): Promise<readonly StepRecord[]> {
    return (await this.store.query<WorkflowStepTable>(READY, [run, limit, 0])).map(stepOf);
  }

  /** Returns steps that have not ended. @param node only items of this node */
  async open(tx: Tx, run: string, limit: number, node?: string): Promise<readonly StepRecord[]> {
    const rows =
      node === undefined
        ? await tx.query<WorkflowStepTable>(OPEN, [run, limit])
        : await tx.query<WorkflowStepTable>(OPEN_ITEMS, [run, node, limit]);
    return rows.map(stepOf);
  }

  /** Returns a page of the steps that have not ended, in the order of their nodes and items. */
  async openAfter(
    tx: Tx,
    run: string,
    [node, item]: readonly [node: string, item: number],
    limit: number,
  ): Promise<readonly StepRecord[]> {
    return (await tx.query<WorkflowStepTable>(OPEN_AFTER, [run, node, item, limit])).map(stepOf);
  }

  /** Returns all steps of nodes in their latest generations, without items. */
  async ofNodes(run: string, queries: Queries = this.store): Promise<readonly StepRecord[]> {
    const rows = await queries.query<WorkflowStepTable>(
      'select * from workflow_step where run = ? and item = 0 order by node, generation',
      [run],
    );
    return [...new Map(rows.map((row) => [row.node, row])).values()].map(stepOf);
  }

  /** Returns a page of steps in the order of their keys. @param of those that are wanted */
  async page(
    run: string,
    after: { readonly node: string; readonly item: number; readonly generation: number } | undefined,
    limit: number,
    { node, item, agent }: StepPlace = {},
  ): Promise<readonly StepRecord[]> {
    const where: readonly (readonly [condition: string, ...values: readonly (string | number)[]])[] = [
      ['run = ?', run],
      ...(after ? [['(node, item, generation) > (?, ?, ?)', after.node, after.item, after.generation] as const] : []),
      ...(node === undefined ? [] : [['node = ?', node] as const]),
      ...(item === undefined ? [] : [['item = ?', item] as const]),
      ...(agent === undefined ? [] : [[EXECUTES, JSON.stringify(agent), agent] as const]),
    ];
    const conditions = where.map(([condition]) => condition).join(' and ');
    const rows = await this.store.query<WorkflowStepTable>(
      `select * from workflow_step where ${conditions} order by node, item, generation limit ?`,
      [...where.flatMap(([, ...values]) => values), limit],
    );
    return rows.map(stepOf);
  }

  /** Returns the nodes of which an agent executes steps, or did. */
  async nodesOf(run: string, agent: string): Promise<readonly string[]> {
    const rows = await this.store.query<{ readonly node: string }>(
      `select distinct node from workflow_step where run = ? and ${EXECUTES} order by node`,
      [run, JSON.stringify(agent), agent],
    );
    return rows.map(({ node }) => node);
  }

  /** Returns the items of a step in their order, each with its state and the digest of its output. */
  items(
    run: string,
    node: string,
    generation: number,
    queries: Queries,
  ): Promise<readonly { readonly item: number; readonly state: StepState; readonly output: string | null }[]> {
    return queries.query(
      `select item, state, output from workflow_step where run = ? and node = ? and item > 0 and generation = ?
        order by item`,
      [run, node, generation],
    );
  }

  /** Returns steps that wait for a notification. */
  async watching(): Promise<readonly StepRecord[]> {
    return (
      await this.store.query<WorkflowStepTable>("select * from workflow_step where work = 'notification'", [])
    ).map(stepOf);
  }

  /** Counts the steps of nodes in their latest generations by state. */
  async countByState(run: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.store.query<{ readonly state: string; readonly number: number }>(
      `select state, count(*) as number from
        (select state, max(generation) from workflow_step where run = ? and item = 0 group by node) group by state`,
      [run],
    );
    return new Map(rows.map(({ state, number }) => [state, Number(number)]));
  }
}

function keyOf(run: string, node: string, item: number): string {
  return `${run}/${node}/${item}`;
}
