/**
 * yanglint's verdicts on many inputs: its interactive mode takes one command a line, and one process judges thousands of
 * files. An unknown command between two inputs makes a line of its own on standard error that tells their messages apart.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One thing to be judged: the commands whose messages decide, and those that prepare for them. */
export interface Task {
  /** Not judged, such as loading the schema of a document. */
  readonly before: readonly string[];
  readonly command: string;
}

export interface Judged {
  /** `crash`: yanglint ended on this input, which decides nothing. */
  readonly verdict: 'valid' | 'invalid' | 'crash';
  /** What it said, one message a line. */
  readonly said: readonly string[];
}

/** Its errors; warnings have other numbers and letters. */
const ERROR = /^(?:libyang\[0\]|libyang err|YANGLINT\[E\])/;
const MARK = /^YANGLINT\[E\]: Unknown command "@(-?\d+)"/;

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
    this.#files += 1;
    const file = join(this.#folder, `input-${this.#files}.${ending}`);
    writeFileSync(file, text);
    return file;
  }

  /** Judges all tasks, in a new process after each input that ended one. */
  judge(tasks: readonly Task[]): readonly Judged[] {
    const judged: Judged[] = [];
    while (judged.length < tasks.length) {
      const found = this.#run(tasks.slice(judged.length));
      judged.push(...found);
      if (judged.length < tasks.length) judged.push({ verdict: 'crash', said: [] });
    }
    return judged;
  }

  /** The verdicts up to the input that ended the process, if one did. */
  #run(tasks: readonly Task[]): Judged[] {
    const lines = tasks.flatMap(({ before, command }, index) => [
      ...before,
      `@-${index + 1}`,
      command,
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
      if (mark > 0) judged.push({ verdict: said.some((one) => ERROR.test(one)) ? 'invalid' : 'valid', said });
      if (mark !== 0) said = [];
      else if (line !== '') said.push(line);
    }
    return judged;
  }
}
