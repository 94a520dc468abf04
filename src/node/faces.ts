/** The addresses of faces: their paths on the node's listener, and listeners of their own. */
import { DEFAULT_FACE_LIMITS, DEFAULT_LIMITS, type ListenOptions as HttpListenOptions } from '../restconf/index.js';
import type { Face, FaceListen, Mount } from '../server/index.js';
import type { ListenOptions } from './listen.js';
import { isLoopback, UsageError } from './options.js';
import type { ReadyInfo } from './ready.js';

/** Options of a listener besides those that all listeners of the node share. */
export type HttpOptions = Omit<HttpListenOptions, 'server' | 'access' | 'onFailedLogin' | 'onLogin' | 'tls' | 'log'>;

/**
 * Opens the listeners of faces that have their own.
 *
 * @param restconf URL of the node's listener
 * @returns the addresses of adapters and of faces with a listener, by protocol; undefined without any
 * @throws UsageError for a face without TLS that other machines could reach
 */
export async function startFaces(
  o: ListenOptions,
  restconf: string | undefined,
  start: (options: HttpOptions) => Promise<{ readonly url: string }>,
): Promise<ReadyInfo['adapters']> {
  const told: Record<string, { readonly url?: string; readonly listen?: string }> = {};
  for (const face of o.faces.served) {
    const { protocol, mounts, listen } = face;
    if (!listen && !o.options.adapters.includes(face)) continue;
    const own = listen && (await start(optionsOf(o, face, listen)));
    told[protocol] = {
      ...(restconf === undefined ? {} : { url: addressOf(restconf, mounts) }),
      ...(own && { listen: addressOf(own.url, listen.mounts) }),
    };
    if (own) o.log.info({ protocol, url: own.url }, 'an adapter listens');
  }
  return Object.keys(told).length > 0 ? told : undefined;
}

function optionsOf({ options, faces }: ListenOptions, face: Face, { address, mounts }: FaceListen): HttpOptions {
  if (!options.tls && !isLoopback(address.host))
    throw new UsageError(`--no-tls is for loopback only; "${face.protocol}" would listen on ${address.host}`);
  const limits = { ...DEFAULT_LIMITS, ...options.limits?.restconf };
  const { connections: most } = { ...DEFAULT_FACE_LIMITS, ...options.limits?.faces };
  const { protocol } = face;
  const { publicUrl, allowHosts = [] } = options;
  return {
    ...address,
    serves: 'faces',
    faces: { ...faces, served: [{ protocol, mounts, refusal: face.refusal?.bind(face) }] },
    limits: {
      ...limits,
      connections: Math.max(limits.connections, most),
      eventStreams: Math.max(limits.eventStreams, most),
    },
    allowHosts: publicUrl === undefined ? allowHosts : [new URL(publicUrl).hostname, ...allowHosts],
  };
}

/** Returns the address of the first mount: that of a WebSocket where it takes one. */
function addressOf(url: string, [first]: readonly Mount[]): string {
  const base = first?.upgrade ? url.replace(/^http/, 'ws') : url;
  return first ? `${base}/${first.path}` : base;
}
