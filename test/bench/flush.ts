/** How long the disk takes to make a commit durable: the floor of everything that is answered only when it is stored. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, median } from './figure.js';

/** A commit of one edit as it reaches the disk: a few pages of the write-ahead log, written and flushed. */
const PAGES = Buffer.alloc(5 * 4_096, 1);
const DURATION = 1_000;

/** Flushes one after the other, as a single session causes them. */
export function flushFigure(directory: string): Figure {
  const file = join(directory, 'flush');
  const descriptor = openSync(file, 'w');
  const times: number[] = [];
  try {
    const end = performance.now() + DURATION;
    for (let now = performance.now(); now < end; ) {
      writeSync(descriptor, PAGES);
      fdatasyncSync(descriptor);
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return {
    what: 'disk: 20 kB appended and flushed',
    value: (times.length * 1_000) / DURATION,
    unit: '/s',
    p50: median(times),
    p99,
  };
}
