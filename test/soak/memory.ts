import { readFileSync } from 'node:fs';
import type { ServeProcess } from '../support/serve.js';

const EVERY = 1_000;
const KILOBYTES = 1_024;
const MEGABYTE = KILOBYTES * 1_024;

/** The resident memory of a node started with a probe, watched until `stop`, and what it holds without its garbage. */
export class Memory {
  /** Megabytes, one each second. */
  readonly samples: number[] = [];
  /** Megabytes after a collection, each time it was asked for. */
  readonly held: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly node: Pick<ServeProcess, 'memory' | 'pid'>) {}

  static watch(node: Pick<ServeProcess, 'memory' | 'pid'>): Memory {
    const memory = new Memory(node);
    const look = () => memory.samples.push(residentOf(node.pid));
    look();
    memory.#timer = setInterval(look, EVERY);
    return memory;
  }

  async hold(): Promise<void> {
    const { heapUsed, external } = await this.node.memory();
    this.held.push((heapUsed + external) / MEGABYTE);
  }

  /** What was held at half of the time and at the end. */
  get heldAtHalf(): readonly [number, number] {
    return [this.held[Math.floor(this.held.length / 2) - 1] ?? 0, this.held.at(-1) ?? 0];
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get most(): number {
    return Math.max(...this.samples);
  }

  /** The medians of the third and the last quarter of the time. */
  get lastQuarters(): readonly [number, number] {
    const { length } = this.samples;
    const quarter = (n: number) =>
      median(this.samples.slice(Math.floor((n * length) / 4), Math.ceil(((n + 1) * length) / 4)));
    return [quarter(2), quarter(3)];
  }
}

const MOST_MEGABYTES = 1_000;
/** Share by which the resident memory of the last quarter may exceed that of the third. */
const GROWTH = 1.15;
/** Share by which what is held at the end may exceed what was held at half of the time: garbage does not count. */
const HELD_GROWTH = 1.05;

/** What is wrong with the memory of the node; to be asked of a long run only. */
export function memoryFaults(memory: Memory): string[] {
  const faults: string[] = [];
  const [third, last] = memory.lastQuarters;
  const [half, end] = memory.heldAtHalf;
  if (memory.most > MOST_MEGABYTES) faults.push(`the node took ${Math.round(memory.most)} MB`);
  if (last > third * GROWTH)
    faults.push(`the memory grew from ${Math.round(third)} to ${Math.round(last)} MB at the end`);
  if (end > half * HELD_GROWTH)
    faults.push(`the node held ${half.toFixed(1)} MB at half, ${end.toFixed(1)} at the end`);
  return faults;
}

/** One line about the memory of the node. */
export function memoryLine(memory: Memory): string {
  const [third, last] = memory.lastQuarters;
  const held = memory.held.map((each) => each.toFixed(1)).join(', ');
  return (
    `memory of the node: ${Math.round(memory.most)} MB at most, ${Math.round(third)} MB in the third quarter, ` +
    `${Math.round(last)} MB in the last; held without garbage: ${held} MB`
  );
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Of Linux; 0 where that cannot be told. */
function residentOf(pid: number): number {
  try {
    const line = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / KILOBYTES;
  } catch {
    return 0;
  }
}
