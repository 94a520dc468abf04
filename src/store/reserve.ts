/** A file that holds some room on the disk of the store, to be given up when the disk is full. */
import { randomFillSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Octets written at a time. */
const PIECE = 1 << 20;
/** Octets that must be free beside the reserve before it is made again: what comes next must not find the disk full at once. */
const BESIDE = 4 << 20;

export class Reserve {
  readonly #path: string;
  #making: Promise<boolean> | undefined;

  /** @param file the database, beside which the reserve lies */
  constructor(
    file: string,
    readonly octets: number,
  ) {
    this.#path = `${file}.reserve`;
  }

  /** Makes the file unless it is there; true when it is there with its whole size. */
  make(): Promise<boolean> {
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  giveUp(): void {
    rmSync(this.#path, { force: true });
  }

  /** Waits until the file is made, where that is under way. */
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

  /** Random octets, so that no file system stores less of them. That they are durable is not needed: the room is taken. */
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
