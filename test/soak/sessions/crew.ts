/** Agents that work in teams, one team after the other, while the node is killed again and again. */
import { setTimeout as delay } from 'node:timers/promises';
import { type RestconfClient, RestconfError } from '../../../src/clients/index.js';
import type { Random } from '../../fuzz/random.js';
import { faultsOf, isFinal, type Session } from './course.js';
import { contentOf, Journal } from './journal.js';
import { call, logsOf, type Message, messagesOf, type Rpcs, read, register } from './traffic.js';

type Said = Omit<Rpcs['yangent-sessions:send']['input'], 'session' | 'content'> & { readonly from: string };
type Task = NonNullable<Session['task']>[number];

/** Milliseconds between two looks at a team that waits for tasks. */
const PAUSE = 5;
/** A team concludes after so many turns at the latest. */
const TURNS = 40;

/** A team, and the messages that were told of it. */
interface Team {
  readonly request: string;
  readonly journal: Journal;
  /** Absent until the node has answered. */
  id?: string;
}

export class Crew {
  readonly faults: string[] = [];
  readonly counts = { teams: 0, turns: 0, refused: 0, assigned: 0, ended: 0, pauses: 0, concluded: 0 };
  readonly agents: readonly string[];
  #number = 0;
  #team: Team;
  /** The team before it, which has ended. */
  #previous: Team | undefined;
  /** Messages without answer. Of several, one is taken. */
  #open: readonly Said[] = [];

  constructor(
    private readonly name: string,
    private readonly random: Random,
  ) {
    this.agents = ['chief', 'hand', 'help'].map((role) => `${name}-${role}`);
    this.#team = this.#nextTeam();
  }

  async register(client: RestconfClient): Promise<void> {
    for (const agent of this.agents) await register(client, agent);
  }

  /** Returns what the members do at the same time, until the node is gone. */
  work(client: RestconfClient): readonly Promise<void>[] {
    const gone = new AbortController();
    const talk = this.#talk(client).finally(() => gone.abort());
    const listening = this.agents.map((agent) => this.#listen(client, agent, gone.signal));
    return [talk, this.#toil(client, gone.signal), ...listening];
  }

  /** Judges the team, and the one before it, after a crash. */
  async judge(client: RestconfClient): Promise<void> {
    for (const team of [this.#previous, this.#team])
      if (team?.id !== undefined) await this.#judge(client, team, team.id);
  }

  /** Brings the team to its end, and judges that each member got all that was said. */
  async finish(client: RestconfClient): Promise<void> {
    const { request } = this.#team;
    const toiling = new AbortController();
    const toil = this.#toil(client, toiling.signal);
    while (this.#team.request === request) await this.#say(client, true);
    toiling.abort();
    await toil;
    const team = this.#previous;
    if (team?.id === undefined) return;
    await this.#judge(client, team, team.id);
    for (const agent of this.agents) while ((await read(client, agent, 2, team.journal, team.id)) > 0);
    team.journal.judgeEnd();
    this.faults.push(...team.journal.faults);
  }

  async #talk(client: RestconfClient): Promise<never> {
    for (;;) await this.#say(client, false);
  }

  /** Takes the next step of the team, or the one that was not answered. */
  async #say(client: RestconfClient, toTheEnd: boolean): Promise<void> {
    const team = this.#team;
    team.id ??= await this.#form(client, team);
    if (this.#open.length > 0) return this.#send(client, team, true);
    const session = await this.#read(client, team.id);
    if (session.state === 'closed') {
      this.counts.concluded += 1;
      this.#previous = team;
      this.#team = this.#nextTeam();
      return;
    }
    this.#open = this.#choose(session, toTheEnd);
    if (this.#open.length === 0) await delay(PAUSE);
    else await this.#send(client, team, false);
  }

  /** Returns the message that is said next; two where two callers of the member speak at once, of which one may. */
  #choose({ state, floor, task = [] }: Session, toTheEnd: boolean): readonly Said[] {
    const { random } = this;
    const { holder = [], turn = 0 } = floor ?? {};
    if (holder.length === 0 || state === 'synchronous-task-assignment') return [];
    const from = random.pick(holder);
    const others = this.agents.filter((agent) => agent !== from);
    const message = (type: string, more: Partial<Said> = {}): Said => ({
      ...{ from, id: this.#nextId(), type: `yangent-sessions:${type}` },
      ...more,
    });
    if (state === 'conclusion') return [message('conclusion')];
    // The last of several speakers then was named by none of them, and has one turn only.
    const silent = this.agents.filter((agent) => !holder.includes(agent));
    if (holder.length > 1) return [message('discussion', { 'next-speaker': silent })];
    if (toTheEnd || turn >= TURNS || random.chance(0.08))
      return [message('conclude', random.chance(0.5) ? { 'next-speaker': [random.pick(others)] } : {})];
    if (random.chance(0.25)) {
      const mode = random.chance(0.4) ? 'synchronous' : 'asynchronous';
      const assignment = { mode, 'next-speaker': [random.pick(others)], task: { 'task-id': this.#nextId() } } as const;
      return [message('task-assignment', assignment)];
    }
    const unfinished = task.filter((each) => !isFinal(each.state)).map(({ id }) => id);
    if (unfinished.length > 0 && random.chance(0.4)) return [message('pause', { trigger: [random.pick(unfinished)] })];
    // The coordinator may speak without floor: of two of its messages none is refused.
    if (from !== this.agents[0] && random.chance(0.4)) {
      const next = { 'next-speaker': [random.pick(others)] };
      return [message('discussion', next), message('discussion', next)];
    }
    return [message('discussion', { 'next-speaker': random.chance(0.3) ? others : [random.pick(others)] })];
  }

  async #send(client: RestconfClient, team: Team, repeated: boolean): Promise<void> {
    const session = team.id;
    const answers = await Promise.allSettled(
      this.#open.map((said) =>
        call(client, 'yangent-sessions:send', { session, ...said, content: contentOf(String(said.id), said.from) }),
      ),
    );
    for (const answer of answers)
      if (answer.status === 'rejected' && !(answer.reason instanceof RestconfError)) throw answer.reason;
    let taken = 0;
    for (const [index, said] of this.#open.entries()) {
      const answer = answers[index];
      if (answer?.status === 'fulfilled') {
        taken += 1;
        team.journal.sent(String(said.id), Number(answer.value.sequence), repeated);
        this.#count(said);
      } else {
        team.journal.refused(String(said.id));
        this.counts.refused += 1;
        const isRefused = answer?.reason instanceof RestconfError && answer.reason.appTag === 'no-floor';
        if (this.#open.length === 1 || !isRefused) this.faults.push(`${said.id}: ${answer?.reason}`);
      }
    }
    if (taken !== 1) this.faults.push(`${taken} of ${this.#open.map(({ id }) => id).join()} were taken`);
    this.#open = [];
  }

  #count({ type }: Said): void {
    if (type?.endsWith(':conclusion')) return;
    this.counts.turns += 1;
    if (type?.endsWith(':pause')) this.counts.pauses += 1;
    if (type?.endsWith(':task-assignment')) this.counts.assigned += 1;
  }

  /** Executes the tasks of the team, until the signal comes. */
  async #toil(client: RestconfClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { id } = this.#team;
      const { task = [] } = id === undefined ? {} : await this.#read(client, id);
      const unfinished = task.filter(({ state }) => !isFinal(state));
      if (unfinished.length > 0 && this.random.chance(0.3)) await this.#execute(client, this.random.pick(unfinished));
      else await delay(PAUSE);
    }
  }

  /** Claims a task, or ends it when it was claimed. A task that was canceled meanwhile is refused. */
  async #execute(client: RestconfClient, { id, state }: Task): Promise<void> {
    const path = `/yangent-tasks:tasks/task=${id}`;
    try {
      if (state !== 'running') await client.action(`${path}/claim`, {});
      else await client.action(`${path}/complete`, {});
      this.counts.ended += Number(state === 'running');
    } catch (error) {
      if (!(error instanceof RestconfError)) throw error;
      const { value } = await client.get(path);
      const now = (value as { 'yangent-tasks:task': readonly { state: string }[] })['yangent-tasks:task'][0]?.state;
      if (now !== 'canceled') this.faults.push(`task ${id}, which was ${state} and is ${now}: ${error}`);
    }
  }

  async #listen(client: RestconfClient, agent: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { id, journal } = this.#team;
      if (id === undefined) await delay(PAUSE);
      else await read(client, agent, 1, journal, id);
    }
  }

  async #form(client: RestconfClient, { request }: Team): Promise<string> {
    const [from, ...others] = this.agents;
    const { id } = await call(client, 'yangent-sessions:open', {
      ...{
        from,
        kind: 'team',
        'request-id': request,
        goal: 'all tasks done',
        member: others.map((agent) => ({ agent })),
      },
      'turn-taking': { 'speaker-timeout': 604_800 },
    });
    this.counts.teams += 1;
    return String(id);
  }

  async #read(client: RestconfClient, id: string): Promise<Session> {
    const { value } = await client.get(`/yangent-sessions:sessions/session=${id}`);
    const [session] = (value as { 'yangent-sessions:session': readonly Session[] })['yangent-sessions:session'];
    if (!session) throw new Error(`there is no session ${id}`);
    return session;
  }

  async #judge(client: RestconfClient, { journal }: Team, id: string): Promise<void> {
    journal.judge(await logsOf(client, id, this.agents));
    const log: readonly Message[] = await messagesOf(client, id);
    this.faults.push(...journal.faults, ...faultsOf(await this.#read(client, id), log));
  }

  #nextTeam(): Team {
    return { request: `${this.name}-team-${this.#nextId()}`, journal: new Journal() };
  }

  #nextId(): string {
    this.#number += 1;
    return `${this.name}-${this.#number}`;
  }
}
