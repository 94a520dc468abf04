import type { RunState, StepState } from '../../workflows/index.js';
import { type Colour, paint } from '../terminal/index.js';

const COLOURS: Readonly<Record<RunState | StepState, Colour>> = {
  initializing: 'grey',
  running: 'blue',
  paused: 'yellow',
  escalated: 'yellow',
  verifying: 'blue',
  completed: 'green',
  failed: 'red',
  canceled: 'grey',
  pending: 'grey',
  ready: 'blue',
  'awaiting-approval': 'yellow',
  executing: 'blue',
  suspended: 'yellow',
  skipped: 'grey',
  'rolling-back': 'yellow',
  compensating: 'yellow',
  'rolled-back': 'grey',
};

export function colourOf(state: RunState | StepState): Colour {
  return COLOURS[state];
}

export function stateText(state: RunState | StepState): string {
  return paint(state, colourOf(state));
}
