/** The capabilities that tasks of one skill need between two nodes. */
import type { CapabilityInput } from '../grant/capability.js';

/** Actions on a task that is there. What they are about may be a task that is not known yet, so that no agent limits them. */
const ON_TASKS = ['query', 'update', 'cancel', 'suspend', 'resume', 'provide-input', 'renew-authority'].map(
  (name) => `yangent-tasks.${name}`,
);
/** The actions that carry content to the other node; the others need nothing of `send`. */
const SENT = ['yangent-tasks.update', 'yangent-tasks.provide-input'];

/**
 * Returns all that tasks of a skill need, on the node that executes them (`permit`) or on the one that assigns them (`send`).
 *
 * @param agents which execute; none: any
 * @param name of the capability that lets assign; the others are called after it
 */
export function forSkill(
  list: 'permit' | 'send',
  skill: string,
  agents: readonly string[] = [],
  name = skill,
): readonly CapabilityInput[] {
  const constraint = agents.length === 0 ? {} : { constraint: { agent: agents } };
  const assign = ['yangent-tasks.assign', `skill.${skill}`];
  switch (list) {
    case 'send':
      return [{ name, action: [...assign, ...SENT], ...constraint }];
    case 'permit':
      return [
        { name, action: assign, ...constraint },
        { name: `${name}-tasks`, action: [...ON_TASKS, 'data.subscribe'] },
        {
          name: `${name}-data`,
          action: ['data.read'],
          constraint: { path: ['/ietf-restconf-monitoring:restconf-state'] },
        },
      ];
    default:
      return list satisfies never;
  }
}
