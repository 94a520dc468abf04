/** The port to where bytes of data parameters are kept; the node keeps them in files (`fileBytes`). */
export interface ByteStore {
  /** Begins an empty piece of storage under a new name. */
  create(): Promise<string>;
  /**
   * Writes bytes from `offset` on; what stood behind it is gone. Resolves when they are durable.
   *
   * @param durable told of each length up to which everything is on disk; the next bytes wait for it
   * @returns the length reached. Rejects with the error of the source; what was told to be durable stays.
   */
  append(
    name: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
    durable: (length: number) => Promise<void>,
  ): Promise<number>;
  /** The bytes from `start` up to but not including `end`. */
  read(name: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** No error when there is none. */
  remove(name: string): Promise<void>;
  /** Everything that is kept. */
  names(): Promise<readonly string[]>;
}
