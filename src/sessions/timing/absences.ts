/** Gives teams another coordinator when theirs is offline for long, or when they have none. */
import { replaceCoordinator } from '../member/succession.js';
import type { SessionServices } from '../services.js';

export class Absences {
  /** When the coordinators that are not online were first seen so. A node that starts begins to count anew. */
  readonly #since = new Map<string, number>();

  constructor(private readonly o: SessionServices) {}

  async look(): Promise<void> {
    const { sessions, store } = this.o;
    const coordinators = new Set(await sessions.coordinators());
    for (const agent of this.#since.keys()) if (!coordinators.has(agent)) this.#since.delete(agent);
    for (const agent of coordinators) {
      if (!this.#isGone(agent)) continue;
      await store.transact(async (tx) => {
        for (const session of await sessions.ledBy(tx, agent)) await replaceCoordinator(this.o, tx, session);
      });
    }
    await store.transact(async (tx) => {
      for (const session of await sessions.ledBy(tx, undefined)) await replaceCoordinator(this.o, tx, session);
    });
  }

  #isGone(id: string): boolean {
    const { directory, states, clock, limits } = this.o;
    const agent = directory.get(id);
    if (agent && states.stateOf(agent) === 'online') {
      this.#since.delete(id);
      return false;
    }
    const since = this.#since.get(id) ?? clock();
    this.#since.set(id, since);
    return clock() - since >= limits.absence;
  }
}
