import type { Provider, Server, StreamInfo, View } from '../server/index.js';
import { RESTCONF_CAPABILITY } from '../wire/index.js';

export interface RestconfMonitoringOptions {
  /** Returns `https://host:port` of the listener. Called at each read, because the port is known only after it listens. */
  readonly baseUrl: () => string;
  readonly streams: Server['streams'];
}

/** Capabilities of this server beyond the base protocol (RFC 8040 §9.1). */
const CAPABILITIES = [
  `${RESTCONF_CAPABILITY.defaults}?basic-mode=explicit`,
  RESTCONF_CAPABILITY.depth,
  RESTCONF_CAPABILITY.fields,
  RESTCONF_CAPABILITY.filter,
  RESTCONF_CAPABILITY.replay,
  RESTCONF_CAPABILITY.withDefaults,
  RESTCONF_CAPABILITY.yangPatch,
  RESTCONF_CAPABILITY.withOrigin,
  RESTCONF_CAPABILITY.withOperationalDefaults,
];

/** Implements ietf-restconf-monitoring (RFC 8040 §9): capabilities, and the URLs of event streams. */
export function restconfMonitoringProvider({ baseUrl, streams }: RestconfMonitoringOptions): Provider {
  return {
    module: 'ietf-restconf-monitoring',
    state: {
      '/ietf-restconf-monitoring:restconf-state': async ({ view, user, groups }) => ({
        capabilities: { capability: CAPABILITIES },
        streams: {
          stream: streams(view, { name: user, groups }).map((stream) => streamEntry(baseUrl() + rootOf(view), stream)),
        },
      }),
    },
  };
}

/** Returns the RESTCONF root of a view. */
function rootOf(view: View): string {
  return view.kind === 'node' ? '/restconf' : `/agents/${encodeURIComponent(view.agent)}/restconf`;
}

function streamEntry(root: string, { name, description, replaySupport, replayLogCreated }: StreamInfo) {
  const location = `${root}/streams/${encodeURIComponent(name)}`;
  return {
    name,
    description,
    'replay-support': replaySupport,
    ...(replaySupport ? { 'replay-log-creation-time': replayLogCreated } : {}),
    access: [
      { encoding: 'xml', location: `${location}/xml` },
      { encoding: 'json', location: `${location}/json` },
    ],
  };
}
