import {
  type ConnectContext,
  type ConnectOptions,
  connectNetconf,
  type DeviceDriver,
  type DevicePlace,
  type DeviceTarget,
  type NetconfClient,
  RpcError,
} from '../../src/index.js';
import { KEY_TYPES, keyType, pinned, toKnownHosts } from './host-key.js';
import { NetconfDeviceSession } from './session.js';

const PRIVATE_KEY = /^-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The driver of the protocol netconf-ssh. */
export function createDriver(): DeviceDriver {
  return { connect, offeredHostKey };
}

/**
 * Opens a session. A secret that is a private key in PEM or OpenSSH form logs in with it, any other is the password.
 * @throws RpcError access-denied for another host key than the configured one or a refused login, operation-failed when
 * the device cannot be reached; Error for a host key in no known form
 */
async function connect(target: DeviceTarget, { signal, log }: ConnectContext): Promise<NetconfDeviceSession> {
  const opened: { session?: NetconfDeviceSession } = {};
  const open = (until: AbortSignal): Promise<NetconfClient> =>
    connectPinned(target.hostKey, {
      host: target.address,
      port: target.port,
      username: target.user,
      ...(PRIVATE_KEY.test(target.secret.trimStart()) ? { privateKey: target.secret } : { password: target.secret }),
      signal: until,
      moduleOf: (namespace) => opened.session?.moduleOf(namespace),
    });
  opened.session = new NetconfDeviceSession({ client: await open(signal), connect: open, log });
  return opened.session;
}

/**
 * Connects to the device that has the pinned key among its keys: a server with several shows one of a type that the client
 * asks for. With a fingerprint, whose type nobody knows, the types are asked for until the key comes.
 */
async function connectPinned(hostKey: string, options: ConnectOptions): Promise<NetconfClient> {
  const { type, fingerprint } = pinned(hostKey);
  if (type !== undefined) return connectNetconf({ ...options, hostKey: fingerprint, hostKeyTypes: [type] });
  let first: unknown;
  const left = new Set(KEY_TYPES);
  for (;;) {
    let shown: string | undefined;
    let matched = false;
    try {
      return await connectNetconf({
        ...options,
        ...(first !== undefined && { hostKeyTypes: [...left] }),
        hostKey: (offered, key) => {
          shown = keyType(key);
          matched = offered === fingerprint;
          if (!matched) first ??= refused(options, `the host key is ${offered}, not ${fingerprint}`);
          return matched;
        },
      });
    } catch (error) {
      // Where no wrong key was shown the fault is another; where none is shown any more, the device has none of the types left.
      if (matched || first === undefined) throw error;
      if (shown === undefined || !left.delete(shown) || left.size === 0) throw first;
    }
  }
}

function refused({ host, port }: ConnectOptions, why: string): RpcError {
  return new RpcError({ type: 'transport', tag: 'access-denied', message: `${host} port ${port}: ${why}` });
}

/** The key that the device shows, as a known_hosts file holds it; nobody logs in. @throws RpcError when nobody answers */
async function offeredHostKey({ address, port }: DevicePlace, signal: AbortSignal): Promise<string> {
  const seen: { key?: string } = {};
  try {
    const client = await connectNetconf({
      host: address,
      port,
      username: 'nobody',
      signal,
      hostKey: (_fingerprint, key) => {
        seen.key = toKnownHosts(key);
        return false;
      },
    });
    await client.close();
  } catch (error) {
    if (seen.key === undefined) throw error;
  }
  if (seen.key === undefined) throw refused({ host: address, port, username: '' }, 'no host key was shown');
  return seen.key;
}
