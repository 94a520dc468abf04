/** The types of messages, and their colours. */
import type { Rpcs } from '../../generated/index.js';
import type { Colour } from '../terminal/index.js';

type TypeName =
  NonNullable<Rpcs['yangent-sessions:send']['input']['type']> extends infer T
    ? T extends `yangent-sessions:${infer Name}`
      ? Name
      : never
    : never;

const COLOURS: Readonly<Record<TypeName, Colour | undefined>> = {
  discussion: undefined,
  request: 'yellow',
  response: 'green',
  proposal: 'yellow',
  vote: 'blue',
  'voting-result': 'green',
  'task-assignment': 'blue',
  'task-progress': 'grey',
  'task-result': 'green',
  pause: 'yellow',
  conclude: 'yellow',
  conclusion: 'green',
  summary: 'blue',
  floor: 'grey',
  membership: 'grey',
};

/** Types of messages that only the node sends, or that have a command of their own. */
const NOT_SAID: readonly string[] = ['task-assignment', 'task-progress', 'task-result', 'pause', 'floor', 'membership'];

export const TYPES = Object.keys(COLOURS);
/** Types of messages that are words alone. */
export const SAID_TYPES = TYPES.filter((type) => !NOT_SAID.includes(type));

/** Returns the type as the model names it. @param type one of TYPES */
export function identityOf(type: string): string {
  return `yangent-sessions:${type}`;
}

/** Returns a type without its module. */
export function typeName(identity: string): string {
  return identity.replace(/^.*:/, '');
}

export function colourOf(type: string): Colour | undefined {
  return new Map<string, Colour | undefined>(Object.entries(COLOURS)).get(type);
}
