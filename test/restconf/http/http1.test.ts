import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RestconfListener } from '../../../src/restconf/index.js';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, listen, send } from '../support/listener.js';

let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer({ 'acme-box:box': { name: 'b' } });
  listener = await listen(server);
});
afterEach(() => listener.close());

const NAME = '/restconf/data/acme-box:box/name';
const get = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n${more}\r\n`;

/** All that comes until the other side closes. */
async function answers(socket: Socket): Promise<string[]> {
  const text = Buffer.concat(await socket.toArray()).toString();
  return text.split(/(?=HTTP\/1\.1 )/);
}

describe('requests of HTTP/1.1 that are sent without waiting for answers', () => {
  it('are worked on one at a time, however many there are, and those of others meanwhile', async () => {
    const COUNT = 100;
    const read = server.read.bind(server);
    let working = 0;
    let most = 0;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.read = async (caller, request) => {
      working += 1;
      most = Math.max(most, working);
      await gate;
      const found = await read(caller, request);
      working -= 1;
      return found;
    };
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(get(NAME).repeat(COUNT - 1) + get(`${NAME}?depth=0`, 'Connection: close\r\n'));
    while (working < 1) await new Promise(setImmediate);
    expect((await send(listener, 'GET', '/restconf/yang-library-version')).status).toBe(200);
    open();
    const all = await answers(socket);
    expect(most).toBe(1);
    expect(all.map((each) => each.slice(9, 12))).toEqual([...Array.from({ length: COUNT - 1 }, () => '200'), '400']);
  });

  it('are cut off where they are too many', async () => {
    server.read = () => new Promise(() => undefined);
    const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
    socket.write(get(NAME).repeat(200));
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect((await send(listener, 'GET', '/restconf/yang-library-version')).status).toBe(200);
  });

  it('are dropped when their client leaves, and its turn with them', async () => {
    const read = server.read.bind(server);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let reads = 0;
    server.read = async (caller, request) => {
      reads += 1;
      await gate;
      return read(caller, request);
    };
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(get(NAME).repeat(50));
    while (reads < 1) await new Promise(setImmediate);
    socket.resetAndDestroy();
    const others = send(listener, 'GET', NAME);
    while (reads < 2) await new Promise(setImmediate);
    open();
    expect((await others).status).toBe(200);
    expect(reads).toBeLessThan(10);
  });
});
