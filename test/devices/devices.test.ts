import { expect, it } from 'vitest';
import type { DeviceRecord } from '../../src/devices/index.js';
import { EDGE_1, FakeDevice, openDevices } from './fake-device.js';

it('opens one session for all who use a device, with its address, user and secret', async () => {
  const device = new FakeDevice();
  const devices = openDevices(device);
  const [one, two] = await Promise.all([devices.session('edge-1'), devices.session('edge-1')]);
  expect(one).toBe(two);
  expect(device.targets).toEqual([
    { name: 'edge-1', address: '192.0.2.1', port: 830, user: 'operator', secret: 'sesame', hostKey: 'SHA256:AAAA' },
  ]);
  expect(devices.status('edge-1')).toMatchObject({ state: 'connected', capabilities: ['urn:test:capability'] });
});

it('opens another session when the first was lost', async () => {
  const device = new FakeDevice();
  const devices = openDevices(device);
  const first = await devices.session('edge-1');
  device.drop();
  await first.closed;
  expect(devices.status('edge-1').state).toBe('disconnected');
  const second = await devices.session('edge-1');
  expect(second.sessionId).toBe(2);
  expect(devices.status('edge-1').state).toBe('connected');
});

it('tries again after a failure, whose reason the status keeps until a session is open', async () => {
  const device = new FakeDevice();
  device.refuses = 'no route to host';
  const devices = openDevices(device);
  await expect(devices.session('edge-1')).rejects.toThrow('device "edge-1" cannot be reached: no route to host');
  expect(devices.status('edge-1')).toMatchObject({ state: 'failed', lastError: 'no route to host' });
  device.refuses = undefined;
  await devices.session('edge-1');
  expect(devices.status('edge-1').lastError).toBeUndefined();
});

it('ends the session of a device whose configuration changed, and the end of the old one does not count for the new', async () => {
  const device = new FakeDevice();
  const devices = openDevices(device);
  const old = await devices.session('edge-1');
  const forgotten = devices.forget('edge-1');
  const renewed = await devices.session('edge-1');
  await forgotten;
  await old.closed;
  expect(renewed).not.toBe(old);
  expect(devices.status('edge-1').state).toBe('connected');
});

it('gives up a connect under way when the device is forgotten', async () => {
  const begun: (() => void)[] = [];
  const connecting = new Promise<void>((resolve) => begun.push(resolve));
  const devices = openDevices({
    connect: (_target, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
        begun.forEach((tell) => {
          tell();
        });
      }),
  });
  const session = devices.session('edge-1');
  await connecting;
  await Promise.all([devices.forget('edge-1'), expect(session).rejects.toThrow('given up')]);
});

it('refuses sessions when the node stops', async () => {
  const devices = openDevices(new FakeDevice());
  await devices.close();
  await expect(devices.session('edge-1')).rejects.toThrow('the node is stopping');
});

const INCOMPLETE: readonly (readonly [string, DeviceRecord, string])[] = [
  ['user', { ...EDGE_1, user: undefined }, "has no user; set /yangent-devices:devices/device[name='edge-1']/user"],
  ['host-key', { ...EDGE_1, hostKey: undefined }, 'has no host-key; set'],
  ['credential', { ...EDGE_1, credential: undefined }, 'has no credential; set'],
  ['secret', { ...EDGE_1, credential: 'other' }, 'the secret "other" of device "edge-1" is not in the secret store'],
  ['driver', { ...EDGE_1, protocol: 'restconf' }, 'no driver for restconf'],
];

it.each(INCOMPLETE)('says what is missing: %s', async (_what, record, message) => {
  const device = new FakeDevice();
  const devices = openDevices(device, [record]);
  await expect(devices.session('edge-1')).rejects.toMatchObject({
    tag: 'operation-failed',
    message: expect.stringContaining(message),
  });
  expect(device.targets).toEqual([]);
  expect(devices.status('edge-1').state).toBe('failed');
});

it('says that there is no such device, and remembers nothing of it', async () => {
  const devices = openDevices(new FakeDevice());
  await expect(devices.session('core-9')).rejects.toThrow('there is no device "core-9"');
  expect(devices.status('core-9')).toEqual({ state: 'disconnected', capabilities: [] });
});
