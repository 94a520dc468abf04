/** The agents that run inside this node: what waits for them is claimed by urgency, executed up to their limit, and answered. */
import { setTimeout } from 'node:timers/promises';
import type { Members } from '../../agents/index.js';
import { supervised } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import type { Hosts, Place, TaskContext } from '../context.js';
import { begin, complete, fail } from '../execution.js';
import { type Choice, choiceOf, type Host } from '../interpretation/choice.js';
import { orderIn } from '../interpretation/dialogue.js';
import type { OfferedSkill } from '../interpretation/interpreter.js';
import { definitionOf, offeredSkills } from '../interpretation/offered.js';
import type { TaskError, TaskRecord } from '../record.js';
import { executeRemotely } from '../remote/execute.js';
import { followNegotiation } from '../remote/negotiation.js';
import { type HostedAgent, TaskFailure } from './agent.js';
import { answerRound } from './answers.js';
import { errorOf, resultOf } from './result.js';
import { endsQuietly, HostedRun, skillTask } from './run.js';
import { Seats } from './seats.js';

/** One hosted agent at work. */
interface Lane {
  readonly agent: HostedAgent;
  /** It lives on another node: this node gives it its tasks and follows them. */
  readonly remote: boolean;
  /** Its skills that declare their input. */
  readonly offered: ReadonlyMap<string, OfferedSkill>;
  readonly running: Map<string, HostedRun>;
  readonly seats: Seats;
  /** Tasks whose negotiation on another node is followed; true when that other node may only now have been told of it. */
  readonly negotiated: Map<string, boolean>;
  filling: boolean;
  /** Something may have come while the lane was being filled. */
  again: boolean;
  /** Places kept for tasks that are being assigned. */
  reserved: number;
  /** False when nothing waits for the agent, as far as is known. */
  waiting: boolean;
}

const PENDING_ANSWERS = 1_000;
/** Tasks of one agent that are followed on another node at once. */
const MOST_REMOTE = 1_000;
/** In which states a task may be under way on another node. */
const FOLLOWED = ['running', 'input-required'] as const;
/** Milliseconds that interrupted runs have for their own clearing up. */
const STOP_TIME = 5_000;

export class HostedAgents implements Hosts {
  readonly #lanes = new Map<string, Lane>();
  readonly #underWay = new Set<Promise<void>>();
  #stopping = new AbortController();
  #started = false;

  /** The context holds this object, hence the function. */
  constructor(private readonly context: () => TaskContext) {}

  /** Takes an agent in; gives the function that lets it go, its runs interrupted. */
  add(agent: HostedAgent): () => void {
    const { id } = agent;
    if (this.#lanes.has(id)) throw new Error(`agent "${id}" is already hosted on this node`);
    const lane = this.#made(agent, false);
    this.#lanes.set(id, lane);
    this.context().states.programRuns(id, true);
    if (this.#started) this.#begin(lane);
    return () => {
      this.#lanes.delete(id);
      this.context().states.programRuns(id, false);
      for (const run of lane.running.values()) run.interrupt('the agent is no longer hosted');
    };
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#stopping = new AbortController();
    for (const lane of this.#lanes.values()) this.#begin(lane);
    for (const { id, remote } of this.context().directory.all()) if (remote) this.wake(id);
  }

  /** Interrupts what runs and waits until it has ended. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#stopping.abort(new Error('the node is stopping'));
    for (const lane of this.#lanes.values())
      for (const run of lane.running.values()) run.interrupt('the node is stopping');
    // A skill that does not listen to its signal is left behind; what it still does is refused.
    await Promise.race([Promise.allSettled([...this.#underWay]), setTimeout(STOP_TIME, undefined, { ref: false })]);
  }

  has(agent: string): boolean {
    return this.#laneOf(agent) !== undefined;
  }

  /** That of an agent on another node is made when it is first asked for, and stands as long as the agent is configured so. */
  #laneOf(id: string): Lane | undefined {
    const lane = this.#lanes.get(id);
    const isRemote = this.context().directory.get(id)?.remote !== undefined;
    if (lane) return lane.remote && !isRemote ? undefined : lane;
    if (!isRemote) return undefined;
    const made = this.#made({ id }, true);
    this.#lanes.set(id, made);
    if (this.#started) this.#adopt(made);
    return made;
  }

  /** Goes on following what the other node was given by an earlier process, before anything more is given out. */
  #adopt(lane: Lane): void {
    const { id } = lane.agent;
    lane.filling = true;
    this.#track(
      this.#follow(lane).finally(() => {
        lane.filling = false;
        lane.again = false;
        this.wake(id);
      }),
      'tasks: tasks on other nodes could not be read',
    );
  }

  async #follow(lane: Lane): Promise<void> {
    const { rows } = this.context();
    for (const state of FOLLOWED) {
      const tasks = await rows.inState(state, { to: lane.agent.id, limit: MOST_REMOTE });
      for (const task of tasks) if (this.#started && task.leaseExpires === undefined) this.#run(lane, task);
    }
    await this.#answerAll(lane);
  }

  refusal(id: string, description: Members): TaskError | undefined {
    const lane = this.#lanes.get(id);
    const choice = lane && !lane.remote ? this.#choice(lane, description) : undefined;
    return choice?.kind === 'refused' ? choice.error : undefined;
  }

  #made(agent: HostedAgent, remote: boolean): Lane {
    const seats = new Seats(
      () => this.#places(lane),
      () => this.wake(agent.id),
    );
    const lane: Lane = {
      agent,
      remote,
      offered: offeredSkills(agent),
      running: new Map(),
      seats,
      negotiated: new Map(),
      filling: false,
      again: false,
      reserved: 0,
      waiting: true,
    };
    return lane;
  }

  #hostOf({ agent, offered }: Lane): Host {
    return { agent, offered, record: this.context().directory.get(agent.id) };
  }

  #choice(lane: Lane, description: Members): Choice {
    return choiceOf(this.#hostOf(lane), description);
  }

  runs(task: string): boolean {
    return this.#runOf(task) !== undefined;
  }

  interrupt(task: string, reason: string): void {
    this.#runOf(task)?.interrupt(reason);
  }

  wake(id: string): void {
    const lane = this.#laneOf(id);
    if (!lane || !this.#started) return;
    if (lane.filling) {
      lane.again = true;
      return;
    }
    lane.filling = true;
    this.#track(
      this.#fill(lane).finally(() => {
        lane.filling = false;
        if (!lane.again) return;
        lane.again = false;
        this.wake(id);
      }),
      'tasks: work could not be given out',
    );
  }

  wakeAll(): void {
    for (const id of this.#lanes.keys()) this.wake(id);
  }

  reserve(id: string): Place | undefined {
    const lane = this.#laneOf(id);
    const isFree = lane && this.#started && !lane.filling && !lane.waiting && this.#free(lane) > 0;
    if (!isFree) return undefined;
    lane.reserved++;
    let kept = true;
    const release = () => {
      if (!kept) return;
      kept = false;
      lane.reserved--;
      lane.seats.give();
    };
    return {
      release,
      begin: (task) => {
        if (kept) lane.reserved--;
        kept = false;
        this.#run(lane, task);
      },
    };
  }

  answer(task: string, id: string): void {
    const lane = this.#laneOf(id);
    if (!lane || !this.#started || lane.running.get(task)?.awaitsJudgement) return;
    if (lane.remote) {
      this.#listen(lane, task);
      return;
    }
    this.#track(
      answerRound(this.context(), lane.agent, task, this.#stopping.signal),
      'tasks: a negotiation could not be answered',
    );
  }

  /** Hears what an agent on another node says to a task that it does not execute yet. */
  #listen(lane: Lane, task: string): void {
    if (lane.negotiated.has(task)) {
      lane.negotiated.set(task, true);
      return;
    }
    lane.negotiated.set(task, false);
    this.#track(
      followNegotiation(this.context(), task, this.#stopping.signal).finally(() => {
        const again = lane.negotiated.get(task);
        lane.negotiated.delete(task);
        if (again && this.#started) this.#listen(lane, task);
      }),
      'tasks: a negotiation on another node could not be followed',
    );
  }

  #begin(lane: Lane): void {
    if (lane.remote) {
      this.#adopt(lane);
      return;
    }
    this.wake(lane.agent.id);
    this.#track(this.#answerAll(lane), 'tasks: open negotiations could not be read');
  }

  async #answerAll({ agent: { id } }: Lane): Promise<void> {
    const tasks = await this.context().rows.inState('negotiating', { to: id, limit: PENDING_ANSWERS });
    for (const task of tasks) this.answer(task.id, id);
  }

  #runOf(task: string): HostedRun | undefined {
    for (const lane of this.#lanes.values()) {
      const run = lane.running.get(task);
      if (run) return run;
    }
    return undefined;
  }

  /** How many more tasks the agent may begin now. */
  #free(lane: Lane): number {
    return lane.seats.isAwaited ? 0 : this.#places(lane);
  }

  /** How many places the agent has left. */
  #places({ agent, remote, running, seats, reserved }: Lane): number {
    const { directory, settings } = this.context();
    const configured = directory.get(agent.id)?.maxConcurrentTasks;
    const most = remote ? Math.min(configured ?? MOST_REMOTE, MOST_REMOTE) : (configured ?? settings.concurrency);
    return most - (running.size - seats.away) - reserved;
  }

  async #fill(lane: Lane): Promise<void> {
    const { store } = this.context();
    lane.seats.give();
    for (let free = this.#free(lane); this.#started && free > 0; free = this.#free(lane)) {
      const claimed = await store.transact((tx) => this.#claim(tx, lane, free));
      for (const task of claimed) this.#run(lane, task);
      lane.waiting = claimed.length === free;
      if (!lane.waiting) return;
    }
    lane.waiting = true;
  }

  /** The next tasks of the agent, begun. */
  async #claim(tx: Tx, { agent }: Lane, most: number): Promise<readonly TaskRecord[]> {
    const context = this.context();
    if (await context.halt.holdsIn(tx)) return [];
    const demand = { agent: agent.id, limit: most, now: context.steady() };
    return context.queue.give(tx, demand, (task) => begin(context, tx, task));
  }

  #run(lane: Lane, task: TaskRecord): void {
    const log = this.context().log.child({ agent: lane.agent.id, task: task.id });
    const run = new HostedRun(this.context(), task, log, lane);
    lane.running.set(task.id, run);
    // Between its claim and now the node may have begun to stop, or let go of the agent.
    if (!this.#started || this.#lanes.get(lane.agent.id) !== lane) run.interrupt('the node is stopping');
    this.#track(this.#execute(lane, task, run), 'tasks: an outcome could not be stored');
  }

  async #execute(lane: Lane, task: TaskRecord, run: HostedRun): Promise<void> {
    const context = this.context();
    try {
      if (lane.remote) return await executeRemotely(context, task, run);
      const { artifacts, note } = resultOf(context.shapes, await this.#callSkill(lane, task, run));
      await run.advance(async (tx, now) => {
        const done = await complete(context, tx, now, artifacts, note);
        await this.#succeed(tx, lane, run);
        return done;
      });
    } catch (error) {
      if (endsQuietly(error, run)) return;
      run.log.warn({ err: error }, 'task: the skill failed');
      await run
        .change((tx, now) => fail(context, tx, now, errorOf(context.shapes, error)))
        .catch((late: unknown) => {
          if (!endsQuietly(late, run)) throw late;
        });
    } finally {
      // Parts of the skill that nothing awaited may still be at work.
      run.interrupt('the attempt is over');
      if (lane.running.get(task.id) === run) lane.running.delete(task.id);
      lane.seats.give();
      if (lane.waiting) this.wake(lane.agent.id);
    }
  }

  /** Where others wait, the next one begins in the transaction in which this one ends. */
  async #succeed(tx: Tx, lane: Lane, run: HostedRun): Promise<void> {
    if (!lane.waiting || lane.filling || !this.#started || lane.seats.isAwaited || this.#places(lane) !== 0) return;
    const [next] = await this.#claim(tx, lane, 1);
    if (!next) return;
    tx.afterCommit(() => {
      if (lane.running.get(run.task) === run) lane.running.delete(run.task);
      this.#run(lane, next);
    });
  }

  async #callSkill(lane: Lane, task: TaskRecord, run: HostedRun): Promise<unknown> {
    const choice = this.#choice(lane, task.document.description);
    const { skill: name, ...order } = await orderIn(this.#hostOf(lane), run, choice, this.context().interpretation);
    const skill = definitionOf(lane.agent, name);
    if (!skill) throw new TaskFailure('lack-of-skills', `the skill ${name} is gone`);
    return run.perform(() => supervised(run.log, () => skill.run(skillTask(task, order), run)));
  }

  #track(work: Promise<void>, failure: string): void {
    const tracked = work
      .catch((error: unknown) => {
        this.context().log.error({ err: error }, failure);
      })
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}
