/** The actions of yangent-devices: connect and check. */
import { messageOf } from '../../data/index.js';
import type { YangentDevicesProvider } from '../../generated/providers.js';
import type { Call, Handler } from '../../server/index.js';
import type { Devices } from '../devices.js';

type Actions = YangentDevicesProvider['actions'];
type Connect = Actions['/yangent-devices:devices/device/connect'];
type Check = Actions['/yangent-devices:devices/device/check'];

export function connect(devices: Devices): Handler<Connect> {
  return async (_, { keys }): Promise<Connect['output']> => {
    const { sessionId, capabilities } = await devices.session(keys.name);
    return { state: 'connected', 'session-id': sessionId, capabilities: [...new Set(capabilities)] };
  };
}

export function check(devices: Devices): Handler<Check> {
  return async (_, call): Promise<Check['output']> => {
    const hostKey = await hostKeyOf(devices, call);
    const started = performance.now();
    try {
      const session = await devices.session(call.keys.name);
      await session.get([], call.signal);
      return { reachable: true, latency: Math.round(performance.now() - started), 'host-key': hostKey };
    } catch (error) {
      return {
        reachable: false,
        'host-key': hostKey,
        error: messageOf(error),
      };
    }
  };
}

/** Returns the host key of the peer at the address of the device, also a wrong one; undefined when no peer answers. */
function hostKeyOf(devices: Devices, { keys, signal }: Call<Check['keys']>): Promise<string | undefined> {
  return devices.offeredHostKey(keys.name, signal).catch(() => undefined);
}
