/** Many connections that come to nothing: they cost little, end in time, and keep nobody else out. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoadRig, startLoadNode } from './load-rig.js';

let rig: LoadRig;
beforeAll(async () => {
  rig = await startLoadNode();
});
afterAll(() => rig?.stop());

const HALF_OPEN = 1_000;
/** Milliseconds that slow clients are at work. */
const WHILE = 4_000;

const quiet = (socket: Socket): Socket => socket.on('error', () => undefined).resume();
const tcp = (port: number) => quiet(connectTcp(port, '127.0.0.1'));
const portOf = (url: string) => Number(new URL(url).port);

async function tls(protocol: 'http/1.1' | 'h2'): Promise<Socket> {
  const { url, certificate } = rig.node;
  const socket = connectTls({
    host: '127.0.0.1',
    port: portOf(url),
    ca: readFileSync(certificate),
    ALPNProtocols: [protocol],
  });
  quiet(socket);
  await once(socket, 'secureConnect');
  return socket;
}

/** Sends a piece again and again, as long as the connection takes it. @returns what ends it */
function drip(sockets: readonly Socket[], piece: string | Buffer, every: number): () => void {
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(piece);
  }, every);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

it.each(['NETCONF', 'RESTCONF'] as const)(`${HALF_OPEN} connections to %s that say nothing`, async (face) => {
  const port = face === 'NETCONF' ? rig.node.netconf.port : portOf(rig.node.url);
  const sockets: Socket[] = [];
  const grown = await rig.growth(async () => {
    await rig.whileGoodClientsAreServed(
      (async () => {
        for (let n = 0; n < HALF_OPEN; n += 50) {
          const some = Array.from({ length: 50 }, () => tcp(port));
          sockets.push(...some);
          await Promise.all(some.map((socket) => once(socket, 'connect')));
        }
      })(),
    );
    await rig.letsIn();
  });
  expect(grown).toBeLessThan(64);
  for (const socket of sockets) socket.destroy();
  await rig.letsIn();
});

it('clients that send their identification, byte by byte', async () => {
  const sockets = Array.from({ length: 100 }, () => tcp(rig.node.netconf.port));
  const stop = drip(sockets, 'S', 20);
  await rig.whileGoodClientsAreServed(wait(WHILE));
  await rig.letsIn();
  stop();
});

it('headers that never end, slowly and fast', async () => {
  const slow = await Promise.all(Array.from({ length: 50 }, () => tls('http/1.1')));
  const fast = await Promise.all(Array.from({ length: 10 }, () => tls('http/1.1')));
  const grown = await rig.growth(async () => {
    for (const socket of [...slow, ...fast]) socket.write('GET /restconf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const [stopSlow, stopFast] = [drip(slow, 'x', 20), drip(fast, `${'x'.repeat(8_000)}\r\nX: `, 5)];
    await rig.whileGoodClientsAreServed(wait(WHILE));
    // What is too large is refused at once, not when its time is over.
    expect(fast.filter((socket) => socket.readable && !socket.destroyed)).toEqual([]);
    stopSlow();
    stopFast();
  });
  expect(grown).toBeLessThan(48);
});

it('header blocks of HTTP/2 that are continued without end', async () => {
  const frame = (type: number, payload: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0, payload.length >> 8, payload.length & 0xff, type, 0, 0, 0, 0, 1]), payload]);
  // A field of HPACK without indexing: name and value of one letter and 250.
  const field = Buffer.concat([Buffer.from([0x00, 0x01, 0x78, 0x7f, 0x7b]), Buffer.alloc(250, 0x61)]);
  const sockets = await Promise.all(Array.from({ length: 10 }, () => tls('h2')));
  const grown = await rig.growth(async () => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    for (const socket of sockets) {
      socket.write(
        Buffer.concat([
          Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
          settings,
          frame(1, Buffer.from([0x82, 0x87, 0x84])),
        ]),
      );
    }
    const stop = drip(sockets, frame(9, Buffer.concat(Array.from({ length: 30 }, () => field))), 5);
    await rig.whileGoodClientsAreServed(wait(WHILE));
    stop();
  });
  expect(grown).toBeLessThan(48);
});
