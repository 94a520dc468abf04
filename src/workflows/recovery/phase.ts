/** The phases of a way back, of which each goes on where the one before has ended. */
import type { Back } from '../run/record.js';
import type { Turn } from '../run/turn.js';

/** Brings a way back into its next phase, which begins with the first step. */
export function become(turn: Turn, back: Back, phase: Back['phase']): void {
  const { after: _, ...rest } = back;
  turn.changeRun({ progress: { rollback: { ...rest, phase } } });
}
