/** The agents that run inside this node: what waits for them is claimed by urgency, executed up to their limit, and answered. */
import { setTimeout } from 'node:timers/promises';
import type { Members } from '../../agents/index.js';
import type { Hosts, TaskContext } from '../context.js';
import { claim, complete, fail } from '../execution.js';
import type { TaskRecord } from '../record.js';
import { type HostedAgent, TaskFailure } from './agent.js';
import { answerRound } from './answers.js';
import { artifactsOf, errorOf } from './result.js';
import { endsQuietly, HostedRun, skillTask } from './run.js';
import { chooseSkill } from './skill-choice.js';

/** One hosted agent at work. */
interface Lane {
  readonly agent: HostedAgent;
  readonly running: Map<string, HostedRun>;
  filling: boolean;
  /** Something may have come while the lane was being filled. */
  again: boolean;
}

const PENDING_ANSWERS = 1_000;
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
    const lane: Lane = { agent, running: new Map(), filling: false, again: false };
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
    return this.#lanes.has(agent);
  }

  lacksSkill(id: string, description: Members): string | undefined {
    const lane = this.#lanes.get(id);
    if (!lane) return undefined;
    const choice = chooseSkill(lane.agent, this.context().directory.get(id), description);
    return 'lacking' in choice ? choice.lacking : undefined;
  }

  runs(task: string): boolean {
    return this.#runOf(task) !== undefined;
  }

  interrupt(task: string, reason: string): void {
    this.#runOf(task)?.interrupt(reason);
  }

  wake(id: string): void {
    const lane = this.#lanes.get(id);
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

  answer(task: string, id: string): void {
    const lane = this.#lanes.get(id);
    if (!lane || !this.#started || lane.running.get(task)?.awaitsJudgement) return;
    this.#track(
      answerRound(this.context(), lane.agent, task, this.#stopping.signal),
      'tasks: a negotiation could not be answered',
    );
  }

  #begin(lane: Lane): void {
    this.wake(lane.agent.id);
    const unanswered = this.context()
      .rows.inState('negotiating', { to: lane.agent.id, limit: PENDING_ANSWERS })
      .then((tasks) => {
        for (const task of tasks) this.answer(task.id, lane.agent.id);
      });
    this.#track(unanswered, 'tasks: open negotiations could not be read');
  }

  #runOf(task: string): HostedRun | undefined {
    for (const lane of this.#lanes.values()) {
      const run = lane.running.get(task);
      if (run) return run;
    }
    return undefined;
  }

  async #fill(lane: Lane): Promise<void> {
    const { store, rows, directory, settings, halt, log } = this.context();
    const { id } = lane.agent;
    const most = directory.get(id)?.maxConcurrentTasks ?? settings.concurrency;
    while (this.#started && lane.running.size < most) {
      const free = most - lane.running.size;
      const claimed = await store.transact(async (tx) => {
        if (await halt.holdsIn(tx)) return [];
        const tasks: TaskRecord[] = [];
        for (const task of await rows.waiting(id, free, tx.sql)) tasks.push(await claim(this.context(), tx, task));
        return tasks;
      });
      for (const task of claimed) {
        const run = new HostedRun(this.context(), task, log.child({ agent: id, task: task.id }));
        lane.running.set(task.id, run);
        this.#track(this.#execute(lane, task, run), 'tasks: an outcome could not be stored');
      }
      if (claimed.length < free) return;
    }
  }

  async #execute(lane: Lane, task: TaskRecord, run: HostedRun): Promise<void> {
    const context = this.context();
    try {
      const { artifacts, note } = artifactsOf(await this.#callSkill(lane, task, run));
      await run.change((tx, now) => complete(context, tx, now, artifacts, note));
    } catch (error) {
      if (endsQuietly(error, run)) return;
      run.log.warn({ err: error }, 'task: the skill failed');
      await run
        .change((tx, now) => fail(context, tx, now, errorOf(error)))
        .catch((late: unknown) => {
          if (!endsQuietly(late, run)) throw late;
        });
    } finally {
      if (lane.running.get(task.id) === run) lane.running.delete(task.id);
      this.wake(lane.agent.id);
    }
  }

  async #callSkill({ agent }: Lane, task: TaskRecord, run: HostedRun): Promise<unknown> {
    const choice = chooseSkill(agent, this.context().directory.get(agent.id), task.document.description);
    const skill = 'skill' in choice ? agent.skills?.[choice.skill] : undefined;
    if (!skill) {
      throw new TaskFailure('lack-of-skills', 'lacking' in choice ? choice.lacking : 'the skill is gone');
    }
    return skill(skillTask(task), run);
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
