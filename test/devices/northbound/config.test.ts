import { expect, it } from 'vitest';
import { fromValue } from '../../../src/data/index.js';
import { configuredDevices } from '../../../src/devices/index.js';
import { compile, directories } from '../../../src/yang/index.js';
import { IETF, YANG } from '../../yang-modules/modules.js';

const schema = compile({ sources: directories([YANG, IETF]), implement: ['yangent-devices'] });

it('reads a device as it is configured, with the defaults of the model', () => {
  const device = { name: 'edge-1', address: '192.0.2.1', 'host-key': 'SHA256:AAAA', credential: 'password' };
  const running = { current: fromValue(schema.root, {}, { schema }) };
  const devices = configuredDevices(() => running.current);
  expect(devices.get('edge-1')).toBeUndefined();
  running.current = fromValue(schema.root, { 'yangent-devices:devices': { device: [device] } }, { schema });
  expect(devices.get('edge-1')).toEqual({
    name: 'edge-1',
    address: '192.0.2.1',
    protocol: 'netconf-ssh',
    credential: 'password',
    hostKey: 'SHA256:AAAA',
  });
});
