/** Limits of sessions, whatever their terms say. */
export interface SessionLimits {
  /** Longest text of a message, in characters. */
  readonly messageSize: number;
  /** Messages that an agent may send in a second, in all its sessions together. */
  readonly rate: number;
  /** Calls of one user that wait for messages at a time. */
  readonly waiting: number;
  /** Messages of a session in memory while readers wait for more. */
  readonly ring: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = { messageSize: 1_048_576, rate: 1_000, waiting: 1_000, ring: 256 };
