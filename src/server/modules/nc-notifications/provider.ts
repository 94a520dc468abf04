/** The stream list of RFC 5277 §3.2.5.1, read as `/nc-notifications:netconf/streams`. */
import type { Provider } from '../../provider.js';
import type { Server } from '../../server.js';

export function streamListProvider(streams: Server['streams']): Provider {
  return {
    module: 'nc-notifications',
    state: {
      '/nc-notifications:netconf/streams': async ({ view, user, groups }) => ({
        stream: streams(view, { name: user, groups }).map((each) => ({
          name: each.name,
          description: each.description,
          replaySupport: each.replaySupport,
          ...(each.replayLogCreated === undefined ? {} : { replayLogCreationTime: each.replayLogCreated }),
          ...(each.replayLogAged === undefined ? {} : { replayLogAgedTime: each.replayLogAged }),
        })),
      }),
    },
  };
}
