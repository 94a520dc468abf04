/** Members of a configured peer for which the model has defaults. */
export const PEER_DEFAULTS = {
  'max-rate': 100,
  relay: false,
  sessions: true,
  continues: false,
  'max-sessions': 1000,
  'max-backlog': 100_000,
} as const;
