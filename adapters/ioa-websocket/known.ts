/** The groups of which a client was told, and the state in which each was then. */

/** Maximum number of groups that one connection remembers. */
const MAX_KNOWN = 10_000;

export class KnownGroups {
  readonly #states = new Map<string, string>();

  has(group: string): boolean {
    return this.#states.has(group);
  }

  /** Returns the last state that was told: that after a message which does not change it. */
  stateOf(group: string): string {
    return this.#states.get(group) ?? 'open';
  }

  /** Returns true for the first that tells the client of the group: its messages and the answers to its frames come side by side. */
  meet(group: string, state: string): boolean {
    if (this.has(group)) return false;
    this.add(group, state);
    return true;
  }

  add(group: string, state: string): void {
    this.#states.delete(group);
    this.#states.set(group, state);
    const oldest = this.#states.keys().next();
    if (this.#states.size > MAX_KNOWN && oldest.done !== true) this.#states.delete(oldest.value);
  }
}
