/** Another agent, as one who gives it tasks knows it; what passes between the two goes into the account. */
import type { CompletedTask, Peer, Order as PeerOrder, PeerTask } from 'yangent';
import type { Account, Act, Entry, Protocol } from './account.js';
import { isJson } from './json-artifact.js';

/** A task for a colleague: what `Peer.assign` takes. */
export type Order = Omit<PeerOrder, 'from' | 'to' | 'discover'>;

/** What is said to the colleague, in the account. */
export interface Message {
  readonly text: string;
  /** As in Entry. */
  readonly about?: string;
}

export interface ColleagueOptions {
  readonly self: string;
  readonly name: string;
  readonly protocol: Protocol;
  readonly account: Account;
}

export class Colleague {
  constructor(
    readonly peer: Peer,
    private readonly options: ColleagueOptions,
  ) {}

  /** Gives a task and waits for its result. @throws as `ColleagueTask.result` */
  async ask(order: Order, message: string | Message, signal?: AbortSignal): Promise<CompletedTask> {
    return (await this.assign(order, message)).result(signal);
  }

  /** Gives a task, to be followed, negotiated or canceled. */
  async assign(order: Order, message: string | Message): Promise<ColleagueTask> {
    const { text, about }: Message = typeof message === 'string' ? { text: message } : message;
    const { type } = order;
    const task = await this.peer.assign({ ...order, to: this.options.name });
    const tell: Tell = (act, state, words) =>
      this.tell(act, words, { task: { id: task.id, ...(type !== undefined && { type }), state }, about });
    // What names no skill is asked in words.
    tell(type === undefined ? 'asks' : 'assigns', 'submitted', text);
    return new ColleagueTask(task, tell);
  }

  get self(): string {
    return this.options.self;
  }

  get name(): string {
    return this.options.name;
  }

  /** Tells of a message between the two. @param told who says it may be given where the act does not tell */
  tell(act: Act, text: string, told: Partial<Pick<Entry, 'from' | 'task' | 'round' | 'about'>> = {}): void {
    const { self, name, protocol, account } = this.options;
    const { from = MINE.has(act) ? self : name, task, round, about } = told;
    const to = from === self ? name : self;
    const details = { ...(task && { task }), ...(round && { round }), ...(about !== undefined && { about }) };
    account.tell({ from, act, to, protocol, text, ...details });
  }

  close(): Promise<void> {
    return this.peer.close();
  }
}

/** What the one who gave the task says; the rest is said by the one who does it. */
const MINE: ReadonlySet<Act> = new Set(['assigns', 'asks', 'provides', 'cancels', 'negotiates']);

type Tell = (act: Act, state: string, text: string) => void;

/** A task that a colleague has. */
export class ColleagueTask {
  constructor(
    readonly task: PeerTask,
    private readonly tell: Tell,
  ) {}

  get id(): string {
    return this.task.id;
  }

  /** Follows the task to its end. @throws TaskNotCompleted when it ends without a result; as `PeerTask.changes` */
  async result(signal?: AbortSignal): Promise<CompletedTask> {
    for await (const { state, progress, note } of this.task.changes({ signal }))
      if (state === 'running' && progress !== undefined && note !== undefined)
        this.tell('reports', state, `${progress} %: ${note}`);
    const { state, 'state-reason': reason, error } = await this.task.view({ signal });
    if (state !== 'completed')
      this.tell('refuses', state, `${state}: ${error?.message ?? reason ?? 'no reason given'}`);
    const done = await this.task.result({ signal });
    this.tell('answers', done.state, answerOf(done));
    return done;
  }

  async cancel(reason: string): Promise<void> {
    const { state } = await this.task.cancel(reason);
    this.tell('cancels', state, reason);
  }
}

/** The result in words: the texts of its artifacts, else the note of the executor. */
function answerOf({ artifact, progress }: CompletedTask): string {
  const texts = artifact.flatMap((each) => (each.value === undefined || isJson(each) ? [] : [each.value]));
  return texts.length > 0 ? texts.join('\n') : (progress?.note ?? 'done');
}
