/** The closed loop: watch the links that must be up, and repair those that somebody switched off. */

import { map, merge } from 'rxjs';
import { closedLoop, type ExecutionContext } from 'yangent';
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
      if (!link) return undefined;
      const resources = [`${link.device}/${link.interface}`];
      return { link, summary: `switch on ${nameOf(link)}`, affected: 1, resources };
    },

    execute: ({ link }, context) => assignRepair(link, context),

    // The same assignment once more: its task-id is that of this cycle, so there is one task, whatever a restart cut off.
    recover: ({ link }, context) => assignRepair(link, context),

    verify: async ({ link }, _decision, { devices }) => {
      const condition = await readCondition(devices, link);
      return { ok: condition === 'up', note: say({ ...link, condition }) };
    },
  });
}

/** Gives the repair to the agent itself, as a task that shows wherever tasks show, and waits for its result. */
async function assignRepair(link: Link, { agent, cycle, invoke }: ExecutionContext) {
  const { device, interface: name } = link;
  const { id, state, error } = await invoke('yangent-tasks:assign', {
    'task-id': cycle,
    from: agent,
    to: agent,
    type: 'repair-link',
    objective: `switch on ${name} of ${device}`,
    input: { device, interface: name },
    initiator: 'loop uplink-up',
    async: false,
  });
  const why = error ? `: ${error.message}` : '';
  return { link, summary: `task ${id} is ${state}${why}` };
}

function nameOf({ device, interface: name }: Link): string {
  return `${name} of ${device}`;
}

function say({ condition, ...link }: Link & { readonly condition: Condition }): string {
  return `${nameOf(link)} is ${condition}`;
}
