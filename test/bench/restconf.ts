/** RESTCONF reads and durable edits of the list of interfaces, over kept-alive connections. */
import { type ServeProcess, startServe } from '../support/serve.js';
import { flushes } from './disk.js';
import type { Bench, Figure } from './figure.js';
import { entryPath, LIST_PATH, serveInterfaces } from './interfaces.js';
import { basic, type HttpLoad, type HttpProtocol, httpCeiling, httpLoad } from './load/index.js';
import { type Issuer, tokenIssuer } from './token-issuer.js';

type Request = Pick<HttpLoad, 'method' | 'path' | 'body' | 'expect'>;

const DESCRIPTION = '{"ietf-interfaces:description":"changed by {n}"}';
const LEAF = `${entryPath('{c}')}/description`;

const GET_LIST: Request = { method: 'GET', path: LIST_PATH, expect: { status: 200, text: 'GigabitEthernet0/19' } };
const GET_ENTRY: Request = { method: 'GET', path: entryPath('{c}'), expect: { status: 200, text: '"enabled":true' } };
const PATCH_LEAF: Request = { method: 'PATCH', path: LEAF, body: DESCRIPTION, expect: { status: 204 } };
const PUT_LEAF: Request = { method: 'PUT', path: LEAF, body: DESCRIPTION, expect: { status: 204 } };

/** What is asked for, and how the client says who it is. */
const CASES: readonly { readonly what: string; readonly request: Request; readonly by: 'password' | 'token' }[] = [
  { what: 'GET list of 20', request: GET_LIST, by: 'password' },
  { what: 'GET entry', request: GET_ENTRY, by: 'password' },
  { what: 'GET entry', request: GET_ENTRY, by: 'token' },
  { what: 'PATCH leaf', request: PATCH_LEAF, by: 'password' },
  { what: 'PATCH leaf', request: PATCH_LEAF, by: 'token' },
  { what: 'PUT leaf', request: PUT_LEAF, by: 'password' },
];
const PROTOCOLS: readonly { readonly protocol: HttpProtocol; readonly named: string }[] = [
  { protocol: 'http', named: 'plain' },
  { protocol: 'https', named: 'TLS' },
  { protocol: 'h2', named: 'HTTP/2' },
];
const CONNECTIONS = [1, 8];
const TIME = { warmUp: 400, measured: 1_200 };

export const restconfBench: Bench = async (directory) => {
  const figures: Figure[] = [{ what: 'flushes of the disk', ...flushes(directory) }];
  for (const { protocol, named } of PROTOCOLS) {
    const data = `${directory}/${protocol}`;
    const issuer = await tokenIssuer(data);
    const node = await startServe({ data, tls: protocol !== 'http', args: [...serveInterfaces(data), ...issuer.args] });
    try {
      figures.push(...(await measured(node, issuer, protocol, named)));
    } finally {
      await node.end('SIGTERM');
    }
  }
  return figures;
};

async function measured(node: ServeProcess, issuer: Issuer, protocol: HttpProtocol, named: string): Promise<Figure[]> {
  const { hostname: host, port } = new URL(node.url);
  const authorization = { password: basic('admin', node.password), token: `Bearer ${issuer.token}` };
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    const suffix = `${connections} ${connections === 1 ? 'connection' : 'connections'}, ${named}`;
    const ceiling = await httpCeiling({ protocol, connections }, TIME);
    figures.push({ what: `load generator alone, ${suffix}`, value: ceiling.perSecond, unit: '/s', p50: ceiling.p50 });
    for (const { what, request, by } of CASES) {
      const place = { host, port: Number(port), protocol, connections };
      const { perSecond, p50, p99 } = await httpLoad({ ...place, ...request, authorization: authorization[by] }, TIME);
      figures.push({ what: `RESTCONF ${what}, ${by}, ${suffix}`, value: perSecond, unit: '/s', p50, p99 });
    }
  }
  return figures;
}
