import { expect, it } from 'vitest';
import { type DeviceDocument, watchDevice } from '../../src/devices/index.js';
import { cleanUp } from '../support/clean-up.js';
import { until } from '../until.js';
import { FakeDevice, openDevices } from './fake-device.js';

const HOUR = 3_600_000;

function watched(device: FakeDevice, poll: number): DeviceDocument[] {
  const seen: DeviceDocument[] = [];
  const subscription = watchDevice(openDevices(device), 'edge-1', ['test:data'], { poll, retry: 1 }).subscribe((each) =>
    seen.push(each),
  );
  cleanUp(() => subscription.unsubscribe());
  return seen;
}

it('emits the data now, and again when the device notifies, without waiting for the poll', async () => {
  const device = new FakeDevice({ 'test:data': 1 });
  const seen = watched(device, HOUR);
  await until(
    () => seen.length,
    (length) => length === 1,
  );
  device.change({ 'test:data': 2 });
  await until(
    () => seen.length,
    (length) => length === 2,
  );
  expect(seen).toEqual([{ 'test:data': 1 }, { 'test:data': 2 }]);
});

it('polls a device that does not notify', async () => {
  const device = new FakeDevice({ 'test:data': 1 }, false);
  const seen = watched(device, 5);
  await until(
    () => seen.length,
    (length) => length >= 2,
  );
  device.change({ 'test:data': 2 });
  await until(
    () => seen.at(-1),
    (last) => last?.['test:data'] === 2,
  );
});

it('goes on after the session was lost, and looks at once', async () => {
  const device = new FakeDevice({ 'test:data': 1 });
  const seen = watched(device, HOUR);
  await until(
    () => seen.length,
    (length) => length === 1,
  );
  device.document = { 'test:data': 2 };
  device.drop();
  await until(
    () => seen.at(-1),
    (last) => last?.['test:data'] === 2,
  );
  device.change({ 'test:data': 3 });
  await until(
    () => seen.at(-1),
    (last) => last?.['test:data'] === 3,
  );
  expect(device.sessions).toHaveLength(2);
});

it('keeps trying while the device cannot be reached or read', async () => {
  const device = new FakeDevice({ 'test:data': 1 });
  device.refuses = 'no route to host';
  const seen = watched(device, 5);
  await until(
    () => device.targets.length,
    (length) => length >= 3,
  );
  device.refuses = undefined;
  device.fault = new Error('access denied');
  await until(
    () => device.reads,
    (reads) => reads >= 3,
  );
  device.fault = undefined;
  await until(
    () => seen.length,
    (length) => length >= 1,
  );
});

it('ends when nobody listens any more', async () => {
  const device = new FakeDevice({ 'test:data': 1 }, false);
  const first = await new Promise<DeviceDocument>((resolve) => {
    const subscription = watchDevice(openDevices(device), 'edge-1', ['test:data'], { poll: 1 }).subscribe((each) => {
      // The first item may come before `subscribe` returns its subscription only if emission were synchronous; it is not.
      subscription.unsubscribe();
      resolve(each);
    });
  });
  expect(first).toEqual({ 'test:data': 1 });
  expect(device.reads).toBe(1);
});
