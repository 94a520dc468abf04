/** A session, as one of its members takes part in it; what the member does goes into the account. */
import { filter, firstValueFrom, type Observable, ReplaySubject, takeUntil } from 'rxjs';
import type { RestconfClient, Rpcs } from 'yangent';
import type { Account, Act, Entry } from '../stage/index.js';

export type Message = NonNullable<Rpcs['yangent-sessions:receive']['output']['message']>[number];
type Sent = Rpcs['yangent-sessions:send']['input'];

/** Seconds. */
const WAIT = 30;

export interface TalkOptions {
  readonly client: RestconfClient;
  readonly account: Account;
  /** Domain of its node. */
  readonly node: string;
  /** The member. */
  readonly self: string;
  readonly session: string;
  /** Its name in the account. */
  readonly name: string;
  /** Emits when the scenario ends. */
  readonly end: Observable<unknown>;
}

/** The words of an entry that are not the text. */
type About = Pick<Entry, 'about' | 'task'>;

export class Talk {
  readonly #messages = new ReplaySubject<Message>();
  /** Number of the last message that the member sent. */
  #sent = 0;
  #leads = false;

  constructor(private readonly o: TalkOptions) {}

  get session(): string {
    return this.o.session;
  }

  /** Makes the member the one that tells the account how the node leads the team. */
  lead(): void {
    this.#leads = true;
  }

  /** Takes a message that the member was given. */
  take(message: Message): void {
    const { floor } = message;
    if (this.#leads && floor?.reason !== undefined) {
      const holders = floor.holder?.join(', ') ?? 'nobody';
      const text = `${floor.state} (${floor.reason}); the floor: ${holders}`;
      const { account, node, name } = this.o;
      account.tell({ from: 'the node', node, act: 'notifies', to: name, protocol: 'RESTCONF', text });
    }
    this.#messages.next(message);
  }

  /** Accepts the invitation. */
  async join(): Promise<void> {
    const { client, self: agent, session, name } = this.o;
    this.tell('joins', 'it was invited', { about: `join ${name}` });
    await client.action(`/yangent-sessions:sessions/session=${session}/join`, { agent });
  }

  /** Says something to all. @param next who speaks next; default: the coordinator */
  async say(text: string, next: readonly string[] = [], about = 'discussion'): Promise<void> {
    this.tell('says', next.length === 0 ? text : `${text} (next: ${next.join(', ')})`, { about });
    await this.#send('discussion', text, { 'next-speaker': next });
  }

  /** Assigns a task to a member. */
  async assign(
    to: string,
    mode: 'synchronous' | 'asynchronous',
    task: { readonly id: string; readonly type: string; readonly words: string; readonly input?: unknown },
    about: string,
  ): Promise<void> {
    const { id, type, words, input } = task;
    this.tell('assigns', `${mode}, ${id}: ${words}`, { about, task: { id, type, state: 'submitted' } }, to);
    await this.#send('task-assignment', words, {
      'next-speaker': [to],
      mode,
      task: { 'task-id': id, type, content: words, input },
    });
  }

  /** Lets the team wait until these tasks have ended. */
  async pause(trigger: readonly string[], text: string): Promise<void> {
    this.tell('waits', `${text} (until ${trigger.join(', ')} have ended)`, { about: 'pause' });
    await this.#send('pause', text, { trigger });
  }

  /** Ends the discussion. @param next who says the conclusion */
  async conclude(text: string, next: readonly string[], about: string): Promise<void> {
    this.tell('concludes', `${text} (${next.join(', ')} says the conclusion)`, { about });
    await this.#send('conclude', text, { 'next-speaker': next });
  }

  /** Says the conclusion, which closes the session. */
  async conclusion(text: string, about: string): Promise<void> {
    this.tell('concludes', text, { about });
    await this.#send('conclusion', text);
  }

  /** Resolves when the member has the floor, after all that it sent. */
  async floor(): Promise<void> {
    await this.until(({ sequence, floor }) => {
      const isLater = Number(sequence) > this.#sent;
      return isLater && floor?.holder?.includes(this.o.self) === true;
    });
  }

  /** Returns the result of a task, told already or to come. */
  async result(taskId: string): Promise<string> {
    const { content, 'task-news': news } = await this.until(
      (message) => isOf(message, 'task-result') && message['task-news']?.['task-id'] === taskId,
    );
    if (news?.state === 'completed' && content !== undefined) return content;
    throw new Error(`task ${taskId} is ${news?.state}: ${content}`);
  }

  /** Returns the conclusion, said already or to come. */
  async concluded(): Promise<string> {
    return (await this.until((message) => isOf(message, 'conclusion'))).content ?? '';
  }

  /** Returns the first message that fits. @throws EmptyError when the scenario ends before */
  until(fits: (message: Message) => boolean): Promise<Message> {
    return firstValueFrom(this.#messages.pipe(filter(fits), takeUntil(this.o.end)));
  }

  /** Tells the account what the member does here: before it is done, since others act on it before the answer comes. */
  tell(act: Act, text: string, about: About, to: string = this.o.name): void {
    const { account, self: from, node } = this.o;
    account.tell({ from, node, act, to, protocol: 'RESTCONF', text, ...about });
  }

  async #send(type: string, content: string, more: Partial<Sent> = {}): Promise<void> {
    const { client, self: from, session } = this.o;
    // At a node that is not the home of the session the number is given later; the member waits for it.
    const message = { session, from, type: `yangent-sessions:${type}`, content, wait: WAIT, ...more };
    const answer = await client.invoke('yangent-sessions:send', message);
    this.#sent = Number(Object(answer).sequence);
  }
}

export function isOf({ type }: Pick<Message, 'type'>, name: string): boolean {
  return type === `yangent-sessions:${name}`;
}

/** True for the message that invites an agent. */
export function isInvitation({ membership }: Pick<Message, 'membership'>, agent: string): boolean {
  return membership?.agent === agent && membership.state === 'invited';
}

/** True for a message that `receive` gave; checks the members that every message has. */
export function isMessage(value: unknown): value is Message {
  const names = ['session', 'sequence', 'type'] as const;
  return typeof value === 'object' && value !== null && names.every((name) => typeof Object(value)[name] === 'string');
}
