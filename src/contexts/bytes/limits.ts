/** Bounds of bulk data, in bytes. */
export interface DataLimits {
  /** One piece of data. */
  readonly size: number;
  /** All that one user keeps, and is still sending. */
  readonly perUser: number;
}

export const DEFAULT_DATA_LIMITS: DataLimits = { size: 1 << 30, perUser: 8 * 2 ** 30 };
