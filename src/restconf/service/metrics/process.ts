import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from './exposition.js';

const NANOSECONDS = 1e9;
/** Milliseconds between two timers of the measurement. */
const RESOLUTION = 20;
const QUANTILES = [0.5, 0.9, 0.99] as const;

/** Measures the process while the listener is open. */
export class ProcessMetrics {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION });

  constructor() {
    this.#delay.enable();
  }

  /** Returns the metrics; delays are those since the last call. */
  metrics(): readonly Metric[] {
    // The histogram has the time between two timers: the delay is the part beyond their interval.
    const delay = (nanoseconds: number) =>
      Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1000) : 0;
    const quantiles = QUANTILES.map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: delay(this.#delay.percentile(quantile * 100)),
    }));
    const max = { labels: { quantile: '1' }, value: this.#delay.count > 0 ? delay(this.#delay.max) : 0 };
    this.#delay.reset();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      {
        name: 'yangent_event_loop_delay_seconds',
        help: 'How late timers fire, since the last scrape.',
        type: 'gauge',
        samples: [...quantiles, max],
      },
      gauge('process_resident_memory_bytes', 'Memory held by the process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory used on the JavaScript heap.', heapUsed),
      gauge(
        'process_start_time_seconds',
        'Start of the process, in seconds since 1970.',
        Math.round(Date.now() / 1000 - process.uptime()),
      ),
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time spent, user and system.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
    ];
  }

  close(): void {
    this.#delay.disable();
  }
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] };
}
