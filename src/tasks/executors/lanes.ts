/**
 * Lanes of the agents whose tasks this process executes. A lane begins the waiting tasks of its agent by urgency, as many at once
 * as the agent has places.
 */
import type { Logger } from 'pino';
import { readable } from '../../data/index.js';
import { persist, type Tx } from '../../store/index.js';
import { beginWaiting, type ExecutionNeeds, fail, nextAttempt } from '../execution/execution.js';
import type { TaskError, TaskRecord } from '../record/record.js';
import { type Attempt, type AttemptNeeds, endsQuietly, Interrupted } from './attempt.js';
import type { Place, Steer } from './executor.js';
import { Seats } from './seats.js';
import { UnderWay } from './under-way.js';

export interface LaneNeeds extends ExecutionNeeds, AttemptNeeds {}

/** The work in the lanes of one kind of agents. */
export interface LaneWork<Run extends Attempt> {
  /** Returns how many tasks of the agent are executed at once; with 0 none begins. */
  most(agent: string): number;
  /** True for an agent whose lane goes when it has nothing to do. Default: lanes stay. */
  readonly passes?: (agent: string) => boolean;
  /** Called in a lane before its first task begins. */
  readonly first?: (agent: string) => Promise<void>;
  attempt(task: TaskRecord, log: Logger, seats: Seats): Run;
  /**
   * Executes the task until its attempt is over.
   *
   * @param succeed to be called in the transaction that completes the task
   */
  execute(task: TaskRecord, run: Run, succeed: (tx: Tx) => Promise<void>): Promise<void>;
  /** Converts an error thrown by `execute` into the error of the task. */
  errorOf(error: unknown): TaskError;
}

interface Lane<Run> {
  readonly agent: string;
  readonly running: Map<string, Run>;
  readonly seats: Seats;
  /** Places kept for tasks that are being assigned. */
  readonly reserved: Set<Place>;
  filling: boolean;
  /** True when a task may have come while the lane was being filled. */
  again: boolean;
  /** False when, as far as is known, no task waits for the agent. */
  waiting: boolean;
}

const STOPPING = 'the node is stopping';

export class Lanes<Run extends Attempt> {
  readonly #lanes = new Map<string, Lane<Run>>();
  readonly #underWay = new UnderWay();
  #isOpen = false;
  #closing = new AbortController();

  /** @param needs a function, because the needs contain the executor that owns these lanes */
  constructor(
    private readonly needs: () => LaneNeeds,
    private readonly work: LaneWork<Run>,
  ) {}

  /** True between `open` and `stop`: tasks may begin. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  has(agent: string): boolean {
    return this.#lanes.has(agent);
  }

  add(agent: string): void {
    const seats = new Seats(
      () => this.#places(lane),
      () => this.wake(agent),
    );
    const lane: Lane<Run> = {
      agent,
      running: new Map(),
      seats,
      reserved: new Set(),
      filling: false,
      again: false,
      waiting: true,
    };
    this.#lanes.set(agent, lane);
    if (this.#isOpen) this.#begin(lane);
  }

  /** Interrupts the attempts of the agent and deletes its lane. */
  remove(agent: string, reason: string): void {
    const lane = this.#lanes.get(agent);
    this.#lanes.delete(agent);
    for (const run of lane?.running.values() ?? []) run.interrupt(reason);
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#closing = new AbortController();
    for (const lane of this.#lanes.values()) this.#begin(lane);
  }

  /** Interrupts all attempts and waits until they have ended. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    this.#closing.abort(new Interrupted(STOPPING));
    for (const { running } of this.#lanes.values()) for (const run of running.values()) run.interrupt(STOPPING);
    await this.#underWay.ended();
  }

  /** Returns the running attempt at a task of the agent. */
  attempt(agent: string, task: string): Run | undefined {
    return this.#lanes.get(agent)?.running.get(task);
  }

  /** See `Executor.reserve`. */
  reserve(agent: string): Place | undefined {
    const lane = this.#lanes.get(agent);
    const isFree = lane && this.#isOpen && !lane.filling && !lane.waiting && this.#free(lane) > 0;
    if (!isFree) return undefined;
    const place: Place = {
      release: () => {
        if (lane.reserved.delete(place)) lane.seats.give();
      },
    };
    lane.reserved.add(place);
    return place;
  }

  /** See `Executor.begin`. */
  begin(tx: Tx, task: TaskRecord, place: Place | undefined): void {
    const lane = this.#lanes.get(task.to);
    if (!lane) return;
    tx.afterCommit(() => {
      if (place) lane.reserved.delete(place);
      this.#run(lane, task);
    });
  }

  /** Resumes a task that an earlier process began. */
  adopt(task: TaskRecord): void {
    const lane = this.#lanes.get(task.to);
    if (lane && this.#isOpen) this.#run(lane, task);
  }

  /** See `Executor.steer`. */
  async steer(tx: Tx, before: TaskRecord, after: TaskRecord, what: Steer): Promise<void> {
    const end = (reason: string) => tx.afterCommit(() => this.attempt(before.to, before.id)?.interrupt(reason));
    switch (what.kind) {
      case 'cancel':
        end(what.reason);
        return;
      case 'suspend':
        end('the task was suspended');
        return;
      case 'input':
        // Its attempt ended with an earlier process: it begins again, remembering its steps and inputs.
        if (!this.attempt(after.to, after.id)) await nextAttempt(this.needs(), tx, after, 'input provided');
        return;
      case 'resume':
      case 'update':
        return;
      default: {
        const never: never = what;
        return never;
      }
    }
  }

  wake(agent: string): void {
    const lane = this.#lanes.get(agent);
    if (!lane || !this.#isOpen) return;
    if (lane.filling) {
      lane.again = true;
      return;
    }
    this.#fillAfter(lane, this.#fill(lane), 'tasks: work could not be given out', () => lane.again);
  }

  wakeAll(): void {
    for (const agent of this.#lanes.keys()) this.wake(agent);
  }

  #begin(lane: Lane<Run>): void {
    const { first } = this.work;
    if (first) this.#fillAfter(lane, first(lane.agent), 'tasks: tasks of an agent could not be read', () => true);
    else this.wake(lane.agent);
  }

  /** Lets no task begin during the work, and fills the lane after it when `again` returns true. */
  #fillAfter(lane: Lane<Run>, work: Promise<void>, failure: string, again: () => boolean): void {
    lane.filling = true;
    const filled = work.finally(() => {
      lane.filling = false;
      const isDue = again();
      lane.again = false;
      if (isDue) this.wake(lane.agent);
      this.#leave(lane);
    });
    this.#underWay.track(filled, this.needs().log, failure);
  }

  /** Returns how many more tasks the agent may begin now. */
  #free(lane: Lane<Run>): number {
    return lane.seats.isAwaited ? 0 : this.#places(lane);
  }

  /** Returns how many places of the agent are free. */
  #places({ agent, running, seats, reserved }: Lane<Run>): number {
    return this.work.most(agent) - (running.size - seats.away) - reserved.size;
  }

  async #fill(lane: Lane<Run>): Promise<void> {
    const needs = this.needs();
    lane.seats.give();
    for (let free = this.#free(lane); this.#isOpen && free > 0; free = this.#free(lane)) {
      const begun = await persist(
        () => needs.store.transact((tx) => beginWaiting(needs, tx, lane.agent, free)),
        this.#closing.signal,
      );
      lane.waiting = begun.length === free;
      if (!lane.waiting) return;
    }
    lane.waiting = true;
  }

  #run(lane: Lane<Run>, task: TaskRecord): void {
    // The agent may have been removed after the task was claimed.
    if (this.#lanes.get(lane.agent) !== lane) return;
    const { log } = this.needs();
    const run = this.work.attempt(task, log.child({ agent: lane.agent, task: task.id }), lane.seats);
    lane.running.set(task.id, run);
    if (!this.#isOpen) run.interrupt(STOPPING);
    this.#underWay.track(this.#execute(lane, task, run), log, 'tasks: an outcome could not be stored');
  }

  async #execute(lane: Lane<Run>, task: TaskRecord, run: Run): Promise<void> {
    const needs = this.needs();
    try {
      await this.work.execute(task, run, (tx) => this.#succeed(tx, lane, run));
    } catch (thrown) {
      // A result that cannot be read throws as well.
      const error = readable(thrown);
      if (endsQuietly(error, run)) return;
      // The text of an error may contain what is sealed.
      run.log.warn(task.document.seal === undefined ? { err: error } : {}, 'task: the skill failed');
      await run
        .change((tx, now) => fail(needs, tx, now, this.work.errorOf(error)))
        .catch((late: unknown) => {
          if (!endsQuietly(late, run)) throw late;
        });
    } finally {
      // Parts of the work that nothing awaited may still go on.
      run.interrupt('the attempt is over');
      if (lane.running.get(task.id) === run) lane.running.delete(task.id);
      lane.seats.give();
      if (lane.waiting) this.wake(lane.agent);
      this.#leave(lane);
    }
  }

  /** Deletes the lane of an agent that passes, unless it has something to do. */
  #leave(lane: Lane<Run>): void {
    const isBusy = lane.running.size > 0 || lane.reserved.size > 0 || lane.filling || lane.waiting;
    if (isBusy || !this.work.passes?.(lane.agent)) return;
    if (this.#lanes.get(lane.agent) === lane) this.#lanes.delete(lane.agent);
  }

  /** Begins the next waiting task in the transaction in which this one ends, on the same place. */
  async #succeed(tx: Tx, lane: Lane<Run>, run: Run): Promise<void> {
    if (!lane.waiting || lane.filling || !this.#isOpen || lane.seats.isAwaited || this.#places(lane) !== 0) return;
    let next: TaskRecord | undefined;
    tx.afterCommit(() => {
      if (next && lane.running.get(run.task) === run) lane.running.delete(run.task);
    });
    [next] = await beginWaiting(this.needs(), tx, lane.agent, 1);
  }
}
