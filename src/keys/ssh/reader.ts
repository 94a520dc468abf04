/** Reads the data types of SSH (RFC 4251 §5) from octets, strictly. */

/** Octets of SSH that are not in the expected form, with the octet at which that was found. */
export class SshFault extends Error {
  constructor(where: number, message: string) {
    super(`octet ${where}: ${message}`);
    this.name = 'SshFault';
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class SshReader {
  readonly #octets: Buffer;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  }

  /** Returns the position of the next octet. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#octets.length;
  }

  /** @throws SshFault */
  uint32(name: string): number {
    return this.#octets.readUInt32BE(this.#take(4, name));
  }

  /** @throws SshFault */
  uint64(name: string): bigint {
    return this.#octets.readBigUInt64BE(this.#take(8, name));
  }

  /** Reads a string: its length, then its octets. @throws SshFault */
  string(name: string): Buffer {
    const length = this.uint32(name);
    const start = this.#take(length, name);
    return this.#octets.subarray(start, start + length);
  }

  /** Reads a string that is UTF-8. @throws SshFault */
  text(name: string): string {
    const start = this.#at;
    const octets = this.string(name);
    try {
      return UTF8.decode(octets);
    } catch {
      throw new SshFault(start, `${name} must be UTF-8`);
    }
  }

  /** Reads a positive mpint in its shortest form. @returns the number, big-endian, without leading zeros. @throws SshFault */
  positive(name: string): Buffer {
    const start = this.#at;
    const octets = this.string(name);
    const [first, second = 0] = octets;
    if (first === undefined || first > 0x7f) throw new SshFault(start, `${name} must be a positive number`);
    if (first !== 0) return octets;
    if (second <= 0x7f) throw new SshFault(start, `${name} must be a positive number in its shortest form`);
    return octets.subarray(1);
  }

  /** Requires that nothing follows. @throws SshFault */
  end(name: string): void {
    if (!this.isAtEnd) throw new SshFault(this.#at, `${name} must end here, but ${this.#left} octets follow`);
  }

  get #left(): number {
    return this.#octets.length - this.#at;
  }

  /** Moves on by `count` octets, and returns where they begin. */
  #take(count: number, name: string): number {
    if (count > this.#left) throw new SshFault(this.#at, `${name} needs ${count} octets, and ${this.#left} are left`);
    const start = this.#at;
    this.#at += count;
    return start;
  }
}
