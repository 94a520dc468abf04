/** The rows of gates and votes. */
import { type ContentKeys, isSealedContent } from '../../keys/index.js';
import type { Queries, Store, Tx } from '../../store/index.js';
import type { WorkflowGateTable, WorkflowVoteTable } from './gate-database.js';

/** `void`: what was decided about changed, or the step ended. */
export type GateState = 'open' | 'approved' | 'rejected' | 'expired' | 'void';

export type GateRow = Readonly<Omit<WorkflowGateTable, 'state'>> & { readonly state: GateState };
export type GateVoteRow = Readonly<Omit<WorkflowVoteTable, 'verdict'>> & { readonly verdict: 'approve' | 'reject' };

/** The execution of a node that gates are of. */
export interface GatedStep {
  readonly run: string;
  readonly node: string;
  readonly generation: number;
}

const GATE_COLUMNS = [
  ...['run', 'number', 'node', 'generation', 'name', 'guard', 'terms', 'statement', 'digest', 'salt', 'subject'],
  ...['state', 'reason', 'asked', 'expires'],
] as const satisfies readonly (keyof WorkflowGateTable)[];

const VOTE_COLUMNS = [
  ...['run', 'gate', 'by', 'verdict', 'at', 'comment', 'methods', 'signature', 'key', 'data', 'proof'],
] as const satisfies readonly (keyof WorkflowVoteTable)[];

const INSERT_GATE = `insert into workflow_gate (${GATE_COLUMNS.join(', ')}) values (${GATE_COLUMNS.map(() => '?').join(', ')})`;
const PUT_VOTE = `insert or replace into workflow_vote (${VOTE_COLUMNS.join(', ')})
  values (${VOTE_COLUMNS.map(() => '?').join(', ')})`;

export class GateRows {
  constructor(
    private readonly store: Pick<Store, 'query'>,
    private readonly content?: Pick<ContentKeys, 'seal' | 'open'>,
  ) {}

  async add(tx: Tx, gate: GateRow): Promise<void> {
    await tx.query(
      INSERT_GATE,
      GATE_COLUMNS.map((column) => gate[column]),
    );
  }

  /** Returns the gates of a step that count: the last one of each name, without those that are void. */
  async of(step: GatedStep, queries: Queries = this.store): Promise<readonly GateRow[]> {
    return (await this.last(step, queries)).filter(({ state }) => state !== 'void');
  }

  /** Returns the last gate of each name of a step, void ones as well. */
  async last(step: GatedStep, queries: Queries = this.store): Promise<readonly GateRow[]> {
    return [...new Map((await this.all(step, queries)).map((row) => [row.name, row])).values()];
  }

  /** Returns all gates of a step in the order of their opening. */
  all({ run, node, generation }: GatedStep, queries: Queries = this.store): Promise<readonly GateRow[]> {
    return queries.query('select * from workflow_gate where run = ? and node = ? and generation = ? order by number', [
      run,
      node,
      generation,
    ]);
  }

  /** Returns all gates of a run in the order of their opening, those of earlier openings as well. */
  ofRun(run: string, queries: Queries = this.store): Promise<readonly GateRow[]> {
    return queries.query('select * from workflow_gate where run = ? order by number', [run]);
  }

  /** Returns a page of open gates, the one whose time is over first first. */
  open(
    after: { readonly expires: number; readonly run: string; readonly number: number },
    limit: number,
  ): Promise<readonly GateRow[]> {
    return this.store.query(
      `select * from workflow_gate where state = 'open' and (expires, run, number) > (?, ?, ?)
        order by expires, run, number limit ?`,
      [after.expires, after.run, after.number, limit],
    );
  }

  /** Returns the steps that wait for votes because of a guard. */
  ofGuard(guard: string): Promise<readonly GatedStep[]> {
    return this.store.query(
      `select distinct run, node, generation from workflow_gate where state = 'open' and guard = ? order by run, node`,
      [guard],
    );
  }

  /** Changes the state of a gate. */
  async move(
    tx: Tx,
    { run, number }: Pick<GateRow, 'run' | 'number'>,
    state: GateState,
    reason?: string,
  ): Promise<void> {
    await tx.query('update workflow_gate set state = ?, reason = ? where run = ? and number = ?', [
      state,
      reason ?? null,
      run,
      number,
    ]);
  }

  /** Makes the gates of a step void in which votes would still count. @param also those that are approved already */
  async makeVoid(tx: Tx, { run, node, generation }: GatedStep, reason: string, also = false): Promise<void> {
    await tx.query(
      `update workflow_gate set state = 'void', reason = ? where run = ? and node = ? and generation = ?
        and (state = 'open' or (? and state <> 'void'))`,
      [reason, run, node, generation, also ? 1 : 0],
    );
  }

  /** Returns the votes in a gate. Their comments and data are missing once the values of a sealed run were deleted. */
  async votes(
    { run, number }: Pick<GateRow, 'run' | 'number'>,
    queries: Queries = this.store,
  ): Promise<readonly GateVoteRow[]> {
    const votes = await queries.query<GateVoteRow>(
      'select * from workflow_vote where run = ? and gate = ? order by at, by',
      [run, number],
    );
    return Promise.all(votes.map((vote) => this.#opened(vote, queries)));
  }

  async #opened(vote: GateVoteRow, queries: Queries): Promise<GateVoteRow> {
    const open = async (text: string | null, place: string) =>
      text === null || !isSealedContent(text) ? text : ((await this.content?.open(place, text, queries)) ?? null);
    const { comment, data } = vote;
    return { ...vote, comment: await open(comment, commentOf(vote)), data: await open(data, placeOf(vote)) };
  }

  /** Stores a vote in place of an earlier one of the same person. @param seal the content key of the run, if it is sealed */
  async vote(tx: Tx, vote: GateVoteRow, seal?: string): Promise<void> {
    const stored = await this.#sealed(tx, vote, seal);
    await tx.query(
      PUT_VOTE,
      VOTE_COLUMNS.map((column) => stored[column]),
    );
  }

  async #sealed(tx: Tx, vote: GateVoteRow, key: string | undefined): Promise<GateVoteRow> {
    const { content } = this;
    if (key === undefined || !content) return vote;
    const seal = async (text: string | null, place: string) =>
      text === null ? null : content.seal(key, place, text, tx);
    const { comment, data } = vote;
    return { ...vote, comment: await seal(comment, commentOf(vote)), data: await seal(data, placeOf(vote)) };
  }

  async dropVote(tx: Tx, { run, gate, by }: Pick<GateVoteRow, 'run' | 'gate' | 'by'>): Promise<void> {
    await tx.query('delete from workflow_vote where run = ? and gate = ? and by = ?', [run, gate, by]);
  }
}

function placeOf({ run, gate, by }: Pick<GateVoteRow, 'run' | 'gate' | 'by'>): string {
  return `run ${run} gate ${gate} vote of ${by}`;
}

function commentOf(vote: Pick<GateVoteRow, 'run' | 'gate' | 'by'>): string {
  return `${placeOf(vote)}, its comment`;
}
