/** `yangent serve` as a process of its own, from the compiled program, on free ports of the loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReadyInfo } from '../../src/node/index.js';
import { YANGENT } from './build.js';

export interface ServeOptions {
  /** Directory of the durable data. */
  readonly data: string;
  /** Further arguments of `serve`. */
  readonly args?: readonly string[];
  /** Options of the Node.js runtime, for instance `--cpu-prof`. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The Node.js that runs it. Default: that of the test. */
  readonly runtime?: string;
  /** The compiled program. Default: that of this checkout. */
  readonly program?: string;
  /** For RESTCONF; false unless told. */
  readonly tls?: boolean;
  /** Lets the memory that it holds be asked for; false unless told. */
  readonly probe?: boolean;
  /** Kills the process at once, also before it is ready. */
  readonly signal?: AbortSignal;
}

export interface ServeProcess {
  readonly ready: ReadyInfo;
  readonly pid: number;
  /** Of the user `admin`. */
  readonly password: string;
  readonly netconf: { readonly host: string; readonly port: number };
  readonly url: string;
  /** Milliseconds from the start of the process until it said that it is ready. */
  readonly startup: number;
  /** What it holds once its garbage is collected. @throws Error without a probe, or when it does not answer */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** What it has written to standard error so far; of more than 100,000 characters the last ones. */
  errors(): string;
  /** What it has written to standard output so far, in the same way. */
  output(): string;
  /** The exit code, null after a signal, once the process is gone. */
  readonly ended: Promise<number | null>;
  /** Sends a signal, and resolves when the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** @throws Error when the process ends before it is ready */
export async function startServe({
  data,
  args = [],
  execArgv = [],
  env,
  runtime = process.execPath,
  program = YANGENT,
  tls = false,
  probe = false,
  signal,
}: ServeOptions): Promise<ServeProcess> {
  const readyFile = join(data, 'ready.json');
  mkdirSync(data, { recursive: true });
  const begun = performance.now();
  const child = spawn(
    runtime,
    [
      ...(probe ? ['--expose-gc', '--import', PROBE] : []),
      ...execArgv,
      program,
      'serve',
      ...['--data', data, '--ready-file', readyFile],
      ...(tls ? [] : ['--no-tls']),
      ...['--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0'],
      ...args,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', probe ? 'ipc' : 'ignore'],
      env: { ...process.env, YANGENT_STATE: join(data, 'state'), ...env },
    },
  );
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  let [errors, output] = ['', ''];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT);
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT);
  });
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
  const isReady = await Promise.race([saysReady(child), gone.then(() => false)]);
  if (!isReady) throw new Error(`yangent serve ended before it was ready:\n${errors}`);
  const startup = performance.now() - begun;
  const ready: ReadyInfo = JSON.parse(readFileSync(readyFile, 'utf8'));
  const { netconf, restconf, passwordFile, pid } = ready;
  if (!netconf || !restconf) throw new Error('the ready file names no NETCONF or no RESTCONF endpoint');
  return {
    ready,
    pid,
    password: readFileSync(passwordFile, 'utf8').trim(),
    netconf,
    url: restconf.url,
    startup,
    memory: () => memoryOf(child),
    errors: () => errors,
    output: () => output,
    ended: gone,
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}

const KEPT = 100_000;
const PROBE = new URL('memory-probe.mjs', import.meta.url).href;
/** Milliseconds in which a node says how much memory it holds. */
const ANSWER_TIME = 120_000;

async function memoryOf(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(ANSWER_TIME) });
  child.send('memory');
  const [usage] = await answer;
  return usage;
}

function saysReady({ stdout }: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    if (stdout) createInterface(stdout).on('line', (line) => line === 'yangent is ready' && resolve(true));
  });
}
