/** A system of durable workflows, as the bench sees it. Each entry of `systems.ts` is one. */
export interface WorkflowSystem {
  /** With its version. */
  readonly name: string;
  /**
   * Starts all that the system needs, on the loopback.
   *
   * @param directory of its own, empty
   * @throws Error when something is missing or does not start; then nothing goes on running
   */
  start(directory: string): Promise<RunningSystem>;
}

/** The steps do nothing but return 1. Each is on disk before the next one, or the end, may follow. */
export interface RunningSystem {
  /** Runs one workflow of three steps in a row, and resolves when it is done. @throws Error when a step was left out */
  runChain(): Promise<void>;
  /** Runs one workflow of that many steps side by side that ends when all are done. @throws Error when a step was left out */
  runFanOut(steps: number): Promise<void>;
  /** Ends all that `start` has started. */
  stop(): Promise<void>;
}

export const CHAIN = 3;

/** @throws Error when a workflow has counted another number of steps than it has */
export function expectSteps(counted: unknown, steps: number): void {
  if (counted !== steps) throw new Error(`a workflow of ${steps} steps counted ${String(counted)}`);
}
