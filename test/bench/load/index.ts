/** Runs a load generator in a process of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { HttpLoad } from './http.js';
import type { Load } from './measure.js';
import type { NetconfLoad } from './netconf.js';

export type { Load } from './measure.js';

const run = promisify(execFile);
/** Milliseconds for all of a load, with its start. */
const PATIENCE = 30_000;
const TIME = { warmUp: 1_000, measured: 2_500 };

export function netconfLoad(load: Omit<NetconfLoad, keyof typeof TIME>): Promise<Load> {
  return generate('netconf.ts', { ...load, ...TIME });
}

export function httpLoad(load: Omit<HttpLoad, keyof typeof TIME>): Promise<Load> {
  return generate('http.ts', { ...load, ...TIME });
}

async function generate(file: string, load: object): Promise<Load> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program, JSON.stringify(load)], {
    timeout: PATIENCE,
  });
  return JSON.parse(stdout);
}
