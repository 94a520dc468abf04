/** One port of the simulated router: comes up and goes down as it is configured, and counts what passes while it is up. */

export interface PortConfiguration {
  readonly enabled: boolean;
}

/** Gigabit Ethernet. */
const BITS_PER_SECOND = 1_000_000_000n;
const BYTES_PER_SECOND = 125_000;
const PACKET_BYTES = 500;

export class Port {
  readonly #born: Date;
  #enabled: boolean;
  #changed: Date;
  /** Milliseconds up, before the last change. */
  #upBefore = 0;

  constructor(
    readonly index: number,
    { enabled }: PortConfiguration,
    now: Date,
  ) {
    this.#born = now;
    this.#changed = now;
    this.#enabled = enabled;
  }

  configure({ enabled }: PortConfiguration, now: Date): void {
    if (enabled === this.#enabled) return;
    this.#upBefore = this.upTime(now);
    this.#enabled = enabled;
    this.#changed = now;
  }

  /** State members of ietf-interfaces:interfaces/interface (RFC 8343), RFC 7951 values. */
  state(now: Date): Readonly<Record<string, unknown>> {
    const status = this.#enabled ? 'up' : 'down';
    const bytes = Math.floor((this.upTime(now) / 1000) * BYTES_PER_SECOND);
    const packets = Math.floor(bytes / PACKET_BYTES);
    return {
      'admin-status': status,
      'oper-status': status,
      'last-change': this.#changed.toISOString(),
      'if-index': this.index,
      'phys-address': `02:00:00:00:00:${this.index.toString(16).padStart(2, '0')}`,
      speed: BITS_PER_SECOND.toString(),
      statistics: {
        'discontinuity-time': this.#born.toISOString(),
        'in-octets': String(bytes),
        'in-unicast-pkts': String(packets),
        'in-errors': 0,
        'out-octets': String(bytes * 2),
        'out-unicast-pkts': String(packets * 2),
        'out-errors': 0,
      },
    };
  }

  private upTime(now: Date): number {
    return this.#upBefore + (this.#enabled ? now.getTime() - this.#changed.getTime() : 0);
  }
}
