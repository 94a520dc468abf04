import type { Provider, Server, StreamInfo, View } from '../server/index.js';
import { RESTCONF_CAPABILITY } from '../wire/index.js';

export interface RestconfMonitoringOptions {
  /** `https://host:port` of the listener; asked at each read, as the port is known only once it listens. */
  readonly baseUrl: () => string;
  readonly streams: Server['streams'];
}

/** What this server offers beyond the base protocol (RFC 8040 §9.1). */
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

/** ietf-restconf-monitoring (RFC 8040 §9): capabilities, and where each event stream is. */
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

/** The RESTCONF root of a view. */
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
