import { SlotSet } from './slot-set.js';

/** Which agents have a value: the inverted index of one facet. */
export class Postings<Key> {
  readonly #slots = new Map<Key, SlotSet>();

  /** @param values each once */
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

  /** The values that some agent has, with who has them. */
  entries(): Iterable<readonly [Key, SlotSet]> {
    return this.#slots;
  }

  get size(): number {
    return this.#slots.size;
  }
}
