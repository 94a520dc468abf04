const FIRST_CAPACITY = 4096;

/**
 * Bytes of one message that came in several pieces. Capacity doubles, so a message that arrives one byte at a
 * time costs linear time and at most twice its size, and no piece keeps the socket's buffer alive.
 */
export class ByteBuffer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(bytes: Buffer): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2, FIRST_CAPACITY));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    bytes.copy(this.#bytes, this.#length);
    this.#length = needed;
  }

  /** The last `count` bytes (or all, when there are fewer). A view: valid until the next append. */
  tail(count: number): Buffer {
    return this.#bytes.subarray(Math.max(0, this.#length - count), this.#length);
  }

  /** The first `length` bytes; the buffer is empty afterwards and holds no memory. */
  take(length = this.#length): Buffer {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return taken;
  }
}
