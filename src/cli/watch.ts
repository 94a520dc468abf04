/** `serve --watch`: runs the same command as a child process, and restarts it when one of its files changes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** File endings of agents, plugins, workflows and models. */
const SOURCE = /\.(ts|mts|js|mjs|cjs|json|yaml|yml|xml|yang)$/;
/** Milliseconds in which changes count as one: editors write a file several times. */
const PAUSE = 150;

/**
 * Runs `args` of the yangent command until this process gets a signal to end.
 * @param files their folders are watched recursively, except `node_modules`, hidden folders and `data`
 * @returns the exit code
 */
export async function serveAnew(args: readonly string[], files: readonly string[], data: string): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const changes = new Changes(files, resolve(data));
  try {
    while (!stopping.signal.aborted) {
      const child = start(args);
      const gone = once(child, 'exit');
      const change = changes.next(stopping.signal);
      const first = await Promise.race([change, gone.then(() => undefined)]);
      if (first === undefined && !stopping.signal.aborted) console.error('yangent: waiting for a file to change');
      const changed = await change;
      if (changed !== undefined) console.error(`yangent: ${changed} has changed; starting anew`);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    }
    return 0;
  } finally {
    changes.close();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Starts the child process. It ends with this process: it notices the closed channel. */
function start(args: readonly string[]): ChildProcess {
  const [, script = ''] = process.argv;
  return spawn(process.execPath, [...process.execArgv, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

class Changes {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed: string | undefined;
  #tell: (() => void) | undefined;

  constructor(
    files: readonly string[],
    private readonly data: string,
  ) {
    for (const file of files) this.#watch(dirname(resolve(file)));
  }

  /** Returns the next changed file, which may have changed before the call; undefined when the signal is aborted. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    await new Promise<void>((resolve) => {
      let pause: NodeJS.Timeout | undefined;
      this.#tell = () => {
        clearTimeout(pause);
        pause = setTimeout(resolve, PAUSE);
      };
      if (this.#changed !== undefined) this.#tell();
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    this.#tell = undefined;
    const changed = this.#changed;
    this.#changed = undefined;
    return signal.aborted ? undefined : changed;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder) || folder === this.data) return;
    const watcher = watch(folder, (_event, name) => this.#see(folder, name ?? ''));
    watcher.on('error', () => {
      watcher.close();
      this.#watchers.delete(folder);
    });
    this.#watchers.set(folder, watcher);
    for (const name of readdirSync(folder)) if (isFolder(join(folder, name))) this.#watch(join(folder, name));
  }

  #see(folder: string, name: string): void {
    const path = join(folder, name);
    if (isFolder(path)) this.#watch(path);
    if (!SOURCE.test(name)) return;
    this.#changed ??= relative('', path);
    this.#tell?.();
  }
}

function isFolder(path: string): boolean {
  const name = basename(path);
  if (name.startsWith('.') || name === 'node_modules') return false;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
