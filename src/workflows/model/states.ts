/** States of runs and steps, and the changes from one to another. */
export const RUN_STATES = [
  'initializing',
  'running',
  'paused',
  'escalated',
  'verifying',
  'rolling-back',
  'completed',
  'failed',
  'canceled',
  'rolled-back',
] as const;
export type RunState = (typeof RUN_STATES)[number];

export const STEP_STATES = [
  'pending',
  'ready',
  'awaiting-approval',
  'executing',
  'suspended',
  'completed',
  'failed',
  'skipped',
  'canceled',
  'compensating',
  'rolled-back',
] as const;
export type StepState = (typeof STEP_STATES)[number];

const RUN_CHANGES: Readonly<Record<RunState, readonly RunState[]>> = {
  initializing: ['running', 'failed', 'canceled'],
  running: ['paused', 'escalated', 'rolling-back', 'verifying', 'failed', 'canceled'],
  paused: ['running', 'rolling-back', 'failed', 'canceled'],
  escalated: ['running', 'rolling-back', 'failed', 'canceled'],
  verifying: ['completed', 'running', 'escalated', 'failed', 'canceled'],
  'rolling-back': ['running', 'paused', 'rolled-back', 'escalated'],
  completed: ['rolling-back'],
  // By retry.
  failed: ['running', 'rolling-back'],
  canceled: ['rolling-back'],
  'rolled-back': [],
};

const STEP_CHANGES: Readonly<Record<StepState, readonly StepState[]>> = {
  pending: ['ready', 'skipped', 'canceled'],
  // Pending when its run is migrated, and what is before it has changed.
  ready: ['pending', 'awaiting-approval', 'executing', 'suspended', 'completed', 'failed', 'skipped', 'canceled'],
  // Ready again when its votes are void, pending when the step before it is executed again.
  'awaiting-approval': ['ready', 'pending', 'completed', 'failed', 'canceled'],
  executing: ['ready', 'suspended', 'completed', 'failed', 'canceled'],
  suspended: ['ready', 'executing', 'completed', 'failed', 'canceled'],
  // By retry, when the output of the run could not be computed.
  completed: ['pending', 'compensating', 'rolled-back'],
  // By retry, skip and set-output.
  failed: ['pending', 'skipped', 'completed', 'compensating', 'rolled-back'],
  // By retry of the step whose failure caused it.
  skipped: ['pending', 'rolled-back'],
  // A step that was executed may have done something before it was canceled.
  canceled: ['pending', 'compensating', 'rolled-back'],
  compensating: ['rolled-back', 'failed'],
  'rolled-back': [],
};

const FINAL_RUNS: ReadonlySet<RunState> = new Set(['completed', 'failed', 'canceled', 'rolled-back']);
const FINAL_STEPS: ReadonlySet<StepState> = new Set([
  'completed',
  'failed',
  'skipped',
  'canceled',
  'compensating',
  'rolled-back',
]);

/** True for a state in which a run has ended. */
export function isRunOver(state: RunState): boolean {
  return FINAL_RUNS.has(state);
}

/** True for a state in which a step has ended. */
export function isStepOver(state: StepState): boolean {
  return FINAL_STEPS.has(state);
}

/** True when a run may go from one state to the other. */
export function mayRunChange(from: RunState, to: RunState): boolean {
  return RUN_CHANGES[from].includes(to);
}

/** True when a step may go from one state to the other. */
export function mayStepChange(from: StepState, to: StepState): boolean {
  return STEP_CHANGES[from].includes(to);
}

export function isRunState(text: string): text is RunState {
  return Object.hasOwn(RUN_CHANGES, text);
}

export function isStepState(text: string): text is StepState {
  return Object.hasOwn(STEP_CHANGES, text);
}
