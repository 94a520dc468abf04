/**
 * Executes runs. Each fact of a run (its start, the end of a task, a signal, a time that has come, what a person does) is one turn in
 * the transaction that stores the fact, and brings about all that follows from it.
 */

import type { Logger } from 'pino';
import { messageOf } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { NotifyAll } from '../../server/index.js';
import type { Store, Tx } from '../../store/index.js';
import { isFinal, type TaskRecord, type TaskWork } from '../../tasks/index.js';
import type { Authorize } from '../authorize/authorize.js';
import type { Checkpoints } from '../checkpoint/checkpoints.js';
import { actorOf } from '../course/actor.js';
import { cancelRun } from '../course/cancel.js';
import { childEnded } from '../course/child.js';
import { failure } from '../course/failure.js';
import { giveUp } from '../course/give-up.js';
import type { Candidates, CourseNeeds, Door } from '../course/needs.js';
import { foundKey, isFound, queryOf } from '../course/receiver.js';
import { followTask, isSilent } from '../course/task.js';
import { placeOf, type TaskPlace } from '../course/task-id.js';
import { loseNotifications, takeNotification } from '../course/wait.js';
import type { GateMeans } from '../gate/means.js';
import type { DagNode } from '../model/dag.js';
import { isRunOver, isStepOver } from '../model/states.js';
import { childIsBack, followAcknowledgement } from '../recovery/acknowledge.js';
import { forceOn } from '../recovery/force.js';
import type { Forced, RecoveryMeans, RecoveryServices } from '../recovery/means.js';
import { endRollbackTasks } from '../recovery/rollback-task.js';
import { followCompensation } from '../recovery/undo.js';
import { nodeOfTask } from '../run/migrations.js';
import { nodeOf, type Plans } from '../run/plan.js';
import type { Pools } from '../run/pools.js';
import { toldError } from '../run/quiet.js';
import { type RunRecord, type StepRecord, WATCHING } from '../run/record.js';
import type { RecordTurn } from '../run/record-turn.js';
import type { RunRows } from '../run/rows.js';
import type { Turn } from '../run/turn.js';
import type { Values } from '../run/values.js';
import { startChild } from './children.js';
import { completeTask } from './complete-task.js';
import type { Definitions } from './definitions.js';
import { documentOf } from './document.js';
import { DueWork } from './due.js';
import { tellProgress } from './progress.js';
import { type Found, Pump } from './pump.js';
import type { Seals } from './seals.js';
import { TOO_LONG } from './timeouts.js';
import { requireUser } from './user.js';
import { type ReadNotifications, Watches } from './watches.js';
import { type Fact, Work, type WorkNeeds } from './work.js';

export interface EngineOptions {
  readonly store: Store;
  readonly rows: RunRows;
  readonly values: Values;
  readonly plans: Plans;
  readonly pools: Pools;
  readonly checkpoints: Checkpoints;
  readonly recovery: RecoveryServices;
  readonly seals: Seals;
  readonly definitions: Definitions;
  readonly notify: NotifyAll<YangentWorkflowsProvider>;
  /** Returns the number of the last event of all streams. */
  readonly head: (tx: Tx) => Promise<number>;
  readonly read: ReadNotifications;
  readonly door: Door;
  readonly work: TaskWork;
  readonly gates: GateMeans;
  readonly authorize: Authorize;
  readonly record: RecordTurn;
  readonly halted: () => boolean;
  /** True for the node itself, its users, and agents. */
  readonly isUser: (name: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Logger;
}

/** The node itself, as the one that causes what happens by itself. */
const NODE = 'node';
/** Number of ready steps whose agents are looked for before a transaction. */
const LOOKED_FOR = 16;
/** Number of runs that are read at a time after a start. */
const PAGE = 500;

export class Engine {
  readonly #works = new WeakMap<Tx, Work>();
  readonly #needs: WorkNeeds;
  readonly #due: DueWork;
  readonly #watches: Watches;
  /** Lets runs go on in further transactions. */
  readonly #pump: Pump;
  readonly #listeners = new Set<(run: RunRecord) => void>();
  readonly #waiters = new Map<string, Set<(run: RunRecord) => void>>();
  #stopping = new AbortController();
  #isOpen = false;

  constructor(private readonly o: EngineOptions) {
    const { rows, values, plans, pools, checkpoints, recovery, seals, head, notify, now, log } = o;
    this.#watches = new Watches({
      ...{ read: o.read, log },
      notified: (step, event) => this.#notified(step, (turn, now) => takeNotification(turn, now, event)),
      lost: async (step, message) => {
        await this.#notified(step, (turn, now) => loseNotifications(turn, now, message));
      },
    });
    this.#needs = {
      ...{ rows, values, plans, pools, checkpoints, recovery, seals, head, notify, now, log },
      record: o.record,
      readersOf: (definition) => o.definitions.readersOf(definition),
      watch: (run, step, node) => this.#watch(run, step, node),
      unwatch: (step) => this.#watches.end(step),
      course: (work) => this.#course(work),
      progressed: (turn, before) => tellProgress(o.work, turn, before),
      later: (run) => this.later(run),
      due: (at) => this.#due.at(at),
      over: (run) => this.#over(run),
    };
    this.#due = new DueWork({
      ...{ store: o.store, rows, now, log },
      in: (tx) => this.in(tx),
      course: (work) => this.#course(work),
    });
    this.#pump = new Pump({
      ...{ store: o.store, log },
      look: (run) => this.#look(run),
      goOn: (tx, run, found) => this.in(tx).on(run, NODE, async () => {}, found),
      giveUp: (tx, run) => this.in(tx).on(run, NODE, async (turn) => giveUp(turn, TOO_LONG)),
    });
  }

  /** Returns the work on runs in a transaction. */
  in(tx: Tx): Work {
    const known = this.#works.get(tx);
    if (known) return known;
    const work = new Work(this.#needs, tx);
    this.#works.set(tx, work);
    return work;
  }

  /** Works on a fact of a run in a transaction of its own. Returns the run as it is stored then. */
  async on(run: string, by: string, fact: Fact): Promise<RunRecord | undefined> {
    return this.o.store.transact(async (tx) => {
      await this.in(tx).on(run, by, fact);
      return this.o.rows.run(run, tx);
    });
  }

  /** Follows the tasks of steps, in the transactions of their changes. */
  readonly follow = async (tx: Tx, before: TaskRecord | undefined, after: TaskRecord): Promise<void> => {
    // The turn that assigns a task reads its first state itself.
    if (!before || isSilent(before, after)) return;
    const place = placeOf(after.taskId);
    if (!place) return;
    const { grant } = after.document;
    if (grant !== undefined && isFinal(after.state)) await this.o.authorize.end(tx, grant);
    await this.in(tx).on(place.run, after.to, async (turn) => {
      if (place.what !== undefined) return this.#followRecovery(turn, place, after);
      const step = await turn.step(nodeOfTask(turn.progress, place.node), place.item);
      if (after.from !== turn.present.coordinator || !step?.detail.tasks?.includes(after.id)) return;
      const { door, work, authorize } = this.o;
      const requireInitiator = this.#requireInitiator;
      await followTask(turn, { door, work, authorize, requireInitiator, nodeId: this.o.store.nodeId }, step, after);
    });
  };

  /** Follows the tasks that a way back assigns. */
  async #followRecovery(turn: Turn, { what, node, item }: TaskPlace, task: TaskRecord): Promise<void> {
    if (task.from !== turn.present.coordinator) return;
    if (what === 'compensate') await followCompensation(turn, node, item, task);
    else await followAcknowledgement(turn, this.#meansOf(turn), task);
  }

  /** Lets a way back go on without what a person names. @throws RpcError data-missing */
  force(turn: Turn, number: number, forced: Forced): Promise<void> {
    return forceOn(turn, this.#meansOf(turn), number, forced);
  }

  #meansOf({ tx }: Turn): RecoveryMeans {
    return { ...this.#course(this.in(tx)), found: new Map(), recovery: this.o.recovery };
  }

  /** Lets a run go on in a transaction of its own. */
  later(run: string): void {
    this.#pump.later(run);
  }

  /** Takes up the runs of an earlier process. */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    this.#isOpen = true;
    this.#pump.open();
    await this.goOn();
    await this.#due.open();
    for (const step of await this.o.rows.steps.watching()) {
      const run = await this.o.rows.run(step.run);
      if (run) this.#watch(run, step, nodeOf(await this.o.plans.get(run.digest), step.node));
    }
  }

  /** Lets all runs go on that have something to do. */
  async goOn(): Promise<void> {
    for (let after = ''; ; ) {
      const runs = await this.o.rows.unfinished(after, PAGE);
      for (const run of runs) if (hasWork(run)) this.later(run.id);
      after = runs.at(-1)?.id ?? '';
      if (runs.length < PAGE) return;
    }
  }

  async stop(): Promise<void> {
    this.#isOpen = false;
    this.#stopping.abort(new Error('the node is stopping'));
    await Promise.all([this.#pump.close(), this.#due.close(), this.#watches.stop()]);
  }

  /** Calls a listener after each end of a run. Returns the function that ends this. */
  onEnd(listener: (run: RunRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for the end of a run. Resolves with undefined when the time, in milliseconds, is over before. */
  async ended(id: string, timeout: number, signal: AbortSignal): Promise<RunRecord | undefined> {
    let forget = () => {};
    const end = new Promise<RunRecord | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), timeout).unref();
      const stop = () => resolve(undefined);
      signal.addEventListener('abort', stop, { once: true });
      const waiters = this.#waiters.get(id) ?? new Set();
      this.#waiters.set(id, waiters);
      waiters.add(resolve);
      forget = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        waiters.delete(resolve);
        if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
      };
    });
    try {
      const run = await this.o.rows.run(id);
      return run && isRunOver(run.state) ? run : await end;
    } finally {
      forget();
    }
  }

  #watch(run: RunRecord, step: StepRecord, { wait }: DagNode): void {
    const { stream = 'NETCONF', name } = wait?.notification ?? {};
    const { cursor: after } = step.detail;
    if (!this.#isOpen) return;
    this.#watches.begin(run, step, {
      stream,
      ...(name === undefined ? {} : { name }),
      ...(after === undefined ? {} : { after }),
    });
  }

  /** Acts on a step that waits for a notification. Returns false when it does not any more. */
  async #notified(
    { run, node, item }: StepRecord,
    act: (turn: Turn, step: StepRecord) => Promise<void>,
  ): Promise<boolean> {
    let waits = false;
    await this.on(run, NODE, async (turn) => {
      const step = await turn.step(node, item);
      if (step?.work !== WATCHING) return;
      await act(turn, step);
      waits = (await turn.step(node, item))?.work === WATCHING;
    });
    return waits;
  }

  #over(run: RunRecord): void {
    for (const resolve of this.#waiters.get(run.id) ?? []) resolve(run);
    for (const listener of this.#listeners) listener(run);
  }

  #course(work: Work): CourseNeeds {
    const { door, gates, halted, definitions, rows, plans, seals, now } = this.o;
    const callOf = ({ initiator: user, coordinator: agent }: RunRecord) =>
      door.call({ user, agent }, this.#stopping.signal);
    return {
      door,
      nodeId: this.o.store.nodeId,
      work: this.o.work,
      authorize: this.o.authorize,
      requireInitiator: this.#requireInitiator,
      gates,
      halted,
      documentOf: (turn, order) => documentOf({ definitions, rows, callOf, nodeId: this.o.store.nodeId }, turn, order),
      startChild: (turn, order) => {
        const parent = turn.present;
        void work.on(parent.id, NODE, async () =>
          startChild({ definitions, rows, plans, seals, now, callOf }, work, parent, order),
        );
      },
      cancelChild: (_turn, run, reason) => void work.on(run, NODE, (turn) => cancelRun(turn, reason)),
      onChild: (run, by, act) => void work.on(run, by, act),
      runEnded: (turn) => this.#ended(work, turn),
    };
  }

  readonly #requireInitiator = ({ guest, initiator }: RunRecord): void => {
    if (!guest) requireUser(this.o.isUser, initiator);
  };

  /** Tells the parent step, or the task, of a run that has ended. */
  async #ended(work: Work, turn: Turn): Promise<void> {
    const { tx, present } = turn;
    const { id, parent, state, reason, error, output, coordinator, task } = present;
    if (task !== undefined) await this.#endTask(turn, task);
    await endRollbackTasks({ rows: this.o.rows, work: this.o.work }, tx, present);
    if (!parent) return;
    if (state === 'rolled-back')
      void work.on(parent.run, coordinator, (above) => childIsBack(above, this.#meansOf(above), id));
    // Each turn of a wide run takes up more of it: one that canceled this run has nothing to learn from its end.
    if (!isMeant(await this.o.rows.steps.get(parent.run, parent.node, parent.item, tx), id)) return;
    void work.on(parent.run, coordinator, async (above) => {
      const step = await above.step(parent.node, parent.item);
      if (!step) return;
      const value = output === undefined ? null : await this.o.values.get(id, output, above.tx);
      await childEnded(above, step, { id, state, reason, error, output: value });
    });
  }

  /** Ends the task that a run executes. */
  async #endTask(turn: Turn, id: string): Promise<void> {
    const { tx, present } = turn;
    const { work } = this.o;
    const task = await work.get(tx, id);
    if (!task || isFinal(task.state)) return;
    const { state, output, reason = `the run is ${state}`, error } = present;
    if (state === 'completed') {
      const data = output === undefined ? {} : await this.o.values.get(present.id, output, tx);
      await completeTask(work, turn, task, data);
    } else if (state === 'rolled-back') await work.fail(tx, task, failure('rolled-back', reason));
    else if (state === 'canceled') await work.cancel(tx, id, present.coordinator, reason);
    else await work.fail(tx, task, error ? toldError(error, undefined) : failure('internal', reason));
  }

  /** Finds the agents for the next steps of a run. */
  async #look(id: string): Promise<Found> {
    const { rows, plans, door } = this.o;
    const found = new Map<string, Candidates | Error>();
    const run = await rows.run(id);
    if (!run || run.progress.waiting === 0) return found;
    const plan = await plans.get(run.digest);
    const steps = [...(await rows.steps.readyNow(id, LOOKED_FOR))];
    for (const { node, item } of await this.o.pools.waiting(this.o.store, id, LOOKED_FOR)) {
      const held = await rows.steps.get(id, node, item);
      if (held?.state === 'ready') steps.push(held);
    }
    const actor = actorOf(run);
    await Promise.all(
      steps.map(async (step: StepRecord) => {
        const node = nodeOf(plan, step.node);
        const query = queryOf(node);
        if (!query || node.workflow || isFound({ found }, plan, node, step)) return;
        const candidates = await door
          .find(actor, query, this.#stopping.signal)
          .catch((error: unknown) => (error instanceof Error ? error : new Error(messageOf(error))));
        this.#stopping.signal.throwIfAborted();
        found.set(foundKey(plan.digest, step), candidates);
      }),
    );
    return found;
  }
}

/** True for a step that waits for the end of this child run. */
function isMeant(step: StepRecord | undefined, child: string): boolean {
  return step !== undefined && !isStepOver(step.state) && step.detail.child === child;
}

/** True for a run that has steps to launch, to follow, or to cancel, or child runs to pause or resume. */
function hasWork({ progress }: RunRecord): boolean {
  return (
    progress.waiting > 0 ||
    progress.begun !== undefined ||
    progress.behind !== undefined ||
    progress.below !== undefined ||
    progress.deciding !== undefined ||
    progress.ending !== undefined ||
    progress.rollback !== undefined ||
    progress.wantsBack !== undefined ||
    (progress.canceling ?? []).length > 0
  );
}
