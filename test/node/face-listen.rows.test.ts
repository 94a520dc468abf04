/** Faces with a listener of their own: it serves their mounts and nothing else, behind the node's logins and limits. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { parseLimits, startNode } from '../../src/node/index.js';
import type { Face, Mount } from '../../src/server/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const pinged: string[] = [];
const echo: Mount = {
  path: 'echo',
  of: 'node',
  methods: ['GET'],
  access: 'login',
  answer: async ({ as, origin }) => ({ status: 200, body: `${as?.principal.name} ${origin}` }),
  upgrade: async (_request, accept): Promise<undefined> => {
    const socket = await accept();
    for await (const message of socket.messages) {
      await socket.write(message);
      socket.ping().then(
        () => pinged.push(String(message)),
        (error: Error) => pinged.push(error.message),
      );
    }
  },
};
const only = { ...echo, path: 'only-here' };
const face = (host = '127.0.0.1'): Face => ({
  protocol: 'echo',
  mounts: [echo],
  listen: { address: { host, port: 0 }, mounts: [echo, only] },
});

let rig: TestNode;
let own: string;
beforeAll(async () => {
  rig = await startTestNode({ adapters: [face()], limits: parseLimits(['adapter-connections=2']) });
  own = rig.node.ready.adapters?.echo?.listen ?? '';
});
afterAll(() => rig.stop());

const dial = (url: string, auth = `admin:${rig.password}`) =>
  new WebSocket(url, { auth, ca: readFileSync(rig.certificate), autoPong: false });
const ask = async (path: string, password = rig.password) => {
  const https = new Https({ ...rig, url: own.replace('wss', 'https').replace('/echo', '') }, 'admin', password);
  const { status, body } = await https.send('GET', path);
  https.close();
  return { status, body };
};
async function refused(socket: WebSocket): Promise<number | undefined> {
  const [, response] = await once(socket, 'unexpected-response');
  response.resume();
  return response.statusCode;
}

describe('a listener of a face', () => {
  it('is told in the ready file, beside the path on the listener of the node', () => {
    expect(rig.node.ready.adapters).toEqual({ echo: { url: `${rig.url.replace('https', 'wss')}/echo`, listen: own } });
    expect(own).toMatch(/^wss:\/\/127\.0\.0\.1:\d+\/echo$/);
  });

  it('serves its mounts under the login of the node, and nothing else of the node', async () => {
    expect(await ask('/echo')).toEqual({
      status: 200,
      body: `admin ${own.replace('wss', 'https').replace('/echo', '')}`,
    });
    expect((await ask('/only-here')).status).toBe(200);
    expect((await ask('/echo', 'wrong')).status).toBe(401);
    for (const path of [
      '/restconf/data',
      '/',
      '/healthz',
      '/metrics',
      '/openapi.json',
      '/data/x',
      '/.well-known/host-meta',
    ])
      expect({ path, status: (await ask(path)).status }).toEqual({ path, status: 404 });
    const main = new Https(rig);
    expect((await main.send('GET', '/only-here')).status).toBe(404);
    main.close();
  });

  it('counts WebSockets of the face on both listeners together', async () => {
    const sockets = [dial(own), dial(`${rig.url.replace('https', 'wss')}/echo`)];
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    expect(await refused(dial(own))).toBe(503);
    const [first] = sockets;
    first?.close();
    await once(first as WebSocket, 'close');
    let again = dial(own);
    while ((await Promise.race([once(again, 'open').then(() => 101), refused(again)])) !== 101) again = dial(own);
    for (const socket of [...sockets, again]) socket.terminate();
    expect(await refused(dial(own, 'admin:wrong'))).toBe(401);
  });

  it('is refused without TLS where other machines could reach it', async () => {
    const start = startNode({ data: temporaryFolder(), tls: false, adapters: [face('0.0.0.0')], logLevel: 'silent' });
    await expect(start).rejects.toThrow('--no-tls is for loopback only; "echo" would listen on 0.0.0.0');
  });
});

describe('a ping of a face', () => {
  it('is answered when the client answers it or a later one, and fails with the socket', async () => {
    pinged.length = 0;
    const socket = dial(own);
    await once(socket, 'open');
    const pings: string[] = [];
    socket.on('ping', (data: Buffer) => data.length > 0 && pings.push(String(data)));
    for (const each of ['a', 'b', 'c']) {
      socket.send(each);
      await once(socket, 'message');
    }
    while (pings.length < 3) await once(socket, 'ping');
    expect([pings, pinged]).toEqual([['1', '2', '3'], []]);
    socket.pong('2');
    socket.pong('nonsense');
    socket.send('d');
    await once(socket, 'message');
    expect(pinged).toEqual(['a', 'b']);
    socket.close();
    await once(socket, 'close');
    await expect.poll(() => pinged).toEqual(['a', 'b', 'the WebSocket is closed', 'the WebSocket is closed']);
  });
});
