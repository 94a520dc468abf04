/**
 * The clock of the expressions of a transaction, in which many runs may have their turns: what takes long goes on in further
 * transactions, so that neither others wait long nor the store ends the transaction.
 */
import { TimeSlice } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { ExpressionError } from '../expression/index.js';

/** Milliseconds of expressions after which a transaction begins no further steps. */
const SPENT = 200;
/** Milliseconds after which other work of the node runs, between two expressions. */
const SLICE = 100;
/** Milliseconds of all expressions of a turn, far less than a transaction may take. */
const LONGEST = 5_000;

/** A turn, as far as its time is concerned. */
export interface Timed {
  readonly tx: Tx;
}

/** The time of the expressions of a transaction, and the slice in which the next one is evaluated. */
interface Clock {
  readonly slice: TimeSlice;
  worked: number;
  /** Number of steps that were launched. */
  launched: number;
  isNarrow: boolean;
}

const clocks = new WeakMap<Tx, Clock>();
/** Milliseconds of the expressions of one turn: a run is not refused for the time that others took. */
const turns = new WeakMap<Timed, number>();

function clockOf(tx: Tx): Clock {
  const clock = clocks.get(tx) ?? { slice: new TimeSlice(undefined, SLICE), worked: 0, launched: 0, isNarrow: false };
  clocks.set(tx, clock);
  return clock;
}

/** Lets a transaction do one step only, because a wider one before it took too long. */
export function narrow(tx: Tx): void {
  clockOf(tx).isNarrow = true;
}

/** Counts a step that is launched. */
export function launched({ tx }: Timed): void {
  clockOf(tx).launched += 1;
}

/** True when further steps are to begin in another transaction. */
export function isSpent({ tx }: Timed): boolean {
  const clock = clocks.get(tx);
  if (!clock) return false;
  return clock.worked >= SPENT || (clock.isNarrow && clock.launched + clock.worked > 0);
}

/**
 * Evaluates an expression in the time of a turn and of its transaction.
 *
 * @throws ExpressionError `too-big` when those of the turn before it took too long together, and what `evaluate` throws
 */
export async function timed<T>(turn: Timed, evaluate: () => T): Promise<T> {
  const clock = clockOf(turn.tx);
  const before = turns.get(turn) ?? 0;
  if (before >= LONGEST)
    throw new ExpressionError(
      'too-big',
      `the expressions of a step and of those right behind it took ${LONGEST / 1_000} s together, which is all that they may; use shorter lists, or fewer expressions`,
    );
  if (clock.slice.over) await clock.slice.next();
  const begin = performance.now();
  try {
    return evaluate();
  } finally {
    const time = performance.now() - begin;
    clock.worked += time;
    turns.set(turn, before + time);
  }
}
