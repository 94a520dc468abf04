/**
 * yanglint's verdicts on many inputs: its interactive mode takes one command a line, and one process judges thousands of
 * files. An unknown command between two inputs makes a line of its own on standard error that tells their messages apart.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CRASH, type Judged } from './judged.js';

/** One thing to be judged: commands whose messages decide, after those that prepare for them. */
export interface Task {
  /** Not judged, such as loading the schema of a document; of tasks in a row that share them, they are run before the first. */
  readonly before: readonly string[];
  readonly commands: readonly string[];
}

/** That a command failed. What libyang itself says on the way may be about the first member of a union, and mean nothing. */
const FAILURE = /^YANGLINT\[E\]/;
const MARK = /^YANGLINT\[E\]: Unknown command "@(-?\d+)"/;

const FILES_IN_FOLDER = 50;

export class Yanglint {
  readonly #program: string;
  readonly #folder: string;
  #files = 0;

  /** @param folder where inputs are written; its owner removes it. */
  constructor(program: string, folder: string) {
    this.#program = program;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Writes an input; the file's path. */
  write(text: string, ending: string): string {
    // yanglint reads the folder of a module, and the one it runs in, for each.
    const folder = join(this.#folder, String(Math.floor(this.#files / FILES_IN_FOLDER)));
    if (this.#files % FILES_IN_FOLDER === 0) mkdirSync(folder, { recursive: true });
    this.#files += 1;
    const file = join(folder, `input-${this.#files}.${ending}`);
    writeFileSync(file, text);
    return file;
  }

  /** Judges all tasks, in a new process after each input that ended one. */
  judge(tasks: readonly Task[]): readonly Judged[] {
    const judged: Judged[] = [];
    while (judged.length < tasks.length) {
      const found = this.#run(tasks.slice(judged.length));
      judged.push(...found);
      if (judged.length < tasks.length) judged.push(CRASH);
    }
    return judged;
  }

  /** The verdicts up to the input that ended the process, if one did. */
  #run(tasks: readonly Task[]): Judged[] {
    const lines = tasks.flatMap(({ before, commands }, index) => [
      ...(before === tasks[index - 1]?.before ? [] : before),
      `@-${index + 1}`,
      ...commands,
      `@${index + 1}`,
    ]);
    const { stderr, error } = spawnSync(this.#program, [], {
      cwd: this.#folder,
      env: { ...process.env, HOME: this.#folder },
      input: `${lines.join('\n')}\n`,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    if (error) throw error;
    const judged: Judged[] = [];
    let said: string[] = [];
    for (const line of stderr.split('\n')) {
      const mark = Number(MARK.exec(line)?.[1] ?? 0);
      if (mark > 0) judged.push({ verdict: said.some((one) => FAILURE.test(one)) ? 'invalid' : 'valid', said });
      if (mark !== 0) said = [];
      else if (line !== '') said.push(line);
    }
    return judged;
  }
}
