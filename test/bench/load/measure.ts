/** Counting and timing in a load generator. */

/** What a load generator found. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds from request to answer. */
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

export interface LoadTime {
  /** Milliseconds before counting begins. */
  readonly warmUp: number;
  /** Milliseconds of counting. */
  readonly measured: number;
}

/** Runs each client until time is over: `request` sends one request and resolves with its answer. */
export async function measure(
  clients: readonly { request(): Promise<void> }[],
  { warmUp, measured }: LoadTime,
): Promise<Load> {
  const begin = performance.now() + warmUp;
  const end = begin + measured;
  const times: number[] = [];
  const run = async (client: { request(): Promise<void> }) => {
    for (;;) {
      const sent = performance.now();
      if (sent >= end) return;
      await client.request();
      const answered = performance.now();
      if (sent >= begin && answered <= end) times.push(answered - sent);
    }
  };
  await Promise.all(clients.map(run));
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, perSecond: (times.length * 1_000) / measured, p50: quantile(0.5), p99: quantile(0.99) };
}
