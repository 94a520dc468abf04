/** Programs that a bench starts, and ends by their process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface ProgramOptions {
  /** File that takes the program's words. */
  readonly log: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface Program {
  readonly running: boolean;
  /** What the program has written so far. */
  words(): string;
  /** Sends the signal, SIGKILL when the program is still there after ten seconds; resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Milliseconds. */
const PATIENCE = 10_000;

export function startProgram(file: string, args: readonly string[], options: ProgramOptions): Program {
  const { log, env, user } = options;
  const output = openSync(log, 'a');
  const child = spawn(file, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env }, ...user });
  closeSync(output);
  let problem = '';
  child.on('error', (error) => {
    problem = error.message;
  });
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  // The bench may end early, of an error.
  const endWithUs = () => isRunning() && child.kill('SIGINT');
  process.on('exit', endWithUs);
  return {
    get running() {
      return isRunning();
    },
    words: () => `${problem}${readFileSync(log, 'utf8')}`,
    end: async (signal) => {
      if (isRunning()) await endChild(child, signal);
      process.off('exit', endWithUs);
    },
  };
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await gone;
  clearTimeout(timer);
}

/**
 * Asks until the program answers.
 *
 * @param ask resolves once it does, and rejects before
 * @throws Error with the program's words, when it is gone or does not answer within a minute
 */
export async function untilReady<T>(name: string, program: Program, ask: () => Promise<T>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!program.running || Date.now() > end) {
        throw new Error(`${name} does not answer: ${String(error)}\n${program.words()}`);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
