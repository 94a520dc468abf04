/** How often an authority was used, for constraints on rates. Counts of changes are durable, so that a restart grants nothing. */

/** Length of one slot of time, in seconds; counts are kept by slot. */
const SLOT = 10;
const DAY = 86_400;

export interface Usage {
  /** Number of requests in the last so many seconds. */
  within(seconds: number, at: number): number;
  /** Counts a request. Resolves when it is durable, where it must be. */
  count(at: number, isChange: boolean): Promise<void>;
}

/** Counts in memory. */
export class Counts {
  /** Requests by the number of the slot. */
  readonly #slots = new Map<number, number>();

  /** Number of requests in the last so many seconds; the whole slot in which they begin counts. */
  within(seconds: number, at: number): number {
    const first = slotOf(at) - Math.ceil(seconds / SLOT);
    let sum = 0;
    for (const [slot, count] of this.#slots) if (slot > first) sum += count;
    return sum;
  }

  add(at: number, count = 1): void {
    const now = slotOf(at);
    this.#slots.set(now, (this.#slots.get(now) ?? 0) + count);
    for (const slot of this.#slots.keys()) if (slot <= now - DAY / SLOT) this.#slots.delete(slot);
  }
}

export function slotOf(at: number): number {
  return Math.floor(at / 1_000 / SLOT);
}

/** Returns the time at which a slot begins, in milliseconds since 1970. */
export function beginOf(slot: number): number {
  return slot * SLOT * 1_000;
}
