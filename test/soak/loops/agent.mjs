// SOAK_DEVICES devices with SOAK_PORTS loops each, of which each keeps one port on.
import { map } from 'rxjs';
import { closedLoop } from 'yangent';

const INTERFACES = 'ietf-interfaces:interfaces';
const numbers = (count) => Array.from({ length: Number(count) }, (_, index) => index);
const isOn = (document, port) => document[INTERFACES]?.interface?.find(({ name }) => name === port)?.enabled !== false;

const keepsOn = (device, port) =>
  closedLoop({
    name: `${device}-${port}`,
    policy: { mode: 'autonomous' },
    observe: ({ devices }) =>
      devices.watch(device, [INTERFACES], { poll: 60_000 }).pipe(map((document) => ({ on: isOn(document, port) }))),
    analyse: ({ on }) => (on ? undefined : `${port} is off`),
    decide: () => ({ summary: `switch ${port} on`, resources: [`${device}/${port}`] }),
    execute: async (_decision, { devices }) => {
      const guard = await devices.edit(device, { [INTERFACES]: { interface: [{ name: port, enabled: true }] } });
      return { summary: `switched on, ${guard}` };
    },
    verify: async (_done, _decision, { devices }) => {
      const on = isOn(await devices.get(device, [INTERFACES]), port);
      return { ok: on, note: on ? 'it is on' : 'it is off' };
    },
  });

export default {
  id: 'soak',
  devices: ['*'],
  profile: { name: 'soak', description: 'keeps many ports on', version: '1.0.0', provider: 'ACME' },
  loops: numbers(process.env.SOAK_DEVICES).flatMap((device) =>
    numbers(process.env.SOAK_PORTS).map((port) => keepsOn(`d${device}`, `p${port}`)),
  ),
};
