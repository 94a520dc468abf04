/** How often the disk makes something durable: no edit that waits for the disk alone can be faster. */
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const TIME = 1_000;
/** What a small commit appends to a write-ahead log: three pages with their headers. */
const SIZE = 3 * (4_096 + 24);

/** Flushes of small appends, one after the other. */
export function flushes(directory: string): {
  readonly value: number;
  readonly unit: '/s';
  readonly p50: number;
  readonly p99: number;
} {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'flushed');
  const descriptor = openSync(file, 'w');
  const bytes = Buffer.alloc(SIZE, 'x');
  const times: number[] = [];
  for (const end = performance.now() + TIME; performance.now() < end; ) {
    const begun = performance.now();
    writeSync(descriptor, bytes);
    fdatasyncSync(descriptor);
    times.push(performance.now() - begun);
  }
  closeSync(descriptor);
  rmSync(file);
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { value: (times.length * 1_000) / TIME, unit: '/s', p50: quantile(0.5), p99: quantile(0.99) };
}
