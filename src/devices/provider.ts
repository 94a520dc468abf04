import type { Provider } from '../server/index.js';
import type { Devices } from './devices.js';

/** yangent-devices: state of the sessions, connect and check. */
export function devicesProvider(devices: Devices): Provider {
  return {
    module: 'yangent-devices',
    state: {
      '/yangent-devices:devices/device': {
        get: async (keys) => {
          const { state, capabilities, lastConnected, lastError } = devices.status(String(keys.name));
          return {
            state,
            capabilities: [...new Set(capabilities)],
            ...(lastConnected && { 'last-connected': lastConnected }),
            ...(lastError && { 'last-error': lastError }),
          };
        },
      },
    },
    config: {
      '/yangent-devices:devices/device': {
        apply: async (change) => devices.forget(String(change.keys.name)),
      },
    },
    actions: {
      '/yangent-devices:devices/device/connect': async (_input, call) => {
        const session = await devices.session(String(call.keys.name));
        return {
          state: 'connected',
          ...(session.sessionId !== undefined && { 'session-id': session.sessionId }),
          capabilities: [...new Set(session.capabilities)],
        };
      },
      '/yangent-devices:devices/device/check': async (_input, call) => {
        const name = String(call.keys.name);
        const offered = await hostKeyOf(devices, name, call.signal);
        const started = performance.now();
        try {
          const session = await devices.session(name);
          await session.get([], call.signal);
          return { reachable: true, latency: Math.round(performance.now() - started), ...offered };
        } catch (error) {
          return { reachable: false, ...offered, error: error instanceof Error ? error.message : String(error) };
        }
      },
    },
  };
}

/** What whoever answers at the device's address shows, also where it is not what the configuration wants. */
async function hostKeyOf(devices: Devices, name: string, signal: AbortSignal): Promise<{ 'host-key'?: string }> {
  const hostKey = await devices.offeredHostKey(name, signal).catch(() => undefined);
  return hostKey === undefined ? {} : { 'host-key': hostKey };
}
