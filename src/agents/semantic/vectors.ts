/** The vectors of all agents, by slot, in blocks that are made as they are needed. */
const BLOCK = 4_096;

export class Vectors {
  readonly #blocks: Float32Array[] = [];
  /** 1 for slots that have a vector. */
  #known = new Uint8Array(0);

  constructor(readonly dimensions: number) {}

  /** @param vector of `dimensions` numbers and length 1 */
  set(slot: number, vector: Float32Array): void {
    const block = Math.floor(slot / BLOCK);
    const numbers = this.#blocks[block] ?? new Float32Array(BLOCK * this.dimensions);
    this.#blocks[block] = numbers;
    numbers.set(vector, (slot % BLOCK) * this.dimensions);
    if (slot >= this.#known.length) {
      const known = new Uint8Array(Math.max(slot + 1, this.#known.length * 2));
      known.set(this.#known);
      this.#known = known;
    }
    this.#known[slot] = 1;
  }

  clear(slot: number): void {
    if (slot < this.#known.length) this.#known[slot] = 0;
  }

  has(slot: number): boolean {
    return this.#known[slot] === 1;
  }

  /** The cosine of the angle between the slot's vector and `wanted`; 0 where there is no vector. */
  similarity(slot: number, wanted: Float32Array): number {
    const numbers = this.#known[slot] === 1 ? this.#blocks[Math.floor(slot / BLOCK)] : undefined;
    if (!numbers) return 0;
    const { dimensions } = this;
    const start = (slot % BLOCK) * dimensions;
    // Four sums that do not wait for one another.
    let [a, b, c, d] = [0, 0, 0, 0];
    let at = 0;
    for (; at + 3 < dimensions; at += 4) {
      const i = start + at;
      a += (numbers[i] as number) * (wanted[at] as number);
      b += (numbers[i + 1] as number) * (wanted[at + 1] as number);
      c += (numbers[i + 2] as number) * (wanted[at + 2] as number);
      d += (numbers[i + 3] as number) * (wanted[at + 3] as number);
    }
    for (; at < dimensions; at++) a += (numbers[start + at] ?? 0) * (wanted[at] ?? 0);
    return a + b + c + d;
  }
}
