/** The rows of checkpoints. */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { WorkflowCheckpointTable } from './database.js';
import type { Checkpoint, CheckpointType } from './record.js';

/** A checkpoint with its signature: header and signature of a compact JWS, with two dots between them. */
export interface SignedCheckpoint extends Checkpoint {
  readonly signature: string;
}

const INSERT = `insert into workflow_checkpoint (run, number, type, at, sequence, hash, label, reference, by, signature, used)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;

/** Number of steps whose agents a checkpoint names, and of data parameters: all of them are in the journal before it. */
const MOST_STEPS = 64;
const MOST_PARAMS = 128;

const AGENTS = `select distinct value as agent from
  (select detail from workflow_step where run = ? and state in ('pending', 'ready', 'executing', 'suspended')
    and json_extract(detail, '$.agents') is not null limit ${MOST_STEPS}) as step, json_each(step.detail, '$.agents')`;

const ALL_AGENTS = `select distinct value as agent from workflow_step as step, json_each(step.detail, '$.agents')
  where run = ? and state in ('pending', 'ready', 'executing', 'suspended')`;

const PARAMS = `select param from workflow_value where run = ? and param is not null
  union select param from workflow_passed where run = ? limit ${MOST_PARAMS}`;

export class CheckpointRows {
  constructor(private readonly store: Pick<Store, 'query'>) {}

  async add(tx: Tx, checkpoint: SignedCheckpoint): Promise<void> {
    const { run, number, type, at, sequence, hash, label, references, by, signature } = checkpoint;
    await tx.query(INSERT, [
      ...[run, number, type, at, sequence, hash],
      ...[label ?? null, JSON.stringify(references), by, signature],
    ]);
  }

  async get(run: string, number: number, queries: Queries = this.store): Promise<SignedCheckpoint | undefined> {
    const [row] = await queries.query<WorkflowCheckpointTable>(
      'select * from workflow_checkpoint where run = ? and number = ?',
      [run, number],
    );
    return row && checkpointOf(row);
  }

  /** Returns a page of the checkpoints of a run in their order. */
  async page(run: string, after: number, limit: number): Promise<readonly SignedCheckpoint[]> {
    const rows = await this.store.query<WorkflowCheckpointTable>(
      'select * from workflow_checkpoint where run = ? and number > ? order by number limit ?',
      [run, after, limit],
    );
    return rows.map(checkpointOf);
  }

  /** Returns the newest checkpoints of a run in their order. */
  async newest(run: string, limit: number): Promise<readonly SignedCheckpoint[]> {
    const rows = await this.store.query<WorkflowCheckpointTable>(
      'select * from workflow_checkpoint where run = ? order by number desc limit ?',
      [run, limit],
    );
    return rows.map(checkpointOf).toReversed();
  }

  /** Returns the newest checkpoint that was made until a time. */
  async newestUntil(tx: Tx, run: string, at: string): Promise<SignedCheckpoint | undefined> {
    const [row] = await tx.query<WorkflowCheckpointTable>(
      'select * from workflow_checkpoint where run = ? and at <= ? order by number desc limit 1',
      [run, at],
    );
    return row && checkpointOf(row);
  }

  /** Keeps a checkpoint to which a run was rolled back. */
  async use(tx: Tx, run: string, number: number): Promise<void> {
    await tx.query('update workflow_checkpoint set used = 1 where run = ? and number = ?', [run, number]);
  }

  /** Deletes checkpoints up to a number, but for those that were used. */
  async prune(tx: Tx, run: string, until: number): Promise<void> {
    await tx.query('delete from workflow_checkpoint where run = ? and number <= ? and used = 0', [run, until]);
  }

  /** Returns agents that have steps of a run which have not ended, of as many steps as a checkpoint names. */
  async namedAgents(run: string, queries: Queries): Promise<readonly string[]> {
    const rows = await queries.query<{ readonly agent: string }>(AGENTS, [run]);
    return rows.map(({ agent }) => agent).toSorted();
  }

  /** Returns all agents that have steps of a run which have not ended. */
  async agentsAtWork(run: string): Promise<readonly string[]> {
    const rows = await this.store.query<{ readonly agent: string }>(ALL_AGENTS, [run]);
    return rows.map(({ agent }) => agent).toSorted();
  }

  /** Returns the data parameters that a run may read. */
  async paramsOf(run: string, queries: Queries): Promise<readonly string[]> {
    const rows = await queries.query<{ readonly param: string }>(PARAMS, [run, run]);
    return rows.map(({ param }) => param);
  }
}

function checkpointOf(row: WorkflowCheckpointTable): SignedCheckpoint {
  const { run, number, at, sequence, hash, label, by, signature } = row;
  return {
    ...{ run, number, at, sequence, hash, by, signature },
    type: typeOf(row.type),
    ...(label === null ? {} : { label }),
    references: JSON.parse(row.reference),
  };
}

/** @throws Error for a row that no node has written */
function typeOf(text: string): CheckpointType {
  if (text === 'automatic' || text === 'explicit' || text === 'recovery') return text;
  throw new Error(`there is no type "${text}" of checkpoints`);
}
