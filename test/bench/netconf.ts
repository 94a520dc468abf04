/** NETCONF get of a list of 20 entries over SSH, beside yuma123's netconfd where it is installed. */
import { startNetconfd } from '../interop/netconfd-rig.js';
import { peer } from '../peers.js';
import { startServe } from '../support/serve.js';
import type { Bench } from './figure.js';
import { CONFIGURATION_XML, EXPECTED, GET, serveInterfaces } from './interfaces.js';
import { type Load, netconfLoad } from './load/index.js';

const SESSIONS = [1, 8];

export const netconfBench: Bench = async (directory) => {
  const own = await ownLoads(directory);
  const theirs = await netconfdLoads();
  return SESSIONS.map((sessions, index) => {
    const { perSecond = 0, p50, p99 } = own[index] ?? {};
    const other = theirs[index];
    return {
      what: `NETCONF get, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
      value: perSecond,
      unit: '/s',
      p50,
      p99,
      peer: other && { name: 'netconfd', value: other.perSecond },
    };
  });
};

async function ownLoads(directory: string): Promise<Load[]> {
  const node = await startServe({ data: directory, args: serveInterfaces(directory) });
  try {
    const loads: Load[] = [];
    for (const sessions of SESSIONS) {
      const { host, port } = node.netconf;
      const login = { host, port, username: 'admin', password: node.password };
      loads.push(await netconfLoad({ ...login, sessions, operation: GET, expect: EXPECTED }));
    }
    return loads;
  } finally {
    await node.end('SIGTERM');
  }
}

async function netconfdLoads(): Promise<Load[]> {
  if (!peer('netconfd') || !peer('sshd') || !peer('libyuma-base')) return [];
  const rig = await startNetconfd();
  try {
    const client = await rig.connect();
    await client.editConfig({ target: 'running', config: CONFIGURATION_XML });
    await client.close();
    const loads: Load[] = [];
    for (const sessions of SESSIONS) {
      const { host, port, user: username, privateKey } = rig;
      loads.push(await netconfLoad({ host, port, username, privateKey, sessions, operation: GET, expect: EXPECTED }));
    }
    return loads;
  } finally {
    await rig.stop();
  }
}
