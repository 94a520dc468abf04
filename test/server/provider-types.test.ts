/** The types of providers: the compiler checks the lines that it must refuse. */
import { expect, it } from 'vitest';
import type {
  YangentAgentsProvider,
  YangentDevicesProvider,
  YangentTasksProvider,
} from '../../src/generated/providers.js';
import { provide } from '../../src/server/index.js';

const DEVICE = '/yangent-devices:devices/device';

it('a provider of a module with generated types is checked against the model', () => {
  const provider = provide<YangentDevicesProvider>({
    module: 'yangent-devices',
    state: {
      '/yangent-devices:devices/device': {
        get: async ({ name }) => ({ state: 'connected', 'last-error': name }),
      },
    },
    config: {
      '/yangent-devices:devices/device': {
        apply: async ({ keys: [name], before, after }) => {
          const protocols: (string | undefined)[] = [before?.protocol, after?.protocol];
          protocols.push(name);
        },
      },
    },
    actions: {
      '/yangent-devices:devices/device/connect': async (_, call) => {
        const name: string = call.keys.name;
        return { state: 'connected', capabilities: [name] };
      },
    },
  });
  expect(provider.module).toBe('yangent-devices');
  expect(Object.keys(provider.state ?? {})).toEqual([DEVICE]);
});

it('names and values that the model lacks do not compile', () => {
  const providers = [
    provide<YangentDevicesProvider>({
      // @ts-expect-error another module
      module: 'yangent-loops',
    }),
    provide<YangentDevicesProvider>({
      module: 'yangent-devices',
      actions: {
        // @ts-expect-error no such action
        '/yangent-devices:devices/device/reconnect': async () => ({ state: 'connected' }),
      },
    }),
    provide<YangentDevicesProvider>({
      module: 'yangent-devices',
      actions: {
        // @ts-expect-error no such state
        '/yangent-devices:devices/device/connect': async () => ({ state: 'open' }),
        // @ts-expect-error the answer lacks what is mandatory
        '/yangent-devices:devices/device/check': async () => ({ latency: 4 }),
      },
    }),
    provide<YangentDevicesProvider>({
      module: 'yangent-devices',
      config: {
        '/yangent-devices:devices/device': {
          // @ts-expect-error no such leaf
          apply: async ({ after }) => void after?.adress,
        },
      },
    }),
    provide<YangentDevicesProvider>({
      module: 'yangent-devices',
      state: {
        // @ts-expect-error no such key
        '/yangent-devices:devices/device': { get: async ({ id }) => id },
      },
    }),
    provide<YangentTasksProvider>({
      module: 'yangent-tasks',
      rpcs: {
        // @ts-expect-error no such leaf of the input
        remove: async ({ tasks }) => tasks,
      },
    }),
  ];
  expect(providers).toHaveLength(6);
});

it('an operation without output needs no answer', () => {
  const { rpcs } = provide<YangentAgentsProvider>({ module: 'yangent-agents', rpcs: { deregister: async () => {} } });
  expect(Object.keys(rpcs ?? {})).toEqual(['deregister']);
});
