/** A task on another node: following it, its actions, and its result. */

import { RpcError, withinTime } from '../data/index.js';
import type { Actions, Rpcs } from '../generated/index.js';
import { isFinal, type TaskState } from '../tasks/index.js';
import type { ActionOutput, AssignerAction } from './answer.js';
import type { Feed } from './feed.js';
import { TaskNotCompleted } from './not-completed.js';
import type { CallOptions } from './options.js';
import { changesIn, type NegotiationAnswer, type TaskChange, type TaskRecord } from './record.js';

type InputOf<A extends 'provide-input' | 'update' | 'verify'> = Actions[`/yangent-tasks:tasks/task/${A}`]['input'];

/** The answer to every action of the assigner. */
export interface StateAnswer {
  /** State after the action. */
  readonly state: TaskState;
}

type NegotiateInput = Rpcs['yangent-tasks:negotiate']['input'];

/** The content of a round: `content` may be one text. */
export type Speech = Omit<NegotiateInput, 'from' | 'to' | 'id' | 'task-id' | 'content'> & {
  readonly content?: string | readonly string[];
};

/** A completed task; `artifact` has its results. */
export type CompletedTask = TaskRecord & {
  readonly state: 'completed';
  readonly artifact: NonNullable<TaskRecord['artifact']>;
};

export interface FollowOptions {
  /** Sequence of the last known change; only later ones are returned. Default: 0, all changes. */
  readonly after?: number;
  /** Ends the following; its reason is thrown. */
  readonly signal?: AbortSignal;
}

export interface ResultOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait. Default: until the task is final. */
  readonly timeout?: number;
}

/** The actions that answer with the state of the task. */
type StateAction = Exclude<AssignerAction, 'renew-authority'>;

/** The functions of the peer for a task. */
export interface TaskWays {
  read(options: CallOptions): Promise<TaskRecord>;
  act<A extends AssignerAction>(action: A, input: object, options: CallOptions): Promise<ActionOutput<A>>;
  /** Returns the changes of this task in the node's log between two times (RFC 3339). */
  between(times: { readonly since: string; readonly until: string }, signal?: AbortSignal): AsyncIterable<TaskChange>;
  negotiate(speech: Speech, options: CallOptions): Promise<NegotiationAnswer>;
  readonly feed: Feed;
}

export class PeerTask {
  readonly #ways: TaskWays;
  /** The final record, which does not change any more. */
  #ended: TaskRecord | undefined;

  /** Called by `Peer`. @param id the identifier of the task on the other node */
  constructor(
    readonly id: string,
    ways: TaskWays,
  ) {
    this.#ways = ways;
  }

  /** Reads the present task. @throws RpcError data-missing when there is none that the user may see */
  async view(options: CallOptions = {}): Promise<TaskRecord> {
    const task = await this.#ways.read(options);
    if (isFinal(task.state)) this.#ended = task;
    return task;
  }

  /**
   * Yields the changes of the task in their order until it is final, each once, including those before the call. After a broken
   * connection it connects again, and yields missed changes first.
   * @throws RpcError when the node cannot be reached for longer than the peer's patience; the signal's reason
   */
  async *changes({ after = 0, signal }: FollowOptions = {}): AsyncGenerator<TaskChange, void> {
    const { inbox, leave } = this.#ways.feed.join(this.id);
    let last = after;
    try {
      for (;;) {
        const news = await inbox.next(signal);
        if (news.kind === 'change' && news.change.sequence <= last) continue;
        // A gap in the numbers means that changes were missed.
        const isNext = news.kind === 'change' && news.change.sequence === last + 1;
        const changes = isNext ? [news.change] : await this.#changesBehind(last, signal);
        let ended = changes.length === 0 && this.#ended !== undefined;
        for (const change of changes) {
          last = change.sequence;
          ended = isFinal(change.state);
          yield change;
        }
        if (ended) return;
      }
    } finally {
      leave();
    }
  }

  /** Returns the changes after `last`: from the record, which has the last thousand, and earlier ones from the node's log. */
  async #changesBehind(last: number, signal: AbortSignal | undefined): Promise<readonly TaskChange[]> {
    const task = await this.view({ signal });
    const known = changesIn(task).filter(({ sequence }) => sequence > last);
    const [first] = known;
    if (!first || first.sequence === last + 1) return known;
    const missed: TaskChange[] = [];
    const times = { since: shifted(task.created, -CLOCKS), until: shifted(first.at, CLOCKS) };
    for await (const change of this.#ways.between(times, signal))
      if (change.sequence > (missed.at(-1)?.sequence ?? last) && change.sequence < first.sequence) missed.push(change);
    return [...missed, ...known];
  }

  /**
   * Waits until the task is completed.
   * @throws TaskNotCompleted when it failed, was rejected or canceled; RpcError (`not-in-time`) after `timeout`; as `changes`
   */
  async result({ signal, timeout }: ResultOptions = {}): Promise<CompletedTask> {
    return withinTime({ timeout, signal }, async (until) => {
      try {
        const changes = this.changes({ signal: until });
        for (let next = await changes.next(); !next.done; next = await changes.next());
        const task = this.#ended ?? (await this.view({ signal: until }));
        if (isCompleted(task)) return { ...task, artifact: task.artifact ?? [] };
        throw new TaskNotCompleted(task);
      } catch (error) {
        if (until.aborted && !signal?.aborted && !(error instanceof TaskNotCompleted))
          throw notInTime(this.id, timeout ?? 0, error);
        throw error;
      }
    });
  }

  /** Gives the input that the executor has requested (`view()['input-request']`): a text, or data. */
  provideInput(input: string | InputOf<'provide-input'>, options?: CallOptions): Promise<StateAnswer> {
    return this.#act('provide-input', typeof input === 'string' ? { content: input } : input, options);
  }

  /** Judges the result of a task that is `verifying`. */
  verify(verdict: InputOf<'verify'>['verdict'], comment?: string, options?: CallOptions): Promise<StateAnswer> {
    return this.#act('verify', { verdict, comment }, options);
  }

  cancel(reason?: string, options?: CallOptions): Promise<StateAnswer> {
    return this.#act('cancel', { reason }, options);
  }

  update(terms: InputOf<'update'>, options?: CallOptions): Promise<StateAnswer> {
    return this.#act('update', terms, options);
  }

  suspend(reason?: string, options?: CallOptions): Promise<StateAnswer> {
    return this.#act('suspend', { reason }, options);
  }

  resume(options?: CallOptions): Promise<StateAnswer> {
    return this.#act('resume', {}, options);
  }

  /** Prolongs the authority of the task to the end of the token of this login. @returns until when, RFC 3339 */
  async renewAuthority(options: CallOptions = {}): Promise<{ readonly ends?: string }> {
    const { ends } = await this.#ways.act('renew-authority', {}, options);
    return ends === undefined ? {} : { ends };
  }

  /** Adds a round to the negotiation about this task, and waits for the executor's answer; see `Peer.negotiate` for repetitions. */
  negotiate(speech: Speech, options: CallOptions = {}): Promise<NegotiationAnswer> {
    return this.#ways.negotiate(speech, options);
  }

  async #act(action: StateAction, input: object, options: CallOptions = {}): Promise<StateAnswer> {
    const { state } = await this.#ways.act(action, input, options);
    return { state };
  }
}

/** Milliseconds by which the times of a task and of its notifications may differ. */
const CLOCKS = 2_000;

function shifted(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

function isCompleted(task: TaskRecord): task is TaskRecord & { state: 'completed' } {
  return task.state === 'completed';
}

function notInTime(id: string, timeout: number, cause: unknown): RpcError {
  const message = `task ${id} was not done within ${timeout} ms; it goes on`;
  return new RpcError({ type: 'application', tag: 'operation-failed', appTag: 'not-in-time', message }, [], { cause });
}
