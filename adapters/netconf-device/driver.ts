import {
  type ConnectContext,
  connectNetconf,
  type DeviceDriver,
  type DeviceTarget,
  type NetconfClient,
} from '../../src/index.js';
import { fingerprintOf } from './host-key.js';
import { NetconfDeviceSession } from './session.js';

const PRIVATE_KEY = /^-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The driver of the protocol netconf-ssh. */
export function createDriver(): DeviceDriver {
  return { connect };
}

/**
 * Opens a session. A secret that is a private key in PEM or OpenSSH form logs in with it, any other is the password.
 * @throws RpcError access-denied for another host key than the configured one or a refused login, operation-failed when
 * the device cannot be reached; Error for a host key in no known form
 */
async function connect(target: DeviceTarget, { signal, log }: ConnectContext): Promise<NetconfDeviceSession> {
  const opened: { session?: NetconfDeviceSession } = {};
  const open = (until: AbortSignal): Promise<NetconfClient> =>
    connectNetconf({
      host: target.address,
      port: target.port,
      username: target.user,
      ...(PRIVATE_KEY.test(target.secret.trimStart()) ? { privateKey: target.secret } : { password: target.secret }),
      hostKey: fingerprintOf(target.hostKey),
      signal: until,
      moduleOf: (namespace) => opened.session?.moduleOf(namespace),
    });
  opened.session = new NetconfDeviceSession({ client: await open(signal), connect: open, log });
  return opened.session;
}
