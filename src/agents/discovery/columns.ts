/** The numbers that a search compares for every candidate: one typed array each, by slot. */
import { type Cartesian, cartesian, type Point } from './geodesic.js';

/** The status of a running agent. */
export interface LiveStatus {
  /** Milliseconds since 1970; infinite without a lease. */
  readonly leaseEnds: number;
  readonly draining: boolean;
  /** True when the agent does not run, regardless of its lease. */
  readonly down: boolean;
  /** Percent. */
  readonly load: number;
  /** Milliseconds; undefined when not measured. */
  readonly latency: number | undefined;
}

const DRAINING = 1;
const DOWN = 2;

/** States as bits, so that a search over 100,000 agents compares no texts. */
export const STATE_BIT = { online: 1, offline: 2, draining: 4 } as const;

/** The current columns. A change may replace them, so they must be fetched again after every pause. */
export interface ColumnArrays {
  readonly since: Float64Array;
  readonly leaseEnds: Float64Array;
  readonly flags: Uint8Array;
  readonly load: Float32Array;
  readonly latency: Float64Array;
  /** Three numbers for each slot: cartesian coordinates. */
  readonly position: Float64Array;
}

const SMALLEST = 1_024;

export class Columns {
  #capacity = 0;
  #leaseEnds = new Float64Array(0);
  #flags = new Uint8Array(0);
  #load = new Float32Array(0);
  #latency = new Float64Array(0);
  #position = new Float64Array(0);
  /** Value of `clock` when the content of the slot last changed. */
  #since = new Float64Array(0);
  #clock = 0;

  /** Increases whenever the content of a slot changes. */
  get clock(): number {
    return this.#clock;
  }

  /** Sets the location of an agent. @param location undefined when it is unknown */
  describe(slot: number, location: Point | undefined): void {
    this.#reserve(slot);
    this.#since[slot] = ++this.#clock;
    const [x, y, z] = location ? cartesian(location) : NOWHERE;
    this.#position[3 * slot] = x;
    this.#position[3 * slot + 1] = y;
    this.#position[3 * slot + 2] = z;
  }

  clear(slot: number): void {
    this.#since[slot] = ++this.#clock;
  }

  live(slot: number, { leaseEnds, draining, down, load, latency }: LiveStatus): void {
    this.#leaseEnds[slot] = leaseEnds;
    this.#flags[slot] = (draining ? DRAINING : 0) | (down ? DOWN : 0);
    this.#load[slot] = load;
    this.#latency[slot] = latency ?? Number.NaN;
  }

  /** True when the slot has not changed since the clock had the value `clock`. */
  unchangedSince(slot: number, clock: number): boolean {
    return (this.#since[slot] ?? Number.POSITIVE_INFINITY) <= clock;
  }

  get arrays(): ColumnArrays {
    return {
      since: this.#since,
      leaseEnds: this.#leaseEnds,
      flags: this.#flags,
      load: this.#load,
      latency: this.#latency,
      position: this.#position,
    };
  }

  #reserve(slot: number): void {
    if (slot < this.#capacity) return;
    this.#capacity = Math.max(SMALLEST, slot + 1, Math.ceil(this.#capacity * 1.5));
    this.#leaseEnds = grown(new Float64Array(this.#capacity), this.#leaseEnds);
    this.#flags = grown(new Uint8Array(this.#capacity), this.#flags);
    this.#load = grown(new Float32Array(this.#capacity), this.#load);
    this.#latency = grown(new Float64Array(this.#capacity), this.#latency);
    this.#position = grown(new Float64Array(3 * this.#capacity), this.#position);
    this.#since = grown(new Float64Array(this.#capacity), this.#since);
  }
}

/** Returns the bit of a state. @param now milliseconds since 1970 */
export function stateBit(flags: number, leaseEnds: number, now: number): number {
  if ((flags & DOWN) !== 0 || leaseEnds <= now) return STATE_BIT.offline;
  return (flags & DRAINING) === 0 ? STATE_BIT.online : STATE_BIT.draining;
}

const NOWHERE: Cartesian = [Number.NaN, Number.NaN, Number.NaN];

function grown<Column extends Float64Array | Float32Array | Uint8Array>(into: Column, from: Column): Column {
  into.set(from);
  return into;
}
