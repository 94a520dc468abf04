import { expect, it } from 'vitest';
import { type DeviceAccess, type DeviceEditor, deviceAccess } from '../../src/devices/index.js';
import { FakeDevice, openDevices } from './fake-device.js';

const EDIT = { 'acme:box': { mode: 'fast' } };

const permit: DeviceEditor = (_device, _document, work) => work();

function setUp(device = new FakeDevice({ 'acme:box': { mode: 'slow' } })) {
  device.trials = [];
  const devices = openDevices(device);
  const access: DeviceAccess = deviceAccess(devices, new AbortController().signal, permit, () => {});
  return { device, devices, access };
}

it('makes an edit last when the device can still be reached under it', async () => {
  const { device, access } = setUp();
  expect(await access.edit('edge-1', EDIT)).toBe('confirmed');
  expect([device.trials, device.document]).toEqual([['confirmed'], EDIT]);
  // One session for the edit, one to see whether the device still opens any.
  expect(device.sessions.map(({ ended }) => ended)).toEqual([false, true]);
});

it('takes an edit back under which the device cannot be reached any more', async () => {
  const { device, access } = setUp();
  device.onTrial = () => {
    device.refuses = 'nobody answers';
  };
  await expect(access.edit('edge-1', EDIT)).rejects.toThrow(
    'device "edge-1": it could not be reached any more (nobody answers); the edit was taken back',
  );
  expect([device.trials, device.document]).toEqual([['taken back'], { 'acme:box': { mode: 'slow' } }]);
});

it('leaves it to a device that was cut off to take the edit back, and gives the session up', async () => {
  const { device, devices, access } = setUp();
  device.onTrial = () => {
    device.refuses = 'nobody answers';
    device.drop();
  };
  await expect(access.edit('edge-1', EDIT, { confirmTimeout: 20 })).rejects.toThrow(
    'it takes the edit back by itself within 20 s, for the device could not be asked to (the session is lost)',
  );
  device.refuses = undefined;
  device.onTrial = () => undefined;
  await access.edit('edge-1', EDIT);
  expect(devices.status('edge-1').state).toBe('connected');
});

it('takes an edit back that its check refuses', async () => {
  const { device, access } = setUp();
  await expect(access.edit('edge-1', EDIT, { check: async () => false })).rejects.toThrow(
    'device "edge-1": the edit was not good; the edit was taken back',
  );
  await expect(access.edit('edge-1', EDIT, { check: () => Promise.reject(new Error('no answer')) })).rejects.toThrow(
    'the edit could not be checked (no answer); the edit was taken back',
  );
  expect(device.trials).toEqual(['taken back', 'taken back']);
});

it('edits a device without confirmed commits directly, and says that a bad edit stands', async () => {
  const { device, access } = setUp();
  device.trials = undefined;
  expect(await access.edit('edge-1', EDIT)).toBe('direct');
  await expect(access.edit('edge-1', EDIT, { check: async () => false })).rejects.toThrow(
    'device "edge-1": the edit was not good; the edit stands, for the device has no confirmed commit',
  );
});

const never = () => new Promise<boolean>(() => undefined);

it('takes an edit back whose check does not come to an end, before the device does so by itself', async () => {
  const { device, access } = setUp();
  await expect(access.edit('edge-1', EDIT, { check: never, confirmTimeout: 0.1 })).rejects.toThrow(
    'device "edge-1": the edit could not be checked (not done within 80 ms); the edit was taken back',
  );
  expect(device.trials).toEqual(['taken back']);
  // It does not stand in the way of the next one.
  expect(await access.edit('edge-1', EDIT)).toBe('confirmed');
});

it('takes an edit back at once that nobody wants any more while it is on trial', async () => {
  const { device, devices } = setUp();
  const stop = new AbortController();
  const check = () => {
    stop.abort(new Error('the loop was stopped'));
    return never();
  };
  await expect(deviceAccess(devices, stop.signal, permit, () => {}).edit('edge-1', EDIT, { check })).rejects.toThrow(
    'the edit could not be checked (the loop was stopped); the edit was taken back',
  );
  expect([device.trials, device.document]).toEqual([['taken back'], { 'acme:box': { mode: 'slow' } }]);
});

it('lets one edit of a device end before the next begins, also after one that fails', async () => {
  const { devices } = setUp();
  const diary: string[] = [];
  const gates: (() => void)[] = [];
  const edit = (name: string, device = 'edge-1') =>
    devices.writers.run(device, async () => {
      diary.push(`${name} begins`);
      await new Promise<void>((resolve) => gates.push(resolve));
      diary.push(`${name} ends`);
      if (name === 'a') throw new Error('a fails');
    });
  const all = Promise.allSettled([edit('a'), edit('b'), edit('other', 'edge-2')]);
  for (let opened = 0; opened < 3; ) {
    const gate = gates.shift();
    if (gate) {
      gate();
      opened += 1;
    } else await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect(diary.filter((line) => !line.startsWith('other'))).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(diary.indexOf('other begins')).toBeLessThan(diary.indexOf('b begins'));
});

it('lets a bounded number of edits wait, each until its signal gives up', async () => {
  const { OneWriter } = await import('../../src/devices/one-writer.js');
  const writers = new OneWriter(1);
  let open: () => void = () => undefined;
  const first = writers.run('edge-1', () => new Promise<void>((resolve) => (open = resolve)));
  const stop = new AbortController();
  const second = writers.run('edge-1', async () => 'done', stop.signal);
  await expect(writers.run('edge-1', async () => 'done')).rejects.toMatchObject({ tag: 'resource-denied' });
  stop.abort(new Error('given up'));
  open();
  await first;
  await expect(second).rejects.toThrow('given up');
  expect(await writers.run('edge-1', async () => 'done')).toBe('done');
});
