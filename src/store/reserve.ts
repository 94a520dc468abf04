/** A file that reserves room on the disk of the store, deleted when the disk is full. */
import { randomFillSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Octets per write. */
const PIECE = 1 << 20;
/**
 * Octets that must be free in addition before the reserve is made again: the next transaction must not find the disk full at
 * once.
 */
const BESIDE = 4 << 20;

export class Reserve {
  readonly #path: string;
  #making: Promise<boolean> | undefined;

  /** @param file the database; the reserve is in the same folder */
  constructor(
    file: string,
    readonly octets: number,
  ) {
    this.#path = `${file}.reserve`;
  }

  /** Makes the file unless it exists; true when it exists in its whole size. */
  make(): Promise<boolean> {
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  giveUp(): void {
    rmSync(this.#path, { force: true });
  }

  /** Waits until a running `make` has ended. */
  async settled(): Promise<void> {
    await this.#making;
  }

  async #make(): Promise<boolean> {
    try {
      if (await this.#isThere()) return true;
      const { bavail, bsize } = await statfs(dirname(this.#path));
      if (bavail * bsize < this.octets + BESIDE) return false;
      await this.#write();
      return await this.#isThere();
    } catch {
      await rm(this.#path, { force: true }).catch(() => undefined);
      return false;
    }
  }

  async #isThere(): Promise<boolean> {
    const found = await stat(this.#path).catch(() => undefined);
    return found?.size === this.octets;
  }

  /** Writes random octets, so that no file system compresses them. They need not be durable: the room is taken. */
  async #write(): Promise<void> {
    const piece = randomFillSync(Buffer.allocUnsafe(PIECE));
    const file = await open(this.#path, 'w', 0o600);
    try {
      for (let written = 0; written < this.octets; ) {
        const { bytesWritten } = await file.write(piece, 0, Math.min(PIECE, this.octets - written));
        written += bytesWritten;
      }
    } finally {
      await file.close();
    }
  }
}
