/** The record of a loop: its state, its counters, and its cycles. */

import type { YangentLoops_LoopOutcome, YangentLoops_LoopPhase, YangentLoops_LoopState } from '../generated/index.js';

export const LOOP_STATES = [
  'idle',
  'running',
  'paused',
  'stopped',
  'failed',
] as const satisfies readonly YangentLoops_LoopState[];
export type LoopState = (typeof LOOP_STATES)[number];

export const LOOP_PHASES = [
  'observe',
  'analyse',
  'decide',
  'approve',
  'execute',
  'verify',
] as const satisfies readonly YangentLoops_LoopPhase[];
export type LoopPhase = (typeof LOOP_PHASES)[number];

export const LOOP_OUTCOMES = [
  'no-action',
  'observed',
  'succeeded',
  'unverified',
  'failed',
  'rejected',
  'expired',
  'suppressed',
  'interrupted',
  'compensated',
  'yielded',
] as const satisfies readonly YangentLoops_LoopOutcome[];
export type LoopOutcome = (typeof LOOP_OUTCOMES)[number];

export interface LoopCounters {
  readonly observations: number;
  readonly decisions: number;
  readonly executions: number;
  readonly successes: number;
  readonly failures: number;
  readonly suppressed: number;
  readonly rejections: number;
}

export const NO_COUNTS: LoopCounters = {
  observations: 0,
  decisions: 0,
  executions: 0,
  successes: 0,
  failures: 0,
  suppressed: 0,
  rejections: 0,
};

/** One cycle, with the texts of the history. */
export interface CycleRecord {
  readonly id: number;
  readonly seen: string;
  readonly concluded?: string;
  readonly decided?: string;
  readonly affected?: number;
  readonly done?: string;
  readonly verified?: string;
  /** Reason of the outcome. */
  readonly reason?: string;
  readonly by?: string;
  readonly outcome?: LoopOutcome;
  /** Time at which the cycle ended; of a running cycle, time at which it began. */
  readonly at: string;
}

/** A cycle that has ended. */
export interface FinishedCycle extends CycleRecord {
  readonly outcome: LoopOutcome;
}

/** The counter that each outcome increases. Decisions and executions are counted when they are made. */
const COUNTED: Readonly<Record<LoopOutcome, keyof LoopCounters | undefined>> = {
  'no-action': undefined,
  observed: undefined,
  succeeded: 'successes',
  unverified: 'failures',
  failed: 'failures',
  rejected: 'rejections',
  expired: 'rejections',
  suppressed: 'suppressed',
  interrupted: undefined,
  compensated: 'failures',
  yielded: 'suppressed',
};

export function raised(counters: LoopCounters, names: readonly (keyof LoopCounters)[]): LoopCounters {
  return { ...counters, ...Object.fromEntries(names.map((name) => [name, counters[name] + 1])) };
}

/** Returns the counters after a cycle. @param begun true when it began to execute; its decision was counted then */
export function counted(
  counters: LoopCounters,
  record: CycleRecord,
  outcome: LoopOutcome,
  begun: boolean,
): LoopCounters {
  // A partial execution could not be verified, so it counts as failed.
  const name = outcome === 'interrupted' && begun ? 'failures' : COUNTED[outcome];
  const decided = record.decided !== undefined && !begun;
  return raised(counters, [...(decided ? (['decisions'] as const) : []), ...(name ? [name] : [])]);
}
