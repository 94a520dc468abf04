import { METHODS } from '../../resources/exchange.js';
import type { Metric } from './exposition.js';

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** A request that has ended. */
export interface EndedRequest {
  readonly method: string;
  /** Undefined when the client left before the answer. */
  readonly status: number | undefined;
  /** Absent for event streams: their duration says nothing about the server. */
  readonly seconds?: number;
}

/** Counts requests by method and status, and measures their duration. */
export class RequestMetrics {
  readonly #counts = new Map<string, { readonly method: string; readonly status: string; count: number }>();
  readonly #buckets = new Array<number>(BOUNDS.length + 1).fill(0);
  #seconds = 0;

  ended({ method, status, seconds }: EndedRequest): void {
    this.#count(method, status);
    if (seconds === undefined) return;
    const found = BOUNDS.findIndex((bound) => seconds <= bound);
    const bucket = found < 0 ? BOUNDS.length : found;
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#seconds += seconds;
  }

  /** Counts a request. Only known methods become labels, because clients may send any. */
  #count(named: string, code: number | undefined): void {
    const method = (METHODS as readonly string[]).includes(named) ? named : 'other';
    const status = code === undefined ? 'aborted' : String(code);
    const key = `${method} ${status}`;
    const known = this.#counts.get(key);
    if (known) known.count += 1;
    else this.#counts.set(key, { method, status, count: 1 });
  }

  metrics(): readonly Metric[] {
    let total = 0;
    const buckets = this.#buckets.map((count, index) => {
      total += count;
      return { suffix: '_bucket', labels: { le: String(BOUNDS[index] ?? '+Inf') }, value: total };
    });
    return [
      {
        name: 'yangent_restconf_requests_total',
        help: 'Requests that have ended, by method and HTTP status.',
        type: 'counter',
        samples: [...this.#counts.values()].map(({ method, status, count }) => ({
          labels: { method, status },
          value: count,
        })),
      },
      {
        name: 'yangent_restconf_request_duration_seconds',
        help: 'Time from the header of a request to the end of its answer; event streams are left out.',
        type: 'histogram',
        samples: [...buckets, { suffix: '_sum', value: this.#seconds }, { suffix: '_count', value: total }],
      },
    ];
  }
}
