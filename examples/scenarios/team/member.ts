/** The program of an agent, a client of its own node: it listens in its sessions, joins where it is invited, and claims its tasks. */
import { setTimeout as pause } from 'node:timers/promises';
import { fromEvent } from 'rxjs';
import type { RestconfClient, Rpcs } from 'yangent';
import { type Account, type Desk, entriesIn, membersIn, textIn } from '../stage/index.js';
import { isInvitation, isMessage, type Message, Talk } from './talk.js';
import { type Claimed, claimedIn, complete } from './tasks.js';

type Opening = Rpcs['yangent-sessions:open']['input'];

/** Does a task. Returns its result; undefined when the conclusion of a team completes the task. */
export type Skill = (task: Claimed, member: Member) => Promise<string | undefined>;

export interface MemberOptions {
  readonly desk: Desk;
  /** Its node. */
  readonly node: string;
  readonly account: Account;
  readonly signal: AbortSignal;
  readonly skills?: Readonly<Record<string, Skill>>;
  /** Milliseconds that it takes to do a task. */
  readonly effort: number;
  /** Called with each session into which others have brought the agent. */
  readonly attend?: (talk: Talk) => Promise<void>;
}

/** Seconds that a call waits at the node, and milliseconds that its answer may take. */
const WAIT = 30;
const TIMEOUT = 60_000;

export class Member {
  readonly #talks = new Map<string, Promise<Talk>>();
  /** The last opening of a session: it ends when the session is known. */
  #opening: Promise<unknown> | undefined;
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;

  private constructor(
    private readonly client: RestconfClient,
    private readonly o: MemberOptions,
  ) {
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
  }

  /** Connects the program of an agent; `run` makes it work. */
  static async connect(o: MemberOptions): Promise<Member> {
    return new Member(await o.desk.client(o.node), o);
  }

  get id(): string {
    return this.o.desk.id;
  }

  /** Listens and works until the scenario ends. @throws the first error of these */
  async run(): Promise<void> {
    try {
      const works = this.o.skills === undefined ? [] : [this.#work()];
      await Promise.race([this.#failed, Promise.all([this.#listen(), ...works])]);
    } catch (error) {
      if (!this.o.signal.aborted) throw error;
    } finally {
      this.client.close();
    }
  }

  /** Opens a session. @returns it, and the agents that were found for its needs */
  async open(opening: Opening, about: string): Promise<{ readonly talk: Talk; readonly found: readonly string[] }> {
    const opened = this.client.invoke('yangent-sessions:open', { from: this.id, ...opening }).then(async (answer) => {
      const members = membersIn(answer);
      return { answer: members, talk: await this.#talk(textIn(members, 'id') ?? '') };
    });
    this.#opening = opened;
    const { answer, talk } = await opened;
    talk.lead();
    const found = entriesIn(answer, 'member').flatMap((each) => textIn(each, 'agent') ?? []);
    const others = found.filter((agent) => agent !== this.id);
    talk.tell('forms', `${opening.goal}, with ${others.join(' and ')}`, { about });
    return { talk, found: others };
  }

  async #listen(): Promise<void> {
    const { signal } = this.o;
    while (!signal.aborted) {
      const input = { agent: this.id, wait: WAIT };
      const answer = await this.client.invoke('yangent-sessions:receive', input, { signal, timeout: TIMEOUT });
      const messages = entriesIn(membersIn(answer), 'message').filter(isMessage);
      for (const message of messages) await this.#take(message);
      const last = new Map(messages.map(({ session, sequence }) => [session, sequence]));
      const position = [...last].map(([session, through]) => ({ session, through }));
      if (position.length > 0) await this.client.invoke('yangent-sessions:acknowledge', { agent: this.id, position });
    }
  }

  async #take(message: Message): Promise<void> {
    // The first message of an own session may come before the answer that names it.
    if (!this.#talks.has(message.session)) await this.#opening;
    const isKnown = this.#talks.has(message.session);
    const talk = await this.#talk(message.session);
    talk.take(message);
    if (isInvitation(message, this.id)) this.#beside(talk.join());
    if (!isKnown) this.#beside(this.o.attend?.(talk));
  }

  /** Lets something go on beside; its error ends the program. */
  #beside(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#fail(error));
  }

  #talk(session: string): Promise<Talk> {
    const known = this.#talks.get(session) ?? this.#newTalk(session);
    this.#talks.set(session, known);
    return known;
  }

  async #newTalk(session: string): Promise<Talk> {
    const path = `/yangent-sessions:sessions/session=${session}`;
    const { value } = await this.client.get(path, { query: { fields: 'name' } });
    const [about = {}] = entriesIn(membersIn(value), 'yangent-sessions:session');
    const { account, node, signal } = this.o;
    return new Talk({
      ...{ client: this.client, account, node, self: this.id, session },
      name: textIn(about, 'name') ?? session,
      end: fromEvent(signal, 'abort'),
    });
  }

  async #work(): Promise<void> {
    const { signal } = this.o;
    while (!signal.aborted) {
      const input = { agent: this.id, wait: WAIT };
      const answer = await this.client.invoke('yangent-tasks:claim-next', input, { signal, timeout: TIMEOUT });
      for (const task of claimedIn(answer)) this.#beside(this.#do(task));
    }
  }

  async #do(task: Claimed): Promise<void> {
    this.#tell(task, 'reports', task.content);
    await pause(this.o.effort, undefined, { signal: this.o.signal });
    const result = await this.o.skills?.[task.type]?.(task, this);
    if (result === undefined) return;
    // Others act on the result before this call is answered, so that it is told first.
    this.#tell(task, 'answers', inShort(result));
    await complete(this.client, task, result);
  }

  /** Tells the account that a task is begun, or ended. The assigner has told its identifier, which another node does not keep. */
  #tell({ type, from: to }: Claimed, act: 'reports' | 'answers', text: string): void {
    const { account, node } = this.o;
    const entry = { from: this.id, node, act, text, about: type };
    if (act === 'reports') account.tell({ ...entry, task: { type, state: 'running' } });
    else account.tell({ ...entry, to, protocol: 'RESTCONF', task: { type, state: 'completed' } });
  }
}

/** Returns the first line of a text, and how many follow. */
function inShort(text: string): string {
  const [first = '', ...others] = text.split('\n');
  return others.length === 0 ? first : `${first} (and ${others.length} more lines)`;
}
