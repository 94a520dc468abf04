/** The port for storage of the bytes of data parameters; the node stores them in files (`fileBytes`). */
export interface ByteStore {
  /** Creates empty storage under a new name. */
  create(): Promise<string>;
  /**
   * Writes bytes from `offset` on, and removes all bytes after them. Resolves when they are durable.
   *
   * @param durable called with each length up to which all bytes are on disk; the next bytes wait for it
   * @returns the length reached. Rejects with the error of the source; durable bytes stay
   */
  append(
    name: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
    durable: (length: number) => Promise<void>,
  ): Promise<number>;
  /** Reads the bytes from `start` up to but not including `end`. */
  read(name: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Deletes storage; no error when there is none. */
  remove(name: string): Promise<void>;
  /** Lists the names of all storage. */
  names(): Promise<readonly string[]>;
}
