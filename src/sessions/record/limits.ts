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
  /** Milliseconds in which a function of a hosted member gives its answer. */
  readonly hookTime: number;
  /** How often a function of a hosted member that fails is called for one thing. */
  readonly hookTries: number;
  /** Milliseconds between two looks at coordinators that are not online. */
  readonly absenceLook: number;
  /** Milliseconds that a coordinator may be not online before another member follows it. */
  readonly absence: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  ...{ messageSize: 1_048_576, rate: 1_000, waiting: 1_000, ring: 256 },
  ...{ hookTime: 60_000, hookTries: 3, absenceLook: 15_000, absence: 60_000 },
};
