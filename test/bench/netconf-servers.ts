/** The two servers of the NETCONF benches: ours, and yuma123's netconfd where it is installed. */
import { type ConnectOptions, connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { type NetconfdRig, startNetconfd } from '../interop/netconfd-rig.js';
import { peer } from '../peers.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { serveInterfaces } from './interfaces.js';
import type { Server } from './netconf-cases.js';

/** Milliseconds for the longest of lists. */
const PATIENCE = 120_000;

export interface OwnServer {
  readonly server: Server;
  readonly process: ServeProcess;
}

/** @param entries of the list; 0: none. `execArgv`: options of Node.js, as `--cpu-prof` is one */
export async function startOwn(
  directory: string,
  entries: number,
  execArgv: readonly string[] = [],
): Promise<OwnServer> {
  const process = await startServe({ data: directory, args: serveInterfaces(directory, entries), execArgv });
  return { process, server: { ...process.netconf, username: 'admin', password: process.password } };
}

/** Starts a node again on the data that it has left in `directory`. */
export async function startAgain(directory: string): Promise<OwnServer> {
  const process = await startServe({ data: directory, args: serveInterfaces(directory, 0) });
  return { process, server: { ...process.netconf, username: 'admin', password: process.password } };
}

export function connectOwn({ process }: OwnServer): Promise<NetconfClient> {
  const { netconf, password, ready } = process;
  const hostKey = ready.netconf?.hostKeyFingerprint ?? '';
  return connectNetconf({ ...netconf, username: 'admin', password, hostKey, timeout: PATIENCE });
}

export interface PeerServer {
  readonly server: Server;
  readonly rig: NetconfdRig;
}

/** Without a list; undefined where it is not installed. */
export async function startPeer(target: 'running' | 'candidate'): Promise<PeerServer | undefined> {
  if (!peer('netconfd') || !peer('sshd') || !peer('libyuma-base')) return undefined;
  const rig = await startNetconfd({ target });
  const { host, port, user: username, privateKey } = rig;
  return { rig, server: { host, port, username, privateKey } };
}

export function connectPeer({ rig }: PeerServer, options: Partial<ConnectOptions> = {}): Promise<NetconfClient> {
  return rig.connect({ timeout: PATIENCE, ...options });
}
