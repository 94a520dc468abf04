/** The closed loop: watch the links that must be up, and repair those that somebody switched off. */

import { map, merge } from 'rxjs';
import { closedLoop, type LoopContext } from 'yangent';
import type { Intent, Link } from './intent.js';
import { type Condition, conditionOf, INTERFACES, readCondition } from './interfaces.js';

export function uplinkUp({ mustBeUp, poll }: Intent) {
  return closedLoop({
    name: 'uplink-up',
    goal: `up, always: ${mustBeUp.map(nameOf).join(', ')}`,
    policy: { mode: 'autonomous', 'rate-limit': 30, 'max-affected': 1 },

    // One stream for all devices; each item says what became of the links of one device.
    observe: ({ devices }) => {
      const names = [...new Set(mustBeUp.map(({ device }) => device))];
      const watched = names.map((device) =>
        devices.watch(device, INTERFACES, { poll: poll * 1000 }).pipe(
          map((document) => {
            const links = mustBeUp.filter((link) => link.device === device);
            const conditions = links.map((link) => ({ ...link, condition: conditionOf(document, link.interface) }));
            return { conditions, summary: conditions.map(say).join('; ') };
          }),
        ),
      );
      return merge(...watched);
    },

    analyse: ({ conditions }) => {
      const broken = conditions.filter(({ condition }) => condition !== 'up');
      return broken.length === 0 ? undefined : { broken, summary: `against its intent, ${broken.map(say).join('; ')}` };
    },

    // What is switched off can be switched on. A link that is down for another reason is for people.
    decide: ({ broken }) => {
      const link = broken.find(({ condition }) => condition === 'administratively-down');
      return link && { link, summary: `switch on ${nameOf(link)}`, affected: 1 };
    },

    // The repair is a task of its own, so that it shows, with its result, wherever tasks show.
    execute: async ({ link }, context) => {
      const { id, state, error } = await assignRepair(link, context);
      const why = error ? `: ${error.message}` : '';
      return { link, summary: `task ${id} is ${state}${why}` };
    },

    verify: async ({ link }, _decision, { devices }) => {
      const condition = await readCondition(devices, link);
      return { ok: condition === 'up', note: say({ ...link, condition }) };
    },
  });
}

/** Gives the repair to the agent itself and waits for its result. */
function assignRepair({ device, interface: name }: Link, { agent, invoke }: LoopContext) {
  return invoke('yangent-tasks:assign', {
    from: agent,
    to: agent,
    type: 'repair-link',
    objective: `switch on ${name} of ${device}`,
    input: { device, interface: name },
    initiator: 'loop uplink-up',
    async: false,
  });
}

function nameOf({ device, interface: name }: Link): string {
  return `${name} of ${device}`;
}

function say({ condition, ...link }: Link & { readonly condition: Condition }): string {
  return `${nameOf(link)} is ${condition}`;
}
