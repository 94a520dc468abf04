/** The node where the agents meet; its own agent only says so. */
import { defineAgent } from 'yangent';
import type { Desk } from '../../stage/index.js';

export function server(desk: Desk) {
  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IoA server',
      description: 'Keeps the directory of agents, and their sessions',
      version: '0.1.0',
      provider: 'yangent',
    },
    skills: {},
  });
}
