/** The device `edge-1` of `node.json`, which shows the host key that is configured. */
import type { DeviceDriver } from '../../src/devices/index.js';
import { FakeDevice } from '../devices/fake-device.js';

const UPLINK = { 'ietf-interfaces:interfaces': { interface: [{ name: 'uplink', enabled: true }] } };

export function goldenDrivers(): ReadonlyMap<string, DeviceDriver> {
  const device = Object.assign(new FakeDevice(UPLINK), { offeredHostKey: async () => 'SHA256:AAAA' });
  return new Map([['netconf-ssh', device]]);
}
