/** One execution of a task by a hosted agent: the operations of its skill. Each is stored before it resolves. */
import type { Logger } from 'pino';
import { modelText, RpcError } from '../../../data/index.js';
import { textOf, textsOf } from '../../../data/rfc7951/members.js';
import { reportProgress, requestInput } from '../../execution/execution.js';
import { ask } from '../../interpretation/ask.js';
import { addRound } from '../../negotiation/negotiation.js';
import { TOKEN_UNAVAILABLE } from '../../record/authority.js';
import { keyOf } from '../../record/key.js';
import { parsePrompt } from '../../record/prompt.js';
import type { Artifact, Round, TaskRecord } from '../../record/record.js';
import { policyOf } from '../../record/retry-policy.js';
import {
  type GivenContext,
  type Judgement,
  type PartOrder,
  type PartOutcome,
  type SkillTask,
  TaskFailure,
  type TaskRun,
} from '../../skill/agent.js';
import type { OfferedSkill, Understanding } from '../../skill/interpreter.js';
import { described, offer, type TextForm } from '../../skill/offered.js';
import { artifactsOf, sayable } from '../../skill/result.js';
import { executorValue } from '../../visibility.js';
import { Attempt, Interrupted } from '../attempt.js';
import type { Seat, Seats } from '../seats.js';
import { delegate } from './delegation.js';
import { givenContext } from './given-context.js';
import type { HostedNeeds } from './needs.js';
import { Steps } from './steps.js';
import { WorkTime } from './work-time.js';

const LONGEST_WAIT = 2 ** 31 - 1;

export class HostedRun extends Attempt implements TaskRun {
  readonly #needs: HostedNeeds;
  readonly #steps: Steps;
  readonly #offered: ReadonlyMap<string, OfferedSkill>;
  readonly #seat: Seat;
  readonly #workTime: WorkTime;
  readonly #timeout: number | undefined;
  #inputsAsked = 0;
  #proposals = 0;
  #awaitsJudgement = false;

  constructor(
    needs: HostedNeeds,
    task: TaskRecord,
    log: Logger,
    offered: ReadonlyMap<string, OfferedSkill>,
    seats: Seats,
  ) {
    super(needs, task, log);
    this.#needs = needs;
    this.#steps = new Steps(needs, this, task);
    this.#offered = offered;
    this.#seat = seats.seat(this.signal);
    this.#timeout = policyOf(task).attemptTimeout;
    this.#workTime = new WorkTime(Math.min(needs.limits.skillTime, this.#timeout ?? Number.POSITIVE_INFINITY));
  }

  /** True while a proposal waits for the assigner: the next round of the assigner is the answer to it. */
  get awaitsJudgement(): boolean {
    return this.#awaitsJudgement;
  }

  async progress(percent: number, note?: string, { estimate }: { readonly estimate?: number } = {}): Promise<void> {
    const share = typeof percent === 'number' ? Math.round(percent) : Number.NaN;
    if (!(share >= 0 && share <= 100)) {
      throw new TaskFailure('internal', `run.progress: percent is a number from 0 to 100, not ${String(percent)}`);
    }
    const left = estimate === undefined ? undefined : Math.ceil(estimate);
    const said = sayable(this.#needs.shapes, 'report-progress', { percent: share, note, estimate: left });
    await this.advance((tx, task) =>
      reportProgress(this.#needs, tx, task, { percent: share, note: textOf(said, 'note'), estimate: left }),
    );
  }

  /** Adds a note for the assigner. */
  async note(text: string): Promise<void> {
    await this.change((tx, task) => reportProgress(this.#needs, tx, task, { note: modelText(text) }));
  }

  async deliver(artifact: Artifact): Promise<void> {
    const artifacts = artifactsOf(sayable(this.#needs.shapes, 'report-progress', { artifact: [artifact] }));
    const note = `delivered ${artifacts.map(({ name }) => name).join()}`;
    await this.advance((tx, task) => reportProgress(this.#needs, tx, task, { note, artifacts }));
  }

  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return this.#steps.value(name, work);
  }

  async requestInput(
    required: string,
    { schema }: { readonly schema?: string } = {},
  ): Promise<{ readonly content?: string; readonly data?: unknown }> {
    const said = sayable(this.#needs.shapes, 'request-input', { required, schema });
    const question = textOf(said, 'required') ?? '';
    const number = ++this.#inputsAsked;
    const given = (task: TaskRecord) => task.document.inputs[number - 1];
    const before = await this.record();
    const known = given(before);
    if (known) return known;
    await this.change((tx, task) => requestInput(this.#needs, tx, task, question, schema));
    const input = given(await this.#until((task) => given(task) !== undefined));
    if (!input) throw new Interrupted('the task ended without the input');
    return input;
  }

  async propose(content: string | readonly string[]): Promise<Judgement> {
    const proposal = ++this.#proposals;
    const type = 'FULFILLMENT';
    const texts = textsOf(sayable(this.#needs.shapes, 'propose', { type, content: [content].flat() }), 'content');
    const own = (task: TaskRecord) => task.document.rounds.find((round) => round.proposal === proposal);
    const answer = (task: TaskRecord): Round | undefined => {
      const asked = own(task)?.round;
      return asked === undefined
        ? undefined
        : task.document.rounds.find((each) => each.round > asked && each.by === task.from);
    };
    this.#awaitsJudgement = true;
    try {
      const before = await this.record();
      if (own(before)) this.#needs.executors.answer(before, before.from);
      else {
        await this.change((tx, task) => addRound(this.#needs, tx, task, task.to, { type, content: texts, proposal }));
      }
      const round = answer(await this.#until((task) => answer(task) !== undefined));
      if (!round) throw new Interrupted('the task ended without a judgement');
      const { verdict, counter } = round;
      return { satisfied: verdict === 'satisfied' || verdict === 'accepted', verdict, counter, content: round.content };
    } finally {
      this.#awaitsJudgement = false;
    }
  }

  /** Assigns a part without holding the place of this run: the part may need the same agent, or wait for another run that does. */
  async assign(name: string, order: PartOrder): Promise<PartOutcome> {
    const task = await this.record();
    const part = () => delegate(this.#needs, task, { name, order, signal: this.signal });
    return this.waiting(part);
  }

  waiting<T>(wait: () => Promise<T>): Promise<T> {
    return this.#workTime.waiting(() => this.#seat.without(wait));
  }

  /** Calls the skill. @throws TaskFailure when it works for too long; its signal is aborted then */
  perform<T>(skill: () => Promise<T>): Promise<T> {
    const { skillTime } = this.#needs.limits;
    if (this.#timeout !== undefined && this.#timeout < skillTime)
      return this.#workTime.limit(skill, () => tooLong(this.#timeout ?? skillTime));
    const seconds = skillTime / 1_000;
    const message = `the skill worked for more than ${seconds} s, the longest that this node lets it (--limit skill-time); have it end sooner, or give parts of its work to other tasks`;
    return this.#workTime.limit(skill, () => new TaskFailure('internal', message, { recovery: ['escalate'] }));
  }

  async interpret(text: string, forms?: Readonly<Record<string, TextForm>>): Promise<Understanding> {
    const { directory, interpretation } = this.#needs;
    const { to } = await this.record();
    const skills = forms
      ? Object.entries(forms).map(([name, form]) => offer(`agent "${to}"`, name, form))
      : described(this.#offered.values(), directory.get(to));
    const [only, ...more] = Object.keys(forms ?? {});
    const type = more.length === 0 ? only : undefined;
    const said = { text, answers: [], ...(type === undefined ? {} : { type }) };
    const { understanding } = await ask(interpretation, said, skills, this);
    return understanding;
  }

  async token(): Promise<string | undefined> {
    const { id, taskId, from, attempt, document } = await this.record();
    if (document.grant === undefined) return undefined;
    try {
      return await this.#needs.authorities.token({ id, taskId, from, attempt, grant: document.grant }, true);
    } catch (error) {
      if (!(error instanceof RpcError) || error.appTag !== TOKEN_UNAVAILABLE) throw error;
      throw new TaskFailure('unreachable', error.message, { recovery: ['retry', 'escalate'] });
    }
  }

  /** Refuses work that needs an explicit grant and has none in force (ATD-8-d). @throws TaskFailure */
  async requireAuthority(): Promise<void> {
    const { explicit: isExplicit, grant } = (await this.record()).document;
    if (!isExplicit || grant === undefined || (await this.token()) !== undefined) return;
    const message = 'the grant within which the task was assigned is not in force any more';
    throw new TaskFailure('access-denied', message, { recovery: ['escalate'] });
  }

  async context(): Promise<readonly GivenContext[]> {
    const { to, document } = await this.record();
    const items = await this.#needs.contexts.between(to, document.description.context ?? []);
    return items.map(givenContext);
  }

  async current(): Promise<SkillTask> {
    return skillTask(await this.record(), this.#needs.store.nodeId);
  }

  #until(accepts: (task: TaskRecord) => boolean): Promise<TaskRecord> {
    return this.#workTime.waiting(async () => {
      for (;;) {
        const task = await this.#needs.watch.until(this.task, accepts, { timeout: LONGEST_WAIT, signal: this.signal });
        if (task) return task;
      }
    });
  }
}

function tooLong(milliseconds: number): TaskFailure {
  const message = `the skill worked for more than ${milliseconds / 1_000} s, the longest of an attempt by the policy of the task`;
  return new TaskFailure('attempt-timeout', message, { recovery: ['retry'] });
}

/** Returns a task in the form for skills. `order`: the interpretation of its text. */
export function skillTask(
  task: TaskRecord,
  nodeId: string,
  order: Partial<Pick<SkillTask, 'input' | 'understood'>> & { readonly object?: string } = {},
): SkillTask {
  const { description } = task.document;
  const { content, objective } = description;
  const parsed = content === undefined ? undefined : parsePrompt(content);
  return {
    id: task.id,
    taskId: task.taskId,
    key: keyOf(task, nodeId),
    from: task.from,
    to: task.to,
    attempt: task.attempt,
    ...(task.document.authority ? { authority: task.document.authority } : {}),
    value: executorValue(task),
    prompt: {
      ...(parsed ?? { description: objective ?? content ?? '' }),
      ...(order.object === undefined ? {} : { object: order.object }),
    },
    input: order.input ?? description.input,
    ...(order.understood ? { understood: order.understood } : {}),
  };
}
