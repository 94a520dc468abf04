/** The agents of this node that are members of sessions: calls their functions when something happens, never under `stop-all`. */
import { setMaxListeners } from 'node:events';
import type { SessionHooks } from './hooks.js';
import { type Memory, NOTHING_DONE, work } from './lane.js';
import type { MemberNeeds } from './needs.js';

/** Sessions in which one agent is at work at the same time. */
const MOST_AT_WORK = 50;
/** Sessions that wait for an agent; beyond them it looks at all of its sessions later. */
const MOST_WAITING = 10_000;
/** Sessions of an agent that are remembered; the oldest is forgotten first. */
const MOST_REMEMBERED = 10_000;
/** Sessions that are looked up at once, and read at once. */
const PAGE = 500;
/** Milliseconds after which an agent whose work failed looks at its sessions again. */
const AGAIN = 5_000;

interface Hosted {
  readonly id: string;
  readonly hooks: SessionHooks | undefined;
  /** Sessions in which it is at work; true when something happened there meanwhile. */
  readonly atWork: Map<string, boolean>;
  readonly waiting: Set<string>;
  readonly memories: Map<string, Memory>;
  /** The session behind which it looks at its sessions when none waits; undefined: it has looked at all. */
  behind: string | undefined;
  isReading: boolean;
  timer: NodeJS.Timeout | undefined;
  /** Milliseconds since 1970 at which the timer fires. */
  due: number;
}

export class HostedMembers {
  readonly #agents = new Map<string, Hosted>();
  /** Sessions and agents of which something was heard. */
  readonly #news = new Set<string>();
  readonly #works = new Set<Promise<void>>();
  /** Set while hosted members act. */
  #acting: AbortController | undefined;
  #isStarted = false;
  #isLooking = false;

  /** @param isHalted true under `stop-all` */
  constructor(
    private readonly needs: MemberNeeds,
    private readonly isHalted: () => boolean,
  ) {
    needs.services.attached.follow((key) => this.#hear(key));
  }

  /** Adds an agent. @param hooks what its definition says about sessions */
  async host(id: string, hooks: SessionHooks | undefined): Promise<void> {
    const hosted: Hosted = {
      ...{ id, hooks, atWork: new Map(), waiting: new Set(), memories: new Map() },
      ...{ behind: '', isReading: false, timer: undefined, due: Number.POSITIVE_INFINITY },
    };
    this.#agents.set(id, hosted);
    if (this.#acting) await this.#begin(hosted);
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#open();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    await this.#close('the node is stopping');
  }

  /** Follows stop-all and resume-all. Functions that are at work under `stop-all` are aborted at once. */
  async follow(halted: boolean): Promise<void> {
    if (halted) await this.#close('everything autonomous is stopped (yangent-tasks:stop-all)');
    else await this.#open();
  }

  async #open(): Promise<void> {
    if (!this.#isStarted || this.#acting || this.isHalted()) return;
    this.#acting = new AbortController();
    // Each session in which an agent is at work listens to it.
    setMaxListeners(0, this.#acting.signal);
    for (const hosted of this.#agents.values()) await this.#begin(hosted);
  }

  async #close(reason: string): Promise<void> {
    this.#acting?.abort(new Error(reason));
    this.#acting = undefined;
    this.#news.clear();
    for (const hosted of this.#agents.values()) {
      clearTimeout(hosted.timer);
      hosted.timer = undefined;
      hosted.due = Number.POSITIVE_INFINITY;
      hosted.waiting.clear();
    }
    await Promise.allSettled(this.#works);
  }

  /** This process takes over the loans of an earlier one; all sessions of the agent are looked at. */
  async #begin(hosted: Hosted): Promise<void> {
    const { store, members } = this.needs.services;
    await store.transact((tx) => members.endLoans(tx, hosted.id));
    hosted.memories.clear();
    hosted.behind = '';
    this.#fill(hosted);
  }

  #hear(key: string): void {
    if (!this.#acting || this.#agents.size === 0) return;
    if (this.#news.size >= MOST_WAITING) {
      this.#news.clear();
      for (const hosted of this.#agents.values()) hosted.behind = '';
    }
    this.#news.add(key);
    if (!this.#isLooking) this.#track(this.#look());
  }

  /** Finds the agents that news concerns. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#acting && this.#news.size > 0) {
        const keys = [...this.#news].slice(0, PAGE);
        for (const key of keys) this.#news.delete(key);
        const agents = [...this.#agents.keys()];
        for (let from = 0; from < agents.length; from += PAGE) {
          const found = await this.needs.services.members.presentOf(keys, agents.slice(from, from + PAGE));
          for (const { session, agent } of found) {
            const hosted = this.#agents.get(agent);
            if (hosted) this.#enqueue(hosted, session);
          }
        }
      }
      for (const hosted of this.#agents.values()) this.#fill(hosted);
    } catch (error) {
      for (const hosted of this.#agents.values()) this.#lookAt(hosted, this.needs.services.now() + AGAIN);
      throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  #enqueue(hosted: Hosted, session: string): void {
    if (!this.#acting) return;
    if (hosted.atWork.has(session)) hosted.atWork.set(session, true);
    else if (hosted.atWork.size < MOST_AT_WORK) this.#track(this.#run(hosted, session, this.#acting.signal));
    else if (hosted.waiting.size < MOST_WAITING) hosted.waiting.add(session);
    else hosted.behind = '';
  }

  async #run(hosted: Hosted, session: string, signal: AbortSignal): Promise<void> {
    const { id: agent, hooks, atWork } = hosted;
    const memory = remembered(hosted, session);
    try {
      do {
        atWork.set(session, false);
        const options = { needs: this.needs, agent, memory, signal, ...(hooks ? { hooks } : {}) };
        const later = await work(options, session);
        if (later !== undefined) this.#lookAt(hosted, later);
      } while (atWork.get(session) === true && !signal.aborted);
    } catch (error) {
      if (!signal.aborted) {
        this.needs.logger.error(
          { err: error, agent, session },
          'sessions: a hosted member could not go on; it looks again',
        );
        this.#lookAt(hosted, this.needs.services.now() + AGAIN);
        await this.#giveBack(agent, session);
      }
    } finally {
      // After stop-all and resume-all, news may have come while the work of before was still ending.
      const isAgain = atWork.get(session) === true;
      atWork.delete(session);
      if (isAgain) this.#enqueue(hosted, session);
      this.#next(hosted);
    }
  }

  /** Lets the agent read again what it had borrowed when its work broke off. */
  async #giveBack(agent: string, session: string): Promise<void> {
    const { store, members } = this.needs.services;
    await store.transact((tx) => members.endLoans(tx, agent, session));
  }

  #next(hosted: Hosted): void {
    const [session] = hosted.waiting;
    if (session === undefined) {
      this.#fill(hosted);
      return;
    }
    hosted.waiting.delete(session);
    this.#enqueue(hosted, session);
  }

  /** Reads the next of the sessions of an agent that has not looked at all of them. */
  #fill(hosted: Hosted): void {
    if (!this.#acting || hosted.isReading || hosted.behind === undefined || hosted.waiting.size > 0) return;
    hosted.isReading = true;
    this.#track(
      this.#read(hosted, hosted.behind).then(
        () => {
          hosted.isReading = false;
          if (hosted.behind !== undefined && hosted.atWork.size === 0) this.#fill(hosted);
        },
        (error: unknown) => {
          hosted.isReading = false;
          hosted.behind = undefined;
          this.#lookAt(hosted, this.needs.services.now() + AGAIN);
          throw error;
        },
      ),
    );
  }

  async #read(hosted: Hosted, behind: string): Promise<void> {
    const page = await this.needs.services.members.livelyOf(hosted.id, behind, PAGE);
    // News that came meanwhile may ask for all of them again.
    if (hosted.behind === behind) hosted.behind = page.length < PAGE ? undefined : page.at(-1);
    for (const session of page) this.#enqueue(hosted, session);
  }

  /** Looks at all sessions of an agent at a later time. */
  #lookAt(hosted: Hosted, due: number): void {
    if (!this.#acting || due >= hosted.due) return;
    clearTimeout(hosted.timer);
    hosted.due = due;
    const length = Math.max(1, due - this.needs.services.now());
    hosted.timer = setTimeout(() => {
      hosted.due = Number.POSITIVE_INFINITY;
      hosted.behind = '';
      this.#fill(hosted);
    }, length).unref();
  }

  #track(promise: Promise<void>): void {
    const tracked = promise
      .catch((error: unknown) => {
        if (this.#acting) this.needs.logger.error({ err: error }, 'sessions: hosted members could not be called');
      })
      .finally(() => this.#works.delete(tracked));
    this.#works.add(tracked);
  }
}

function remembered({ memories }: Hosted, session: string): Memory {
  const memory = memories.get(session) ?? { ...NOTHING_DONE };
  memories.delete(session);
  memories.set(session, memory);
  const oldest = memories.keys().next();
  if (memories.size > MOST_REMEMBERED && oldest.done !== true) memories.delete(oldest.value);
  return memory;
}
