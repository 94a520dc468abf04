/** The numbers of all agents, one typed array each, by slot: what a search compares for every candidate. */
import { type Cartesian, cartesian, type Point } from './geodesic.js';

/** What is known of a running agent. */
export interface LiveStatus {
  /** Milliseconds since 1970; infinite without a lease. */
  readonly leaseEnds: number;
  readonly draining: boolean;
  /** Whatever its lease says, the agent does not run. */
  readonly down: boolean;
  /** Percent. */
  readonly load: number;
  /** Milliseconds; undefined when not measured. */
  readonly latency: number | undefined;
}

const DRAINING = 1;
const DOWN = 2;
const SMALLEST = 1_024;

export class Columns {
  #capacity = 0;
  #leaseEnds = new Float64Array(0);
  #flags = new Uint8Array(0);
  #load = new Float32Array(0);
  #latency = new Float64Array(0);
  #position = new Float64Array(0);
  /** When the agent in the slot last became another one, by `clock`. */
  #since = new Float64Array(0);
  #clock = 0;

  /** Moves on whenever what stands in a slot changes. */
  get clock(): number {
    return this.#clock;
  }

  /** @param location undefined when it is not known */
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

  /** True when the slot holds what it held when the clock showed `clock`. */
  unchangedSince(slot: number, clock: number): boolean {
    return (this.#since[slot] ?? Number.POSITIVE_INFINITY) <= clock;
  }

  state(slot: number, now: number): 'online' | 'offline' | 'draining' {
    const flags = this.#flags[slot] ?? DOWN;
    if ((flags & DOWN) !== 0 || (this.#leaseEnds[slot] ?? 0) <= now) return 'offline';
    return (flags & DRAINING) === 0 ? 'online' : 'draining';
  }

  /** Percent. */
  load(slot: number): number {
    return this.#load[slot] ?? 0;
  }

  /** Milliseconds; NaN when not measured. */
  latency(slot: number): number {
    return this.#latency[slot] ?? Number.NaN;
  }

  /** Metres straight through the Earth; NaN when the location is not known. */
  chord(slot: number, [x, y, z]: Cartesian): number {
    const at = 3 * slot;
    const [dx, dy, dz] = [
      (this.#position[at] ?? Number.NaN) - x,
      (this.#position[at + 1] ?? Number.NaN) - y,
      (this.#position[at + 2] ?? Number.NaN) - z,
    ];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
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

const NOWHERE: Cartesian = [Number.NaN, Number.NaN, Number.NaN];

function grown<Column extends Float64Array | Float32Array | Uint8Array>(into: Column, from: Column): Column {
  into.set(from);
  return into;
}
