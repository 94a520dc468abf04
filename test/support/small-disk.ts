/** A disk of its own, small enough to be filled: a tmpfs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = 64 * 1024;

export class SmallDisk {
  readonly directory = mkdtempSync(join(tmpdir(), 'yangent-disk-'));
  readonly #filler = join(this.directory, 'filler');

  /** @param mount path of the program */
  constructor(mount: string, megabytes: number) {
    execFileSync(mount, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.directory]);
  }

  /** Takes all that is free. */
  fill(): void {
    try {
      for (;;) writeFileSync(this.#filler, Buffer.alloc(PIECE, 1), { flag: 'a' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }

  /** Gives that back. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }

  get bytesFree(): number {
    const { bavail, bsize } = statfsSync(this.directory);
    return bavail * bsize;
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.directory]);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
