/** What must hold after the loops' run: every port was repaired once each time, by its loop, and nobody waited out of proportion. */
import { median } from '../memory.js';
import { type LoopsReport, sum } from './loops.js';

export interface Spread {
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: median(times), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longest: sorted.at(-1) ?? 0 };
}

/** @param bound how many times the median of its kind a repair may take at most */
export function judge({ single, storm, loops, faultsOf }: LoopsReport, bound: number): readonly string[] {
  const wrong: string[] = [];
  for (const { name, state, counters } of loops) {
    const faults = faultsOf.get(name) ?? 0;
    const { executions, successes } = counters;
    if (state !== 'running') wrong.push(`loop ${name} is ${state}`);
    if (Number(executions) !== faults || Number(successes) !== faults)
      wrong.push(`loop ${name}: ${faults} faults, ${executions} executions, ${successes} successes`);
  }
  for (const counter of ['failures', 'suppressed', 'rejections'])
    if (sum(loops, counter) > 0) wrong.push(`${sum(loops, counter)} ${counter}`);
  for (const [what, times] of Object.entries({ single, storm })) {
    const { median: usual, longest } = spreadOf(times);
    if (longest > bound * usual)
      wrong.push(`${what}: a repair took ${Math.round(longest)} ms, the median ${Math.round(usual)} ms`);
  }
  return wrong;
}
