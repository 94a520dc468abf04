/** RESTCONF GET of the same list, over kept-alive connections, with TLS and without. */
import { startServe } from '../support/serve.js';
import type { Bench, Figure } from './figure.js';
import { serveInterfaces } from './interfaces.js';
import { httpLoad } from './load/index.js';

const PATH = '/restconf/data/ietf-interfaces:interfaces';
const CONNECTIONS = [1, 8];

export const restconfBench: Bench = async (directory) => {
  const figures: Figure[] = [];
  for (const tls of [true, false]) {
    const node = await startServe({ data: `${directory}/${tls}`, tls, args: serveInterfaces(directory) });
    try {
      const { hostname: host, port } = new URL(node.url);
      for (const connections of CONNECTIONS) {
        const { perSecond, p50, p99 } = await httpLoad({
          ...{ host, port: Number(port), tls, connections },
          ...{ username: 'admin', password: node.password, method: 'GET', path: PATH, expect: 'GigabitEthernet0/19' },
        });
        const what = `RESTCONF GET, ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${tls ? 'TLS' : 'plain'}`;
        figures.push({ what, value: perSecond, unit: '/s', p50, p99 });
      }
    } finally {
      await node.end('SIGTERM');
    }
  }
  return figures;
};
