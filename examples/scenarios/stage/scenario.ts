/** What a scenario is, and what comes of playing one. */
import type { Step } from './account.js';
import type { Stage } from './stage.js';

/** How quickly things happen that nobody's program decides: how soon customers complain, how long a way takes. */
export type Pace = 'fast' | 'slow';

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** What happens, in two or three sentences. */
  readonly story: string;
  readonly steps: readonly Step[];
  /** Plays it to its end. @throws what `signal` was aborted with */
  play(stage: Stage, options: PlayOptions): Promise<Outcome>;
}

export interface PlayOptions {
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** Whether what the scenario is about was reached. */
  readonly ok: boolean;
  /** One sentence. */
  readonly text: string;
  /** Milliseconds between two moments that matter, by what they are called: `from detection to repair`. */
  readonly times?: Readonly<Record<string, number>>;
}

const FACTOR: Readonly<Record<Pace, number>> = { fast: 1, slow: 4 };

/** Milliseconds at that pace of what takes `milliseconds` at the fast one. */
export function paced(pace: Pace, milliseconds: number): number {
  return milliseconds * FACTOR[pace];
}
