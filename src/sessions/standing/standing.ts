/** The configured sessions of a node: each is kept as its entry says, from the start on and after each commit. */
import type { Logger } from 'pino';
import { configuredEntries } from '../../server/index.js';
import { persist } from '../../store/index.js';
import { STANDING } from '../record/standing.js';
import { keep, type Outcome, type StandingNeeds } from './keep.js';

export class StandingSessions {
  /** The names of the entries that wait for an agent. */
  readonly #awaited = new Map<string, Set<string>>();
  /** Why entries are not as configured, by their names. */
  readonly #troubled = new Map<string, string>();
  readonly #working = new Set<Promise<void>>();
  #stopping = new AbortController();
  #forget: (() => void) | undefined;

  constructor(
    private readonly o: StandingNeeds,
    private readonly log: Logger,
  ) {}

  /** Keeps all entries, also those that were changed or deleted while the node was down. */
  async start(): Promise<void> {
    const { running, services } = this.o;
    this.#stopping = new AbortController();
    this.#forget = services.directory.onPut(({ id }) => {
      for (const name of this.#awaited.get(id) ?? []) this.#later(name);
    });
    const configured = configuredEntries(running.tree, STANDING).map(({ name }) => name);
    for (const name of new Set([...configured, ...(await services.standing.names())])) await this.#tryToKeep(name);
  }

  async stop(): Promise<void> {
    this.#forget?.();
    this.#stopping.abort(new Error('the node is stopping'));
    await Promise.all(this.#working);
  }

  /** Lets a commit come into force, also when the store fails for a moment. */
  async changed(name: string): Promise<void> {
    if (this.#forget) await this.#keep(name);
  }

  /** Tries again what could not be done. */
  again(): void {
    for (const name of this.#troubled.keys()) this.#later(name);
  }

  #later(name: string): void {
    const work: Promise<void> = this.#tryToKeep(name).finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  async #tryToKeep(name: string): Promise<void> {
    try {
      await this.#keep(name);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#troubled.set(name, String(error));
      this.log.error({ err: error, standing: name }, 'sessions: a configured session could not be kept');
    }
  }

  async #keep(name: string): Promise<void> {
    const { store } = this.o.services;
    await persist(
      () =>
        store.transact(async (tx) => {
          const outcome = await keep(this.o, tx, name);
          tx.afterCommit(() => this.#note(name, outcome));
        }),
      this.#stopping.signal,
    );
  }

  #note(name: string, { awaited, problem }: Outcome): void {
    for (const [agent, names] of this.#awaited) {
      names.delete(name);
      if (names.size === 0) this.#awaited.delete(agent);
    }
    for (const agent of awaited) {
      const names = this.#awaited.get(agent) ?? new Set();
      this.#awaited.set(agent, names.add(name));
    }
    if (problem === undefined) {
      this.#troubled.delete(name);
      return;
    }
    if (this.#troubled.get(name) === problem) return;
    this.#troubled.set(name, problem);
    this.log.warn({ standing: name }, `sessions: a session is not as configured: ${problem}`);
  }
}
