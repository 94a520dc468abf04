/** How long a node needs to have its schemas, each time in a fresh process: compiled, and from the cache. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from '../figure.js';

const ROUNDS = 11;
const PROGRAM = fileURLToPath(new URL('compile.mjs', import.meta.url));

interface Measured {
  readonly time: number;
  /** Processor time of all threads: the collector and the optimiser have their own. */
  readonly user: number;
  /** Milliseconds from the start of the process to its end. */
  readonly process: number;
}

export function compileFigures(directory: string): Figure[] {
  const cache = join(directory, 'cache');
  measure(cache);
  const cold: Measured[] = [];
  const cached: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    cold.push(measure());
    cached.push(measure(cache));
  }
  return [
    ...figures('compile all modules of a node, cold', cold),
    ...figures('compile all modules of a node, from the cache', cached),
  ];
}

function measure(...cache: readonly string[]): Measured {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...cache], { encoding: 'utf8' });
  const whole = performance.now() - start;
  if (status !== 0) throw new Error(`the modules do not compile:\n${stderr}`);
  const { time, user }: Omit<Measured, 'process'> = JSON.parse(stdout);
  return { time, user, process: whole };
}

function figures(what: string, measured: readonly Measured[]): Figure[] {
  const row = (suffix: string, key: keyof Measured): Figure => {
    const runs = measured.map((one) => one[key]);
    return { what: what + suffix, value: median(runs), unit: 'ms', runs };
  };
  return [row('', 'time'), row(': processor time', 'user'), row(': whole process', 'process')];
}
