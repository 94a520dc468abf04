/** A load process that is told step by step what to do, so that others can be measured between the steps. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export class SteeredLoad {
  readonly #child;
  readonly #lines: AsyncIterator<string>;

  /** @param file a program of this folder, given `options` as JSON */
  constructor(file: string, options: object) {
    const program = fileURLToPath(new URL(file, import.meta.url));
    this.#child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** Tells it to take the next step. */
  tell(word: string): void {
    this.#child.stdin.write(`${word}\n`);
  }

  /** Its next answer. @throws Error when it ends instead; what was wrong stands in standard error */
  async next<Answer>(): Promise<Answer> {
    const { done, value } = await this.#lines.next();
    if (done) throw new Error('the load process ended before it was done');
    return JSON.parse(value);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.stdin.end();
    await gone;
  }
}
