/** Converts rows of the store to records of a loop. */
import type { LoopHistoryTable, LoopStateTable } from './database.js';
import type { LoopStatus } from './journal.js';
import {
  type CycleRecord,
  type FinishedCycle,
  LOOP_OUTCOMES,
  LOOP_PHASES,
  LOOP_STATES,
  type LoopCounters,
  type LoopPhase,
  NO_COUNTS,
} from './record.js';

/** The data that a restart needs to recover an execution. */
export interface Memory {
  readonly decision: unknown;
  /** The result of `execute`, once it has ended. */
  readonly done?: { readonly value: unknown };
}

/** A cycle that the end of the process interrupted. */
export interface Unfinished {
  readonly record: CycleRecord;
  readonly phase: LoopPhase;
  readonly memory?: Memory;
}

export function toUnfinished(row: LoopHistoryTable): Unfinished {
  return {
    record: toRecord(row),
    phase: oneOf(LOOP_PHASES, row.phase ?? 'execute'),
    memory: row.memory === null ? undefined : toMemory(JSON.parse(row.memory)),
  };
}

function toMemory(stored: unknown): Memory {
  const done = member(stored, 'done');
  return {
    decision: member(stored, 'decision'),
    ...(done !== undefined && { done: { value: member(done, 'value') } }),
  };
}

export function readState(row: LoopStateTable): LoopStatus {
  const stored: unknown = JSON.parse(row.counters);
  return {
    state: oneOf(LOOP_STATES, row.state),
    reason: row.reason ?? undefined,
    lastOutcome: row.last_outcome === null ? undefined : oneOf(LOOP_OUTCOMES, row.last_outcome),
    counters: readCounters(stored),
  };
}

/** Returns a finished cycle. @throws Error for the row of a cycle that has not ended */
export function toFinished(row: LoopHistoryTable): FinishedCycle {
  return { ...toRecord(row), outcome: oneOf(LOOP_OUTCOMES, row.outcome ?? 'none') };
}

function toRecord(row: LoopHistoryTable): CycleRecord {
  const stored: unknown = JSON.parse(row.record);
  const text = (name: string): string | undefined => {
    const value = member(stored, name);
    return typeof value === 'string' ? value : undefined;
  };
  const affected = member(stored, 'affected');
  return {
    id: row.id,
    at: row.at,
    seen: text('seen') ?? '',
    concluded: text('concluded'),
    decided: text('decided'),
    affected: typeof affected === 'number' ? affected : undefined,
    done: text('done'),
    verified: text('verified'),
    reason: text('reason'),
    by: text('by'),
    outcome: row.outcome === null ? undefined : oneOf(LOOP_OUTCOMES, row.outcome),
  };
}

function readCounters(stored: unknown): LoopCounters {
  const count = (name: keyof LoopCounters): number => {
    const value = member(stored, name);
    return typeof value === 'number' ? value : NO_COUNTS[name];
  };
  return {
    observations: count('observations'),
    decisions: count('decisions'),
    executions: count('executions'),
    successes: count('successes'),
    failures: count('failures'),
    suppressed: count('suppressed'),
    rejections: count('rejections'),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns the value if it is known. @throws Error for a stored value that this version does not know */
function oneOf<T extends string>(known: readonly T[], value: string): T {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new Error(`the store holds "${value}" where one of ${known.join(', ')} is expected`);
  return found;
}
