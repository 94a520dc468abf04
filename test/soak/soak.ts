/** What a soak is: a check that finds more the longer it runs, with its progress told. */

export interface SoakRun {
  /** How much is checked, in the soak's unit. */
  readonly amount: number;
  /** Where random inputs begin: the same seed and amount give the same inputs. */
  readonly seed: number;
  /** Tells one line of progress or result, with the seconds passed. */
  readonly tell: (line: string) => void;
}

export interface Soak {
  readonly about: string;
  /** What is counted: "rounds". */
  readonly unit: string;
  /** How much is checked unless told. */
  readonly amount: number;
  /** Whether nothing was wrong; what was has been told, with all that is needed to see it again. */
  run(run: SoakRun): Promise<boolean>;
}
