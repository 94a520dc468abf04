// The agent inside the node of the golden files: it paints doors, and has a loop that keeps the lamps of the workshop lit.
import { concat, NEVER, of } from 'rxjs';
import { closedLoop, defineSkill, TaskFailure } from 'yangent';

/** Of `x`. */
const DIGEST = 'sha-256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';

export default {
  id: 'painter',
  profile: {
    name: 'painter',
    description: 'Paints doors and tells colours',
    version: '1.2.0',
    provider: 'ACME',
    domain: 'workshop',
    capability: {
      streaming: false,
      'push-notifications': true,
      negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
    },
  },
  skills: {
    paint: defineSkill({
      description: 'paints a door',
      tags: ['door', 'colour'],
      input: {
        type: 'object',
        properties: { door: { type: 'string' }, coats: { type: 'integer', minimum: 1, maximum: 3, default: 2 } },
        required: ['door'],
        additionalProperties: false,
      },
      run: async ({ input: { door, coats } }, run) => {
        await run.progress(50, 'the first coat');
        return {
          artifacts: [{ name: 'door', modality: 'text', value: `${door} has ${coats} coats` }],
          note: 'it is dry',
        };
      },
    }),
    fail: async () => {
      throw new TaskFailure('unreachable', 'the tin is empty', {
        diagnostic: 'it does not rattle',
        recovery: ['retry'],
      });
    },
    show: async () => ({
      artifacts: [
        {
          name: 'text',
          description: 'a text',
          modality: 'text',
          'media-type': 'text/plain',
          value: 'x',
          digest: DIGEST,
        },
        { name: 'members', data: { 'acme:colour': 'red' } },
        { name: 'elsewhere', url: 'https://painter.example/red' },
      ],
    }),
  },
  feasibility: async ({ content }) =>
    content.some((text) => text.includes('gate'))
      ? { feasible: false, reason: 'gates are not mine', counter: 'paint the door of the house' }
      : { feasible: true },
  loops: [
    closedLoop({
      name: 'keep-lit',
      goal: 'no lamp is out',
      policy: { mode: 'approve', 'rate-limit': 10, 'max-affected': 3, 'approval-timeout': 3600 },
      observe: () => concat(of({ lamp: 3 }), NEVER),
      analyse: ({ lamp }) => `lamp ${lamp} is out`,
      decide: () => ({ summary: 'change the lamp', affected: 1, resources: ['workshop/lamps'] }),
      execute: async () => 'the lamp is changed',
      verify: async () => ({ ok: true, note: 'it is lit' }),
    }),
    closedLoop({
      name: 'save-power',
      policy: { mode: 'autonomous', 'conflict-window': 3600 },
      observe: () => concat(of('a lamp is lit'), NEVER),
      analyse: (seen) => seen,
      decide: () => ({ summary: 'switch the lamps off', resources: ['workshop/lamps'] }),
      execute: async () => 'they are off',
      verify: async () => ({ ok: true, note: 'it is dark' }),
    }),
  ],
};
