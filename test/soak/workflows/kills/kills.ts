/** Kills a node with many runs at random moments, starts it again each time, and judges how the runs have ended. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Random } from '../../../fuzz/random.js';
import { forgetDeaths } from './rows.js';
import { faultsOf } from './verdict.js';

const CHILD = fileURLToPath(new URL('./life.child.ts', import.meta.url));

/** When a node is killed: some milliseconds after it has had so many effects since its start. */
interface Moment {
  readonly effects: number;
  readonly after: number;
}

/** Most kills come when the node has worked for a while. */
const WORKING = 16;
/** At every third kill the node has only just begun. */
const EARLY_EVERY = 3;
const LATEST = 600;

/** Milliseconds that the last life may take. */
const LAST_LIFE = 240_000;

export interface KillsOptions {
  readonly directory: string;
  readonly runs: number;
  /** The most there are; fewer when the runs end, or the time is over. */
  readonly kills: number;
  /** Milliseconds after which there is none any more. */
  readonly time: number;
  readonly seed: number;
  readonly tell: (line: string) => void;
}

export interface Killed {
  readonly kills: number;
  readonly faults: readonly string[];
}

export async function kills(o: KillsOptions): Promise<Killed> {
  const random = new Random(o.seed);
  const until = Date.now() + o.time;
  let killed = 0;
  while (killed < o.kills && Date.now() < until) {
    const moment = { effects: killed % EARLY_EVERY === 1 ? 0 : WORKING, after: random.below(LATEST) };
    const { over, fault, ended } = await live(o, moment);
    if (fault !== undefined) return { kills: killed, faults: [fault] };
    if (ended) return { kills: killed, faults: faultsOf(o.directory, o.runs) };
    forgetDeaths(join(o.directory, 'data'));
    const { effects, after } = moment;
    o.tell(`kill ${++killed} of ${o.kills}, ${after} ms after ${effects} effects: ${over} runs are over`);
  }
  const { fault } = await live(o, undefined);
  return { kills: killed, faults: fault === undefined ? faultsOf(o.directory, o.runs) : [fault] };
}

interface Life {
  /** Number of runs that were over when the node was last heard of. */
  readonly over: number;
  /** True when all runs are over, and the node has ended by itself. */
  readonly ended: boolean;
  readonly fault?: string;
}

/** Lets a node live. @param moment when it is killed; undefined: it is not */
async function live({ directory, runs }: KillsOptions, moment: Moment | undefined): Promise<Life> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, directory, String(runs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code)),
  );
  const errors = text(child.stderr);
  const late = setTimeout(() => child.kill('SIGKILL'), LAST_LIFE);
  let over = 0;
  // It is ready when as many effects as none have been.
  let effects = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('over ')) over = Number(line.slice('over '.length));
    if (line !== 'ready' && line !== 'effect') continue;
    if (++effects === moment?.effects) setTimeout(() => child.kill('SIGKILL'), moment.after);
  }
  clearTimeout(late);
  const end = await exit;
  if (end === 0) return { over, ended: true };
  if (end === 'SIGKILL' && moment) return { over, ended: false };
  const why =
    end === 'SIGKILL' ? `after ${LAST_LIFE / 1_000} s only ${over} runs are over` : `the node ended with ${end}`;
  return { over, ended: false, fault: `${why}: ${await errors}` };
}
