const FIRST_CAPACITY = 4096;

/**
 * The bytes of one message received in several pieces. The capacity doubles, so a message that arrives byte by byte takes
 * linear time and at most twice its size. Pieces are copied, so the socket's buffers are released.
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

  /** Returns the last `count` bytes, or all when there are fewer. A view: valid until the next append. */
  tail(count: number): Buffer {
    return this.#bytes.subarray(Math.max(0, this.#length - count), this.#length);
  }

  /** Returns the first `length` bytes and empties the buffer, which then holds no memory. */
  take(length = this.#length): Buffer {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return taken;
  }
}
