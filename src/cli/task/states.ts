import { isFinal as isFinalState, type TaskState, TRANSITIONS } from '../../tasks/index.js';
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

export function colourOf(state: string): Colour | undefined {
  return isState(state) ? COLOURS[state] : undefined;
}

/** False for a state that this version does not know. */
export function isFinal(state: string): boolean {
  return isState(state) && isFinalState(state);
}

function isState(text: string): text is TaskState {
  return Object.hasOwn(COLOURS, text);
}
