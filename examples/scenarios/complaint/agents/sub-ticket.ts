/** What the agents of the networks are given: structured tasks, made of a complaint by the agent that has read it. */

import type { Members } from '../../stage/index.js';
import { textIn } from '../../stage/index.js';

/** Input of a sub-ticket about a place. */
export const PLACE_INPUT = {
  type: 'object',
  required: ['ticket', 'place'],
  additionalProperties: false,
  properties: {
    ticket: { type: 'string', pattern: '^TT-\\d+$' },
    place: { type: 'string', minLength: 1, description: 'site of the inventory' },
  },
} as const;

/** Input of a repair. */
export const OBJECT_INPUT = {
  type: 'object',
  required: ['ticket', 'object'],
  additionalProperties: false,
  properties: {
    ticket: { type: 'string', pattern: '^TT-\\d+$' },
    object: { type: 'string', minLength: 1, description: 'name of the managed object' },
  },
} as const;

export interface SubTicket {
  readonly ticket: string;
  /** The place or the object. */
  readonly object: string;
}

/** @param input by one of the schemas above, which the node has checked */
export function subTicketIn(input: unknown): SubTicket {
  const members: Members = typeof input === 'object' && input !== null ? { ...input } : {};
  return {
    ticket: textIn(members, 'ticket') ?? '',
    object: textIn(members, 'place') ?? textIn(members, 'object') ?? '',
  };
}

export function skill(name: string, description: string, tags: readonly string[]) {
  return {
    'skill-name': name,
    'skill-description': description,
    'skill-tags': [...tags],
    'input-modes': ['text'],
    'output-modes': ['text'],
  };
}
