/** `yangent serve` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Served {
  readonly child: ChildProcess;
  /** All it wrote so far. */
  output(): { readonly out: string; readonly err: string };
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts it; it is killed when the test is over. */
export function spawnServe(...args: readonly string[]): Served {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => ({ out, err }), ended };
}

/** Resolves when it says that it is ready; rejects with what it said when it ends before. */
export async function untilReady(served: Served): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (served.output().out.includes('\n')) resolve();
    };
    served.child.stdout?.on('data', look);
    look();
    void served.ended.then((code) => reject(new Error(`ended with ${code}: ${served.output().err}`)));
  });
}
