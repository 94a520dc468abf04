/**
 * The vectors of all agents by slot, in blocks that are allocated on demand. Each number is stored as one octet, times a scale of
 * its vector. This changes similarities by less than 0.01 and needs a quarter of the memory.
 */
const BLOCK_BITS = 12;
const BLOCK = 1 << BLOCK_BITS;
const LARGEST = 127;
const LARGEST_SUM = 2 ** 31 - 1;

export class Vectors {
  readonly #blocks: Int8Array[] = [];
  /** Factor for the octets of the slot's vector; 0 for slots without a vector. */
  #scales = new Float32Array(0);

  constructor(readonly dimensions: number) {}

  /** Stores a vector. @param vector `dimensions` numbers, length 1 */
  set(slot: number, vector: Float32Array): void {
    const block = slot >>> BLOCK_BITS;
    const octets = this.#blocks[block] ?? new Int8Array(BLOCK * this.dimensions);
    this.#blocks[block] = octets;
    let largest = 0;
    for (const each of vector) largest = Math.max(largest, Math.abs(each));
    const start = (slot & (BLOCK - 1)) * this.dimensions;
    for (let at = 0; at < vector.length; at++)
      octets[start + at] = largest === 0 ? 0 : Math.round(((vector[at] ?? 0) / largest) * LARGEST);
    if (slot >= this.#scales.length) {
      const scales = new Float32Array(Math.max(slot + 1, this.#scales.length * 2));
      scales.set(this.#scales);
      this.#scales = scales;
    }
    this.#scales[slot] = largest / LARGEST;
  }

  clear(slot: number): void {
    if (slot < this.#scales.length) this.#scales[slot] = 0;
  }

  /**
   * Returns a function that compares `wanted` with a slot. It uses only the dimensions in which `wanted` is not 0: few for a short
   * text. They are multiplied as integers, scaled so that no sum overflows.
   *
   * @returns a function that gives the cosine of the angle between the slot's vector and `wanted`; 0 without a vector
   */
  comparison(wanted: Float32Array): (slot: number) => number {
    const dimensions: number[] = [];
    let sum = 0;
    for (const [at, each] of wanted.entries()) {
      if (each === 0) continue;
      dimensions.push(at);
      sum += Math.abs(each);
    }
    const factor = Math.floor(LARGEST_SUM / LARGEST - dimensions.length) / sum;
    // Padded with zeros to a multiple of four.
    const count = (dimensions.length + 3) & ~3;
    const at = new Int32Array(count);
    const weights = new Int32Array(count);
    for (const [n, dimension] of dimensions.entries()) {
      at[n] = dimension;
      weights[n] = Math.round((wanted[dimension] ?? 0) * factor);
    }
    return (slot) => {
      const scale = this.#scales[slot] ?? 0;
      const octets = this.#blocks[slot >>> BLOCK_BITS];
      if (scale === 0 || !octets) return 0;
      return (product(octets, (slot & (BLOCK - 1)) * this.dimensions, at, weights) * scale) / factor;
    };
  }
}

/** Returns the dot product, in four independent sums. */
function product(octets: Int8Array, start: number, at: Int32Array, weights: Int32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let n = 0; n < at.length; n += 4) {
    a = (a + Math.imul(octets[start + (at[n] as number)] as number, weights[n] as number)) | 0;
    b = (b + Math.imul(octets[start + (at[n + 1] as number)] as number, weights[n + 1] as number)) | 0;
    c = (c + Math.imul(octets[start + (at[n + 2] as number)] as number, weights[n + 2] as number)) | 0;
    d = (d + Math.imul(octets[start + (at[n + 3] as number)] as number, weights[n + 3] as number)) | 0;
  }
  return a + b + c + d;
}
