import { readFileSync } from 'node:fs';

const EVERY = 1_000;
const MEGABYTE = 1_024;

/** The resident memory of a process, watched until `stop`. */
export class Memory {
  /** Megabytes, one each second. */
  readonly samples: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  static watch(pid: number): Memory {
    const memory = new Memory();
    const look = () => memory.samples.push(residentOf(pid));
    look();
    memory.#timer = setInterval(look, EVERY);
    return memory;
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

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Of Linux; 0 where that cannot be told. */
function residentOf(pid: number): number {
  try {
    const line = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / MEGABYTE;
  } catch {
    return 0;
  }
}
