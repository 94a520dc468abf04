import { SlotSet } from './slot-set.js';

/** The inverted index of one facet: the agents by value. */
export class Postings<Key> {
  readonly #slots = new Map<Key, SlotSet>();

  /** Adds an agent. @param values the values, each once */
  add(values: Iterable<Key>, slot: number): void {
    for (const value of values) {
      const slots = this.#slots.get(value) ?? new SlotSet();
      slots.add(slot);
      this.#slots.set(value, slots);
    }
  }

  remove(values: Iterable<Key>, slot: number): void {
    for (const value of values) {
      const slots = this.#slots.get(value);
      slots?.remove(slot);
      if (slots?.size === 0) this.#slots.delete(value);
    }
  }

  get(value: Key): SlotSet | undefined {
    return this.#slots.get(value);
  }

  /** Returns the values with their agents. */
  entries(): Iterable<readonly [Key, SlotSet]> {
    return this.#slots;
  }

  get size(): number {
    return this.#slots.size;
  }
}
