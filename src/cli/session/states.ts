/** Kinds and states of sessions, states of members, and their colours. */
import type { Colour } from '../terminal/index.js';
import type { Member, Session } from './records.js';

const SESSION_COLOURS: Readonly<Record<Session['state'], Colour>> = {
  open: 'green',
  forming: 'yellow',
  discussion: 'green',
  'synchronous-task-assignment': 'blue',
  'asynchronous-task-assignment': 'blue',
  'pause-and-trigger': 'yellow',
  conclusion: 'green',
  closed: 'grey',
};

const MEMBER_COLOURS: Readonly<Record<Member['state'], Colour | undefined>> = {
  invited: 'yellow',
  joined: undefined,
  declined: 'grey',
  left: 'grey',
  removed: 'grey',
};

const ABOUT_KINDS: Readonly<Record<Session['kind'], string>> = {
  direct: 'a few agents alone',
  group: 'agents that know one another',
  team: 'agents that work on a goal and speak in turn',
  topic: 'subscribers',
};

export const KINDS = Object.keys(ABOUT_KINDS);
/** Returns e.g. `group: agents that know one another; topic: subscribers`. */
export const KINDS_HELP = Object.entries(ABOUT_KINDS)
  .map((each) => each.join(': '))
  .join('; ');
export const STATES = Object.keys(SESSION_COLOURS);
/** The states to which a coordinator may lead its team. */
export const GRANTED_STATES = [
  'discussion',
  'synchronous-task-assignment',
  'asynchronous-task-assignment',
  'pause-and-trigger',
  'conclusion',
] as const satisfies readonly Session['state'][];

export function stateColour(state: Session['state']): Colour {
  return SESSION_COLOURS[state];
}

export function memberColour(state: Member['state']): Colour | undefined {
  return MEMBER_COLOURS[state];
}
