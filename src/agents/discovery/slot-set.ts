/**
 * Sets of small whole numbers (the slots of agents), quick to intersect: few members are kept as an array, many as one
 * bit each, so that 100,000 sets of one and ten sets of 100,000 are both small.
 */

/** One bit for each slot below its capacity. */
export class Bits {
  #words: Uint32Array;

  /** @param capacity slots that can be members without growing */
  constructor(capacity: number) {
    this.#words = new Uint32Array((capacity + 31) >>> 5);
  }

  get capacity(): number {
    return this.#words.length << 5;
  }

  has(slot: number): boolean {
    return ((this.#words[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
  }

  set(slot: number): void {
    const at = slot >>> 5;
    if (at >= this.#words.length) this.#grow(Math.max(at + 1, this.#words.length * 2));
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (slot & 31));
  }

  clear(slot: number): void {
    const at = slot >>> 5;
    if (at < this.#words.length) this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (slot & 31));
  }

  #grow(words: number): void {
    const grown = new Uint32Array(words);
    grown.set(this.#words);
    this.#words = grown;
  }

  and(other: Bits): void {
    for (let at = 0; at < this.#words.length; at++) this.#words[at] = (this.#words[at] ?? 0) & (other.#words[at] ?? 0);
  }

  or(other: Bits): void {
    const slots = other.#words.length << 5;
    if (slots > this.capacity) this.#grow(other.#words.length);
    for (let at = 0; at < other.#words.length; at++) this.#words[at] = (this.#words[at] ?? 0) | (other.#words[at] ?? 0);
  }

  count(): number {
    let count = 0;
    for (const word of this.#words) count += ones(word);
    return count;
  }

  /** Writes the members from `start` (a multiple of 32) up to, but not including, `end` into `slots`. Returns their number. */
  into(slots: Int32Array, start: number, end: number): number {
    let count = 0;
    const last = Math.min((end + 31) >>> 5, this.#words.length);
    for (let at = start >>> 5; at < last; at++) {
      for (let word = this.#words[at] ?? 0; word !== 0; word &= word - 1)
        slots[count++] = (at << 5) + (31 - Math.clz32(word & -word));
    }
    return count;
  }

  /** Visits the members that both sets have. */
  forEachCommon(other: Bits, visit: (slot: number) => void): void {
    const last = Math.min(this.#words.length, other.#words.length);
    for (let at = 0; at < last; at++) {
      for (let word = (this.#words[at] ?? 0) & (other.#words[at] ?? 0); word !== 0; word &= word - 1)
        visit((at << 5) + (31 - Math.clz32(word & -word)));
    }
  }

  /** Visits the members in ascending order, from `start` up to, but not including, `end`. */
  forEach(visit: (slot: number) => void, start = 0, end = this.capacity): void {
    const last = Math.min(end, this.capacity);
    for (let at = start >>> 5; at << 5 < last; at++) {
      for (let word = this.#words[at] ?? 0; word !== 0; word &= word - 1) {
        const slot = (at << 5) + (31 - Math.clz32(word & -word));
        if (slot >= start && slot < last) visit(slot);
      }
    }
  }
}

function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Maximum number of members of a set kept as an array: a removal scans all. */
const FEW = 256;

/** A set that changes its form with its size. A slot is added only once. */
export class SlotSet {
  #few: number[] | undefined = [];
  #many: Bits | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(slot: number): void {
    this.#size++;
    if (this.#few && this.#few.length < FEW) {
      this.#few.push(slot);
      return;
    }
    if (this.#few) {
      this.#many = new Bits(0);
      for (const each of this.#few) this.#many.set(each);
      this.#few = undefined;
    }
    this.#many?.set(slot);
  }

  remove(slot: number): void {
    if (!this.has(slot)) return;
    this.#size--;
    if (this.#few) {
      const last = this.#few.pop();
      const at = last === slot ? -1 : this.#few.indexOf(slot);
      if (at >= 0 && last !== undefined) this.#few[at] = last;
      return;
    }
    this.#many?.clear(slot);
    if (this.#size > FEW / 2) return;
    const few: number[] = [];
    this.#many?.forEach((each) => {
      few.push(each);
    });
    this.#few = few;
    this.#many = undefined;
  }

  has(slot: number): boolean {
    return this.#few ? this.#few.includes(slot) : (this.#many?.has(slot) ?? false);
  }

  forEach(visit: (slot: number) => void): void {
    if (this.#few) for (const slot of this.#few) visit(slot);
    else this.#many?.forEach(visit);
  }

  /** Visits the members that are also in `bits`. */
  forEachIn(bits: Bits, visit: (slot: number) => void): void {
    if (this.#many) this.#many.forEachCommon(bits, visit);
    else for (const slot of this.#few ?? []) if (bits.has(slot)) visit(slot);
  }

  /** Adds the members to `bits`. */
  addTo(bits: Bits): void {
    if (this.#many) bits.or(this.#many);
    else for (const slot of this.#few ?? []) bits.set(slot);
  }

  /** Keeps in `bits` only the members of this set. */
  keepIn(bits: Bits): void {
    bits.and(this.#many ?? this.#asBits(bits.capacity));
  }

  #asBits(capacity: number): Bits {
    const bits = new Bits(capacity);
    this.addTo(bits);
    return bits;
  }
}
