/** The executor of agents that run inside this node: it calls their skills, and answers for them in negotiations. */
import type { AgentRecord } from '../../../agents/index.js';
import { supervised } from '../../../data/index.js';
import type { Tx } from '../../../store/index.js';
import type { BoundedSchema } from '../../answers/bounded-schema.js';
import { complete } from '../../execution/execution.js';
import { choiceOf, type Host } from '../../interpretation/choice.js';
import { orderIn } from '../../interpretation/dialogue.js';
import type { TaskDescription, TaskError, TaskRecord } from '../../record/record.js';
import { recover } from '../../schedule/restart.js';
import { type HostedAgent, TaskFailure } from '../../skill/agent.js';
import { definitionOf, offeredSkills } from '../../skill/offered.js';
import { errorOf, resultOf } from '../../skill/result.js';
import { declaredOutputs, outputProblem } from '../../skill/skill-output.js';
import type { Executor, Place, Steer } from '../executor.js';
import { Lanes } from '../lanes.js';
import { UnderWay } from '../under-way.js';
import { answerRound } from './answers.js';
import type { HostedNeeds } from './needs.js';
import { HostedRun, skillTask } from './run.js';

interface Hosted extends Omit<Host, 'record'> {
  /** The schemas of the outputs that its skills declare, by skill. */
  readonly outputs: ReadonlyMap<string, BoundedSchema>;
}

interface OrderedSkill {
  readonly name: string;
  /** Calls the skill. Returns its result, unchecked. */
  call(): Promise<unknown>;
}

const PENDING_ANSWERS = 1_000;

export class HostedExecutor implements Executor {
  readonly name = 'hosted';
  readonly #agents = new Map<string, Hosted>();
  readonly #lanes: Lanes<HostedRun>;
  readonly #underWay = new UnderWay();
  /** Set at the start. */
  #signal: AbortSignal | undefined;

  /** @param needs a function, because the needs contain this executor */
  constructor(private readonly needs: () => HostedNeeds) {
    this.#lanes = new Lanes<HostedRun>(needs, {
      most: (agent) => needs().directory.get(agent)?.maxConcurrentTasks ?? needs().settings.concurrency,
      attempt: (task, log, seats) => new HostedRun(needs(), task, log, this.#hosted(task.to).offered, seats),
      execute: (task, run, succeed) => this.#execute(task, run, succeed),
      errorOf: (error) => errorOf(needs().shapes, error),
    });
  }

  /** Adds an agent. Returns the function that removes it and interrupts its runs. */
  add(agent: HostedAgent): () => void {
    const { id } = agent;
    if (this.#agents.has(id)) throw new Error(`agent "${id}" is already hosted on this node`);
    this.#agents.set(id, { agent, offered: offeredSkills(agent), outputs: declaredOutputs(agent) });
    this.#lanes.add(id);
    this.needs().states.programRuns(id, true);
    if (this.#signal) this.#answerAll(id, this.#signal);
    return () => {
      this.#agents.delete(id);
      this.needs().states.programRuns(id, false);
      this.#lanes.remove(id, 'the agent is no longer hosted');
    };
  }

  serves(agent: string): boolean {
    return this.#agents.has(agent);
  }

  offer({ id }: AgentRecord, description: TaskDescription): TaskError | undefined {
    const choice = choiceOf(this.#host(id), description);
    return choice.kind === 'refused' ? choice.error : undefined;
  }

  reserve(agent: string): Place | undefined {
    return this.#lanes.reserve(agent);
  }

  async begin(tx: Tx, task: TaskRecord, place: Place | undefined): Promise<void> {
    this.#lanes.begin(tx, task, place);
  }

  steer(tx: Tx, before: TaskRecord, after: TaskRecord, what: Steer): Promise<void> {
    return this.#lanes.steer(tx, before, after, what);
  }

  async answer(task: TaskRecord, agent: string, signal: AbortSignal): Promise<void> {
    const hosted = this.#agents.get(agent);
    // A run that waits for the judgement of its proposal reads the round itself.
    if (!hosted || !this.#lanes.isOpen || this.#lanes.attempt(agent, task.id)?.awaitsJudgement) return;
    await answerRound(this.needs(), hosted.agent, task.id, signal);
  }

  wake(agent: string): void {
    this.#lanes.wake(agent);
  }

  wakeAll(): void {
    this.#lanes.wakeAll();
  }

  async recover(signal: AbortSignal): Promise<void> {
    const { executors, log } = this.needs();
    const recovered = await recover(
      this.needs(),
      ({ to }) => executors.of(to) === this || executors.isAttached(to), // an attached agent may have been hosted before
    );
    if (recovered > 0) log.info({ tasks: recovered }, 'tasks: unfinished tasks are taken up again');
    this.#signal = signal;
    this.#lanes.open();
    for (const agent of this.#agents.keys()) this.#answerAll(agent, signal);
  }

  async stop(): Promise<void> {
    this.#signal = undefined;
    await Promise.all([this.#lanes.stop(), this.#underWay.ended()]);
  }

  /** Answers rounds that came while the program of the agent did not run. */
  #answerAll(agent: string, signal: AbortSignal): void {
    const { rows, log } = this.needs();
    const answerAll = async () => {
      const tasks = await rows.inState('negotiating', { to: agent, limit: PENDING_ANSWERS });
      for (const task of tasks)
        this.#underWay.track(this.answer(task, agent, signal), log, 'tasks: a negotiation could not be answered');
    };
    this.#underWay.track(answerAll(), log, 'tasks: open negotiations could not be read');
  }

  async #execute(task: TaskRecord, run: HostedRun, succeed: (tx: Tx) => Promise<void>): Promise<void> {
    const needs = this.needs();
    const skill = await this.#orderedSkill(task, run);
    await run.requireAuthority();
    const result = resultOf(needs.shapes, await skill.call());
    const schema = this.#hosted(task.to).outputs.get(skill.name);
    const artifacts = schema && [...(await run.record()).document.artifacts, ...result.artifacts];
    const problem = artifacts && outputProblem(schema, artifacts);
    if (problem !== undefined) {
      const message = `the result of skill "${skill.name}" is not as its output says: ${problem}`;
      throw new TaskFailure('invalid-output', message, { recovery: ['retry', 'escalate'] });
    }
    await run.advance(async (tx, now) => {
      const done = await complete(needs, tx, now, result);
      await succeed(tx);
      return done;
    });
  }

  /** Returns the skill that the task asks for, ready to be called. */
  async #orderedSkill(task: TaskRecord, run: HostedRun): Promise<OrderedSkill> {
    const { store, interpretation } = this.needs();
    const host = this.#host(task.to);
    const choice = choiceOf(host, task.document.description);
    const { skill: name, ...order } = await orderIn(host, run, choice, interpretation);
    const skill = definitionOf(host.agent, name);
    if (!skill) throw new TaskFailure('lack-of-skills', `the skill ${name} is gone`);
    const given = skillTask(task, store.nodeId, order);
    return { name, call: () => run.perform(() => supervised(run.log, () => skill.run(given, run))) };
  }

  #host(agent: string): Host {
    return { ...this.#hosted(agent), record: this.needs().directory.get(agent) };
  }

  #hosted(agent: string): Hosted {
    const hosted = this.#agents.get(agent);
    if (!hosted) throw new Error(`agent "${agent}" is not hosted on this node`);
    return hosted;
  }
}
