/** Bounds of bulk data, in bytes. */
export interface DataLimits {
  /** Maximum size of the data of one parameter. */
  readonly size: number;
  /** Maximum size of all data of one user, current uploads included. */
  readonly perUser: number;
  /** Milliseconds for which a reader waits for more of data that are still arriving. */
  readonly silence: number;
}

export const DEFAULT_DATA_LIMITS: DataLimits = { size: 1 << 30, perUser: 8 * 2 ** 30, silence: 60_000 };
