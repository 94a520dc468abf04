/** The file outside the database with the last checkpoint that was shown: a restored database cannot have forgotten it. */
import { readFile } from 'node:fs/promises';
import { writePrivateFile } from '../../store/index.js';
import { parseCheckpoint, type SignedCheckpoint } from '../note/checkpoint.js';
import { NoteFault } from '../note/fault.js';

export class ShownCheckpoint {
  #writing: Promise<void> = Promise.resolve();
  #size = -1;

  constructor(private readonly file: string) {}

  /** Returns the last shown checkpoint; undefined when none was shown. @throws Error that names the file when it holds none */
  async read(): Promise<SignedCheckpoint | undefined> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    try {
      return parseCheckpoint(text);
    } catch (error) {
      if (!(error instanceof NoteFault)) throw error;
      throw new Error(
        `${this.file} holds no checkpoint of the audit log (${error.message}): put it back as it was, or remove it to begin anew`,
        { cause: error },
      );
    }
  }

  /** Remembers a checkpoint before it is shown; durable when it resolves. */
  async remember(checkpoint: { readonly size: number; readonly note: string }): Promise<void> {
    const writing = this.#writing.then(() => this.#write(checkpoint));
    this.#writing = writing.catch(() => undefined);
    await writing;
  }

  async #write({ size, note }: { readonly size: number; readonly note: string }): Promise<void> {
    if (size <= this.#size) return;
    await writePrivateFile(this.file, note);
    this.#size = size;
  }
}
