/** The agent of a node where others meet; it only says so. */
import { defineAgent } from 'yangent';
import type { Desk } from '../../stage/index.js';

export function node(desk: Desk) {
  return defineAgent({
    id: desk.id,
    profile: {
      name: desk.id,
      description: 'Keeps the directory of the agents of its domain, their sessions and tasks',
      version: '0.1.0',
      provider: 'yangent',
    },
    skills: {},
  });
}
