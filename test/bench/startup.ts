/** Time from the start of the process until all listens, and the memory of a node that has nothing to do. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServe } from '../support/serve.js';
import { type Bench, median } from './figure.js';
import { residentMegabytes } from './memory.js';

const STARTS = 5;
/** Milliseconds after which a node counts as idle. */
const IDLE = 2_000;

export const startupBench: Bench = async (directory) => {
  const data = join(directory, 'data');
  const first = await startServe({ data });
  await first.end('SIGTERM');
  const times: number[] = [];
  let memory = 0;
  for (let start = 1; start <= STARTS; start++) {
    const node = await startServe({ data });
    times.push(node.startup);
    if (start === STARTS) {
      await pause(IDLE);
      memory = residentMegabytes(node.pid);
    }
    await node.end('SIGTERM');
  }
  return [
    { what: 'start-up, first', value: first.startup, unit: 'ms' },
    { what: 'start-up', value: median(times), unit: 'ms', runs: times },
    { what: 'memory when idle (resident)', value: memory, unit: 'MB' },
  ];
};
