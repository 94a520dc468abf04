/** One execution of a task by a hosted agent: what its skill may do, each durable before it resolves. */
import type { Logger } from 'pino';
import { textOf, textsOf } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskContext } from '../context.js';
import { reportProgress, requestInput, requireAttempt } from '../execution.js';
import { ask } from '../interpretation/ask.js';
import type { OfferedSkill, Understanding } from '../interpretation/interpreter.js';
import { described, offer, type TextForm } from '../interpretation/offered.js';
import { speak } from '../negotiation.js';
import { parsePrompt } from '../prompt.js';
import type { Artifact, Round, TaskRecord } from '../record.js';
import { executorValue } from '../value.js';
import {
  type Judgement,
  type PartOrder,
  type PartOutcome,
  type SkillTask,
  TaskFailure,
  type TaskRun,
} from './agent.js';
import { delegate } from './delegation.js';
import { artifactsOf, sayable } from './result.js';
import type { Seat, Seats } from './seats.js';
import { Steps } from './steps.js';
import { modelText } from './text.js';
import { WorkTime } from './work-time.js';

/** The signal's reason when a run is ended from outside: nothing more is expected of it. */
export class Interrupted extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Interrupted';
  }
}

const LONGEST_WAIT = 2 ** 31 - 1;

export class HostedRun implements TaskRun {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  readonly #context: TaskContext;
  readonly #id: string;
  readonly #attempt: number;
  readonly #steps: Steps;
  readonly #offered: ReadonlyMap<string, OfferedSkill>;
  readonly #seat: Seat;
  readonly #workTime: WorkTime;
  /** The task as this run knows it; others may have changed it since. */
  #known: TaskRecord;
  #inputsAsked = 0;
  #proposals = 0;
  #awaitsJudgement = false;

  constructor(
    context: TaskContext,
    task: TaskRecord,
    readonly log: Logger,
    { offered, seats }: { readonly offered: ReadonlyMap<string, OfferedSkill>; readonly seats: Seats },
  ) {
    this.#context = context;
    this.#id = task.id;
    this.#attempt = task.attempt;
    this.#known = task;
    this.#steps = new Steps(context, this, task);
    this.#offered = offered;
    this.#seat = seats.seat(this.signal);
    this.#workTime = new WorkTime(context.limits.skillTime);
  }

  /** The identifier of the task. */
  get task(): string {
    return this.#id;
  }

  /** True while a proposal waits for the assigner: his next round is the answer to it. */
  get awaitsJudgement(): boolean {
    return this.#awaitsJudgement;
  }

  interrupt(reason: string): void {
    this.#controller.abort(new Interrupted(reason));
  }

  /** Changes the task on behalf of this attempt; refused once the attempt is over. */
  change(work: (tx: Tx, task: TaskRecord) => Promise<TaskRecord>): Promise<TaskRecord> {
    this.signal.throwIfAborted();
    return this.#context.store.transact(async (tx) => {
      const task = await this.#context.rows.get(this.#id, tx);
      if (!task) throw new Interrupted('the task is gone');
      requireAttempt(task, this.#attempt);
      return work(tx, task);
    });
  }

  /**
   * The same for work that begins by changing the row: it is done on the task as the run knows it, and only when somebody
   * else has changed it meanwhile, which compare-and-set finds out, once more on what is stored.
   */
  async advance(work: (tx: Tx, task: TaskRecord) => Promise<TaskRecord>): Promise<TaskRecord> {
    this.signal.throwIfAborted();
    const known = this.#known;
    if (known.state === 'running') {
      try {
        this.#known = await this.#context.store.transact((tx) => work(tx, known));
        return this.#known;
      } catch (error) {
        if (!(error instanceof RpcError && error.tag === 'in-use')) throw error;
      }
    }
    this.#known = await this.change(work);
    return this.#known;
  }

  async progress(percent: number, note?: string): Promise<void> {
    const share = typeof percent === 'number' ? Math.round(percent) : Number.NaN;
    if (!(share >= 0 && share <= 100)) {
      throw new TaskFailure('internal', `run.progress: percent is a number from 0 to 100, not ${String(percent)}`);
    }
    const said = sayable(this.#context.shapes, 'report-progress', { percent: share, note });
    await this.advance((tx, task) =>
      reportProgress(this.#context, tx, task, { percent: share, note: textOf(said, 'note') }),
    );
  }

  /** Tells the assigner something. */
  async note(text: string): Promise<void> {
    await this.change((tx, task) => reportProgress(this.#context, tx, task, { note: modelText(text) }));
  }

  async deliver(artifact: Artifact): Promise<void> {
    const artifacts = artifactsOf(sayable(this.#context.shapes, 'report-progress', { artifact: [artifact] }));
    const note = `delivered ${artifacts.map(({ name }) => name).join()}`;
    await this.advance((tx, task) => reportProgress(this.#context, tx, task, { note, artifacts }));
  }

  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return this.#steps.value(name, work);
  }

  async requestInput(
    required: string,
    { schema }: { readonly schema?: string } = {},
  ): Promise<{ readonly content?: string; readonly data?: unknown }> {
    const said = sayable(this.#context.shapes, 'request-input', { required, schema });
    const question = textOf(said, 'required') ?? '';
    const number = ++this.#inputsAsked;
    const given = (task: TaskRecord) => task.document.inputs[number - 1];
    const before = await this.#task();
    const known = given(before);
    if (known) return known;
    await this.change((tx, task) => requestInput(this.#context, tx, task, question, schema));
    const input = given(await this.#until((task) => given(task) !== undefined));
    if (!input) throw new Interrupted('the task ended without the input');
    return input;
  }

  async propose(content: string | readonly string[]): Promise<Judgement> {
    const proposal = ++this.#proposals;
    const type = 'FULFILLMENT';
    const texts = textsOf(sayable(this.#context.shapes, 'propose', { type, content: [content].flat() }), 'content');
    const own = (task: TaskRecord) => task.document.rounds.find((round) => round.proposal === proposal);
    const answer = (task: TaskRecord): Round | undefined => {
      const asked = own(task)?.round;
      return asked === undefined
        ? undefined
        : task.document.rounds.find((each) => each.round > asked && each.by === task.from);
    };
    this.#awaitsJudgement = true;
    try {
      const before = await this.#task();
      if (own(before)) this.#context.hosts.answer(this.#id, before.from);
      else {
        await this.change((tx, task) => speak(this.#context, tx, task, task.to, { type, content: texts, proposal }));
      }
      const round = answer(await this.#until((task) => answer(task) !== undefined));
      if (!round) throw new Interrupted('the task ended without a judgement');
      const { verdict, counter } = round;
      return { satisfied: verdict === 'satisfied' || verdict === 'accepted', verdict, counter, content: round.content };
    } finally {
      this.#awaitsJudgement = false;
    }
  }

  /** Others have the place of this run meanwhile: the part may be for the same agent, or wait for one that waits for it. */
  async assign(name: string, order: PartOrder): Promise<PartOutcome> {
    const task = await this.#task();
    const part = () => delegate(this.#context, task, { name, order, signal: this.signal });
    return this.#workTime.waiting(() => this.#seat.without(part));
  }

  /** Calls the skill. @throws TaskFailure where it works for too long; it learns from its signal that it is over */
  perform<T>(skill: () => Promise<T>): Promise<T> {
    const seconds = this.#context.limits.skillTime / 1_000;
    const message = `the skill worked for more than ${seconds} s, the longest that this node lets it (--limit skill-time); have it end sooner, or give parts of its work to other tasks`;
    return this.#workTime.limit(skill, () => new TaskFailure('internal', message, { recovery: ['escalate'] }));
  }

  async interpret(text: string, forms?: Readonly<Record<string, TextForm>>): Promise<Understanding> {
    const { directory, interpretation } = this.#context;
    const { to } = await this.#task();
    const skills = forms
      ? Object.entries(forms).map(([name, form]) => offer(`agent "${to}"`, name, form))
      : described(this.#offered.values(), directory.get(to));
    const [only, ...more] = Object.keys(forms ?? {});
    const type = more.length === 0 ? only : undefined;
    const said = { text, answers: [], ...(type === undefined ? {} : { type }) };
    const { understanding } = await ask(interpretation, said, skills, this);
    return understanding;
  }

  /** The task as it is stored now. */
  record(): Promise<TaskRecord> {
    return this.#task();
  }

  async current(): Promise<SkillTask> {
    return skillTask(await this.#task());
  }

  async #task(): Promise<TaskRecord> {
    this.signal.throwIfAborted();
    const task = await this.#context.rows.get(this.#id);
    if (!task) throw new Interrupted('the task is gone');
    return task;
  }

  #until(accepts: (task: TaskRecord) => boolean): Promise<TaskRecord> {
    return this.#workTime.waiting(async () => {
      for (;;) {
        const task = await this.#context.watch.until(this.#id, accepts, { timeout: LONGEST_WAIT, signal: this.signal });
        if (task) return task;
      }
    });
  }
}

/** A task in the form that skills get. `order`: what its words were found to mean. */
export function skillTask(
  task: TaskRecord,
  order: Partial<Pick<SkillTask, 'input' | 'understood'>> & { readonly object?: string } = {},
): SkillTask {
  const { description } = task.document;
  const content = textOf(description, 'content');
  const parsed = content === undefined ? undefined : parsePrompt(content);
  return {
    id: task.id,
    taskId: task.taskId,
    from: task.from,
    to: task.to,
    attempt: task.attempt,
    value: executorValue(task),
    prompt: {
      ...(parsed ?? { description: textOf(description, 'objective') ?? content ?? '' }),
      ...(order.object === undefined ? {} : { object: order.object }),
    },
    input: order.input ?? description.input,
    ...(order.understood ? { understood: order.understood } : {}),
  };
}

/** True when the failure only says that the run is over, not that its work failed. */
export function endsQuietly(error: unknown, run: HostedRun): boolean {
  return (
    run.signal.aborted ||
    error instanceof Interrupted ||
    (error instanceof RpcError && error.appTag === 'stale-attempt')
  );
}
