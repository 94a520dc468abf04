/** A negotiation about a task, from the side of its assigner: what both sides say is read from the node of the executor. */
import { type PeerTask, RpcError, type TaskRecord } from 'yangent';
import type { Colleague } from '../stage/index.js';
import { spoken } from './language.js';

export type Round = NonNullable<TaskRecord['negotiation']>[number];
export type Verdict = NonNullable<Round['verdict']>;

/** What the assigner says. */
export interface Speech {
  readonly type: Round['type'];
  readonly verdict?: Verdict;
  readonly words: string;
}

/** How the task and its negotiation stand. */
export interface Standing {
  readonly rounds: readonly Round[];
  readonly state: TaskRecord['state'];
}

/** Begins a negotiation about a task that is not assigned yet, or goes on with it. */
export interface Opening {
  readonly taskId: string;
  /** Type of the task. */
  readonly type: string;
  /** Said when nothing was said before. */
  readonly words: string;
  readonly maxRounds: number;
  readonly signal: AbortSignal;
}

export class Conversation {
  /** Number of the last round that is in the account. */
  #told = 0;

  private constructor(
    private readonly colleague: Colleague,
    private readonly task: PeerTask,
    private readonly type: string,
  ) {}

  static async open(colleague: Colleague, { taskId, type, words, maxRounds, signal }: Opening): Promise<Conversation> {
    const { peer, name } = colleague;
    const find = () => peer.findTask(taskId, undefined, { signal });
    const known = await find().catch(unlessMissing);
    if (known) return Conversation.about(colleague, known, type, signal);
    // Told as it is said, for the other side answers at once; the task has no identifier yet.
    const round = { number: 1, type: 'FEASIBILITY' } as const;
    colleague.tell('negotiates', spoken(words), { task: { type, state: 'negotiating' }, round });
    const opening = { to: name, 'task-id': taskId, type: round.type, content: words };
    await peer.negotiate({ ...opening, 'max-rounds': maxRounds, wait: 0 }, { signal });
    const conversation = new Conversation(colleague, await find(), type);
    conversation.#told = round.number;
    return conversation;
  }

  /** The negotiation about a task; what was said so far is in the account already. */
  static async about(colleague: Colleague, task: PeerTask, type: string, signal: AbortSignal): Promise<Conversation> {
    const conversation = new Conversation(colleague, task, type);
    const { negotiation = [] } = await task.view({ signal });
    conversation.#told = negotiation.findLast(({ by }) => by === colleague.self)?.round ?? 0;
    return conversation;
  }

  get self(): string {
    return this.colleague.self;
  }

  /** How it stands now, and after every change until the task is final. */
  async *standings(signal: AbortSignal): AsyncGenerator<Standing, void> {
    for await (const _ of this.task.changes({ signal })) yield await this.look(signal);
  }

  /** Says something in answer to the last round; what the other side says to it comes as a change. */
  async speak({ type, verdict, words }: Speech, { rounds, state }: Standing, signal: AbortSignal): Promise<void> {
    const said = verdict === 'countered' ? { content: [], counter: words } : { content: [words] };
    this.tell({ round: rounds.length + 1, type, by: this.self, verdict, ...said }, state);
    await this.task.negotiate({ type, verdict, ...said, wait: 0 }, { signal });
  }

  /** The rounds that the node has; those that are new go into the account. */
  private async look(signal: AbortSignal): Promise<Standing> {
    const { negotiation: rounds = [], state } = await this.task.view({ signal });
    for (const round of rounds) if (round.round > this.#told) this.tell(round, state);
    return { rounds, state };
  }

  private tell(round: Omit<Round, 'at'>, state: Standing['state']): void {
    const { round: number, type, by, verdict, counter } = round;
    this.#told = number;
    this.colleague.tell('negotiates', wordsOf(round), {
      from: by,
      task: { id: this.task.id, type: this.type, state },
      round: { number, type, ...(verdict !== undefined && { verdict }), ...(counter !== undefined && { counter }) },
    });
  }
}

/** @throws what it is given, unless it says that there is no such task */
function unlessMissing(error: unknown): undefined {
  if (error instanceof RpcError && error.tag === 'data-missing') return undefined;
  throw error;
}

/** Everything said in a round. */
function wordsOf({ content = [], counter }: Pick<Round, 'content' | 'counter'>): string {
  return [...content, ...(counter === undefined ? [] : [counter])].map(spoken).join('\n');
}
