/** RESTCONF on long lists: what one entry costs, beside a list of 20, and the memory that the whole list takes. */
import { connect } from 'node:net';
import { startServe } from '../support/serve.js';
import { flushes } from './disk.js';
import type { Bench, Figure } from './figure.js';
import { entryPath, LIST_PATH, serveInterfaces } from './interfaces.js';
import { basic, httpLoad } from './load/index.js';
import { peakMegabytes } from './memory.js';

const SIZES = [20, 10_000, 100_000];
const LEAF = `${entryPath(17)}/description`;
const TIME = { warmUp: 1_000, measured: 2_000 };

export const restconfListsBench: Bench = async (directory) => {
  const figures: Figure[] = [{ what: 'flushes of the disk', ...flushes(directory) }];
  for (const size of SIZES) {
    const data = `${directory}/${size}`;
    const filled = await startServe({ data, args: serveInterfaces(data, size) });
    await filled.end('SIGTERM');
    // Started anew, so that memory above idle is not what making the list has left behind.
    const node = await startServe({ data, args: serveInterfaces(data, 0) });
    try {
      const { hostname: host, port } = new URL(node.url);
      const authorization = basic('admin', node.password);
      const place = { host, port: Number(port), authorization, protocol: 'http', connections: 1 } as const;
      const get = { ...place, method: 'GET', path: entryPath(17), expect: { status: 200, text: '"enabled":true' } };
      const patch = { ...place, method: 'PATCH', path: LEAF, expect: { status: 204 } };
      const body = '{"ietf-interfaces:description":"changed by {n}"}';
      figures.push(...(await wholeList(node.pid, place, size)));
      for (const [what, load] of [
        ['GET entry', get],
        ['PATCH leaf', { ...patch, body }],
      ] as const) {
        const { perSecond, p50, p99 } = await httpLoad(load, TIME);
        figures.push({ what: `RESTCONF ${what} of ${size} entries`, value: perSecond, unit: '/s', p50, p99 });
      }
    } finally {
      await node.end('SIGTERM');
    }
  }
  return figures;
};

async function wholeList(
  pid: number,
  { host, port, authorization }: { readonly host: string; readonly port: number; readonly authorization: string },
  size: number,
): Promise<Figure[]> {
  const what = `RESTCONF GET of all ${size} entries`;
  const peak = peakMegabytes(pid);
  const begun = performance.now();
  const bytes = await read(host, port, authorization);
  const time = performance.now() - begun;
  return [
    { what, value: time, unit: 'ms' },
    { what: `${what}: size`, value: bytes / 1_000_000, unit: 'MB' },
    { what: `${what}: memory above idle`, value: peak(), unit: 'MB' },
  ];
}

/** Reads the list over a connection of its own that ends with the answer; how many bytes came. */
function read(host: string, port: number, authorization: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let begin = '';
    connect({ host, port })
      .on('error', reject)
      .on('data', (part) => {
        if (bytes === 0) begin = part.toString('latin1');
        bytes += part.length;
      })
      .on('end', () =>
        begin.startsWith('HTTP/1.1 200 ') ? resolve(bytes) : reject(new Error(`not what was asked for: ${begin}`)),
      )
      .write(
        `GET ${LIST_PATH} HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
      );
  });
}
