// A node as a process of its own.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const READY = 'yangent is ready';

/**
 * Starts `yangent serve` and resolves when all of it listens, with its ready file as `ready`.
 * `ended` resolves with how the process ended, whenever that is.
 */
export async function serve({ name, cli, data, args }) {
  const readyFile = readyFileOf(data);
  rmSync(readyFile, { force: true });
  // A process group of its own, so that Ctrl-C reaches this script alone, which stops the nodes in order. The IPC channel
  // takes them along should this script be killed.
  const child = spawn(process.execPath, [cli, 'serve', '--data', data, '--ready-file', readyFile, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const up = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => line === READY && resolve(true));
  });
  const failed = await Promise.race([up.then(() => undefined), ended]);
  if (failed !== undefined) throw new Error(`The ${name} did not start (${failed}).`);
  return {
    name,
    ready: JSON.parse(readFileSync(readyFile, 'utf8')),
    ended,
    /** Resolves when the process has ended; one that hangs is killed. */
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}

export function readyFileOf(data) {
  return join(data, 'ready.json');
}
