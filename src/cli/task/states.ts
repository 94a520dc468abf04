import { type TaskState, TRANSITIONS } from '../../tasks/index.js';
import type { Colour } from '../terminal/index.js';

const COLOURS: Readonly<Record<TaskState, Colour>> = {
  submitted: 'grey',
  negotiating: 'yellow',
  accepted: 'blue',
  running: 'blue',
  'input-required': 'yellow',
  suspended: 'yellow',
  verifying: 'blue',
  completed: 'green',
  failed: 'red',
  canceled: 'grey',
  rejected: 'red',
};

export const STATES: readonly string[] = Object.keys(TRANSITIONS);

export function colourOf(state: TaskState): Colour {
  return COLOURS[state];
}
