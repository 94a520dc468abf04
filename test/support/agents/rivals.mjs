// Loops for tests on the device edge-1: two that want the opposite of its uplink, and one whose repair cuts the device off.
import { map } from 'rxjs';
import { closedLoop } from 'yangent';

const INTERFACES = 'ietf-interfaces:interfaces';
const RESOURCE = 'edge-1/uplink';

const entry = (document, name) => document[INTERFACES]?.interface?.find((each) => each.name === name);
const set = (devices, name, enabled, options) =>
  devices.edit('edge-1', { [INTERFACES]: { interface: [{ name, enabled }] } }, options);
const watch = ({ devices }) => devices.watch('edge-1', [INTERFACES], { poll: 200 });

/** Wants the uplink up, or down. */
const keeps = (name, enabled) =>
  closedLoop({
    name,
    policy: { mode: 'autonomous' },
    observe: (context) =>
      watch(context).pipe(map((document) => ({ enabled: entry(document, 'uplink')?.enabled ?? true }))),
    analyse: (seen) => (seen.enabled === enabled ? undefined : `the uplink must be ${enabled ? 'up' : 'down'}`),
    decide: () => ({ summary: `switch it ${enabled ? 'on' : 'off'}`, resources: [RESOURCE], affected: 2 }),
    execute: async (_decision, { devices }) => ({ summary: await set(devices, 'uplink', enabled) }),
    verify: async (_done, _decision, { devices }) => {
      const now = entry(await devices.get('edge-1', [INTERFACES]), 'uplink')?.enabled ?? true;
      return { ok: now === enabled, note: `it is ${now ? 'on' : 'off'}` };
    },
  });

export default {
  id: 'rivals',
  devices: ['edge-1'],
  profile: { name: 'rivals', description: 'loops that disagree', version: '1.0.0', provider: 'ACME' },
  loops: [
    keeps('keep-up', true),
    keeps('keep-down', false),
    closedLoop({
      name: 'careless',
      policy: { mode: 'autonomous', 'rate-limit': 1 },
      observe: (context) =>
        watch(context).pipe(map((document) => ({ tidy: entry(document, 'uplink')?.description === 'tidy up' }))),
      analyse: ({ tidy }) => (tidy ? 'there is something to tidy up' : undefined),
      decide: () => ({ summary: 'switch off the port that nobody seems to use' }),
      execute: async (_decision, { devices }) => ({
        summary: await set(devices, 'management', false, { confirmTimeout: 4 }),
      }),
      verify: async () => ({ ok: true, note: 'it is off' }),
    }),
  ],
};
