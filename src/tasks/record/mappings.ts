import type { TaskState } from './states.js';

/** The names of one task state in the other task models. */
export interface ForeignStates {
  /** Task coordination (seed 000 §4.2). */
  readonly cui: 'submitted' | 'running' | 'suspended' | 'completed' | 'failed' | 'rejected' | 'canceled';
  /** `irtf-agent:tasks/task-status` (seed 004 §5.4). */
  readonly mag: 'create' | 'processing' | 'blocking' | 'suspended' | 'finished' | 'failed';
  /** A2A 1.0. */
  readonly a2a: 'SUBMITTED' | 'WORKING' | 'INPUT_REQUIRED' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'CANCELED';
  /** Node of a task DAG. */
  readonly atd: 'pending' | 'ready' | 'executing' | 'completed' | 'failed' | 'skipped';
}

export const FOREIGN_STATES: Readonly<Record<TaskState, ForeignStates>> = {
  submitted: { cui: 'submitted', mag: 'create', a2a: 'SUBMITTED', atd: 'pending' },
  negotiating: { cui: 'submitted', mag: 'create', a2a: 'SUBMITTED', atd: 'pending' },
  accepted: { cui: 'submitted', mag: 'create', a2a: 'SUBMITTED', atd: 'ready' },
  running: { cui: 'running', mag: 'processing', a2a: 'WORKING', atd: 'executing' },
  verifying: { cui: 'running', mag: 'processing', a2a: 'WORKING', atd: 'executing' },
  'input-required': { cui: 'suspended', mag: 'blocking', a2a: 'INPUT_REQUIRED', atd: 'executing' },
  suspended: { cui: 'suspended', mag: 'suspended', a2a: 'WORKING', atd: 'executing' },
  completed: { cui: 'completed', mag: 'finished', a2a: 'COMPLETED', atd: 'completed' },
  failed: { cui: 'failed', mag: 'failed', a2a: 'FAILED', atd: 'failed' },
  rejected: { cui: 'rejected', mag: 'failed', a2a: 'REJECTED', atd: 'failed' },
  canceled: { cui: 'canceled', mag: 'failed', a2a: 'CANCELED', atd: 'skipped' },
};
