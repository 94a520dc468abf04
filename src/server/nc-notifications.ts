/** The stream list of RFC 5277 §3.2.5.1, read as `/nc-notifications:netconf/streams`. */
import type { Provider } from './provider.js';
import type { StreamInfo } from './server.js';

export function streamListProvider(streams: () => readonly StreamInfo[]): Provider {
  return {
    module: 'nc-notifications',
    state: {
      '/nc-notifications:netconf/streams': async () => ({
        stream: streams().map(({ name, description, replaySupport, replayLogCreated }) => ({
          name,
          description,
          replaySupport,
          replayLogCreationTime: replayLogCreated,
        })),
      }),
    },
  };
}
