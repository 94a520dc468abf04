/**
 * Works on the runs of one transaction: a line of facts, each of one run, and what follows from each. A fact that comes while
 * another is worked on is added to the line.
 */
import type { Logger } from 'pino';
import { RpcError, TimeSlice } from '../../data/index.js';
import { StoreError, type Tx } from '../../store/index.js';
import type { Checkpoints } from '../checkpoint/checkpoints.js';
import { drive } from '../course/drive.js';
import { failure } from '../course/failure.js';
import { giveUp } from '../course/give-up.js';
import type { CourseNeeds, TurnMeans } from '../course/needs.js';
import type { DagNode } from '../model/dag.js';
import { isRunOver } from '../model/states.js';
import { goBack } from '../recovery/go-back.js';
import type { RecoveryServices } from '../recovery/means.js';
import type { Plans } from '../run/plan.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import { Turn, type TurnNeeds } from '../run/turn.js';
import type { Seals } from './seals.js';

/** Acts on a run that a turn has taken up. */
export type Fact = (turn: Turn) => Promise<void>;

export interface WorkNeeds extends TurnNeeds {
  readonly plans: Plans;
  readonly checkpoints: Checkpoints;
  readonly recovery: RecoveryServices;
  readonly seals: Seals;
  readonly course: (work: Work) => CourseNeeds;
  /** Tells the task that a run executes how far the run is. @param before the run before the turn */
  readonly progressed: (turn: Turn, before: RunRecord) => Promise<void>;
  /** Called after the commit: a run goes on in another transaction. */
  readonly later: (run: string) => void;
  /** Called after the commit: something is due at this time, in milliseconds since 1970. */
  readonly due: (at: number) => void;
  /** Called after the commit: a step waits for a notification. */
  readonly watch: (run: RunRecord, step: StepRecord, node: DagNode) => void;
  /** Called after the commit: it does not any more. */
  readonly unwatch: (step: StepRecord) => void;
  /** Called after the commit: a run has ended. */
  readonly over: (run: RunRecord) => void;
  readonly log: Logger;
}

interface Waiting {
  readonly run: string | RunRecord;
  readonly by: string;
  readonly fact: Fact;
  readonly found: TurnMeans['found'];
}

/** Milliseconds after which other work of the node runs, between two turns. */
const SLICE = 20;

const NOTHING_FOUND: TurnMeans['found'] = new Map();

export class Work {
  readonly #line: Waiting[] = [];
  readonly #course: CourseNeeds;
  readonly #slice = new TimeSlice(undefined, SLICE);
  #isWorking = false;
  #present: Turn | undefined;

  constructor(
    private readonly needs: WorkNeeds,
    readonly tx: Tx,
  ) {
    this.#course = needs.course(this);
  }

  /**
   * Works on a fact, and on those that follow from it, before it returns; when another fact is being worked on, after that one.
   *
   * @param run its identifier, or the record of a new run
   * @param by user or agent that caused it
   */
  async on(run: string | RunRecord, by: string, fact: Fact, found = NOTHING_FOUND): Promise<void> {
    this.#line.push({ run, by, fact, found });
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let next = this.#line.shift(); next; next = this.#line.shift()) {
        if (this.#slice.over) await this.#slice.next();
        await this.#take(next);
      }
    } finally {
      this.#isWorking = false;
    }
  }

  /** Returns a run as the turn under way has it, which is written at its end; else as it is stored. */
  async run(id: string): Promise<RunRecord | undefined> {
    const { present } = this.#present ?? {};
    return present?.id === id ? present : this.needs.rows.run(id, this.tx);
  }

  /** A fault of the node in the course of a run fails that run, and not what others do in this transaction. */
  async #take(waiting: Waiting): Promise<void> {
    const queued = this.#line.length;
    try {
      await this.tx.part(() => this.#turn(waiting, waiting.fact));
    } catch (error) {
      if (error instanceof Refusal) throw error.cause;
      if (isOfStore(error)) throw error;
      const id = typeof waiting.run === 'string' ? waiting.run : waiting.run.id;
      this.needs.log.error({ err: error, run: id }, 'workflows: a fault of the node fails a run');
      this.#line.length = queued;
      if (typeof waiting.run !== 'string') throw error;
      await this.#turn(waiting, async (turn) => giveUp(turn, OF_THE_NODE));
    } finally {
      this.#present = undefined;
    }
  }

  async #turn({ run: given, by, found }: Waiting, fact: Fact): Promise<void> {
    const { needs, tx } = this;
    const isNew = typeof given !== 'string';
    const stored = isNew ? given : await needs.rows.run(given, tx);
    if (!stored) return;
    const plan = await needs.plans.get(stored.digest, tx);
    const run = isNew ? await needs.seals.sealed(tx, stored, plan.dag) : stored;
    // The record of the start stands before those of what the start leads to.
    if (isNew) needs.record(tx, { before: undefined, after: run, plan }, []);
    const turn = new Turn(needs, tx, run, plan, { by, isNew });
    const means = { ...this.#course, found, recovery: needs.recovery };
    this.#present = turn;
    try {
      await fact(turn);
    } catch (error) {
      throw error instanceof RpcError ? new Refusal(error) : error;
    }
    if (!turn.progress.rollback) await drive(turn, means);
    await goBack(turn, means);
    needs.checkpoints.plan(turn);
    if (run.task !== undefined && run.progress.open !== turn.progress.open) await needs.progressed(turn, run);
    const due = await turn.flush();
    await needs.checkpoints.make(turn);
    const { present } = turn;
    const { goesOnLater, woken, watched, unwatched } = turn;
    const hasEnded = isRunOver(present.state) && !isRunOver(run.state);
    const isQuiet = watched.length + unwatched.length + woken.size === 0;
    if (!goesOnLater && due === undefined && !hasEnded && isQuiet) return;
    tx.afterCommit(() => {
      for (const step of watched) needs.watch(present, step, turn.node(step.node));
      for (const step of unwatched) needs.unwatch(step);
      if (goesOnLater) needs.later(present.id);
      for (const each of woken) needs.later(each);
      if (due !== undefined) needs.due(due);
      if (hasEnded) needs.over(present);
    });
  }
}

/** True for an error of the database: what failed then may succeed another time. */
export function isOfStore(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE');
}

/** An error for the caller of an operation: it refuses the fact, and is no fault of the node. */
class Refusal extends Error {
  constructor(override readonly cause: unknown) {
    super('refused');
  }
}

const OF_THE_NODE = failure('internal', 'a fault inside the node ended the run; the log of the node has the details');
