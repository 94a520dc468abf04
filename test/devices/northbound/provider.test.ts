import { expect, it } from 'vitest';
import { devicesProvider } from '../../../src/devices/index.js';
import type { Call, ConfigChange, Keys } from '../../../src/server/index.js';
import { FakeDevice, openDevices } from '../fake-device.js';

const keys = Object.assign(['edge-1'], { name: 'edge-1' }) as unknown as Keys;
const call = { keys, signal: new AbortController().signal } as unknown as Call<Keys>;
const DEVICE = '/yangent-devices:devices/device';

function setUp() {
  const device = new FakeDevice();
  const provider = devicesProvider(openDevices(device));
  const state = provider.state?.[DEVICE];
  if (typeof state !== 'object') throw new Error('the state of a device is read by key');
  return {
    device,
    act: (action: string) => provider.actions?.[`${DEVICE}/${action}`]?.({}, call),
    state: () => state.get(keys, call),
    apply: () =>
      provider.config?.[DEVICE]?.apply?.(
        { path: '', keys, before: {}, after: {}, set: { before: {}, after: {} } } satisfies ConfigChange,
        call,
      ),
  };
}

it('connects, and shows the session as state', async () => {
  const { act, state } = setUp();
  expect(await state()).toEqual({ state: 'disconnected', capabilities: [] });
  expect(await act('connect')).toEqual({ state: 'connected', 'session-id': 1, capabilities: ['urn:test:capability'] });
  expect(await state()).toMatchObject({ state: 'connected', 'last-connected': expect.stringMatching(/^\d{4}-/) });
});

it('checks whether a device can be reached, and says why not', async () => {
  const { device, act } = setUp();
  expect(await act('check')).toEqual({ reachable: true, latency: expect.any(Number) });
  device.fault = new Error('it is on fire');
  expect(await act('check')).toEqual({ reachable: false, error: 'it is on fire' });
});

it('opens a new session after a change of configuration', async () => {
  const { device, act, apply } = setUp();
  await act('connect');
  await apply();
  await act('connect');
  expect(device.sessions.map(({ ended }) => ended)).toEqual([true, false]);
});
