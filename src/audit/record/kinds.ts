/** The words of a record for what happened, who did it, and how it ended. */

export const RECORD_KINDS = [
  'login',
  'operation',
  'refusal',
  'read',
  'decision',
  'grant',
  'token',
  'approval',
  'outbound',
  'checkpoint',
  'rollback',
  'prune',
  'key',
  'start',
  'recovery',
  'gap',
] as const;

export const PRINCIPAL_KINDS = ['person', 'agent', 'node', 'unknown'] as const;

/** `intent` stands before something that leaves the node; `unknown` says that the node stopped before it knew the outcome. */
export const OUTCOMES = ['intent', 'done', 'denied', 'failed', 'unknown'] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];
export type Outcome = (typeof OUTCOMES)[number];
