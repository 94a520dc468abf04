/** HTTP/2 connections that clients leave without saying so. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RestconfListener } from '../../../src/restconf/index.js';
import { type CertificateFiles, certificateIn } from '../../support/certificate.js';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, listen } from '../support/listener.js';

let directory: string;
let certificate: CertificateFiles;
let listener: RestconfListener;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'restconf-half-'));
  certificate = await certificateIn(directory);
  listener = await listen(new FakeServer({}), { tls: certificate, limits: { idleTime: 300, closeTime: 300 } });
});
afterEach(async () => {
  await listener.close();
  await rm(directory, { recursive: true });
});

/** Length, type SETTINGS, no flags, stream 0: no settings. */
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), SETTINGS]);

/** A connection that has begun to speak HTTP/2 and leaves its end of it open, whatever the server does with its own. */
async function begun(): Promise<{ readonly tcp: Socket; readonly tls: TLSSocket }> {
  const tcp = connectTcp({ host: '127.0.0.1', port: listener.port, allowHalfOpen: true });
  const tls = connectTls({ socket: tcp, ca: certificate.cert, servername: 'localhost', ALPNProtocols: ['h2'] });
  for (const socket of [tcp, tls]) socket.on('error', () => {});
  await once(tls, 'secureConnect');
  tls.write(PREFACE);
  await once(tls, 'data');
  tls.resume();
  return { tcp, tls };
}

async function openConnections(): Promise<number> {
  const client = connectHttp2(`https://localhost:${listener.port}`, { ca: certificate.cert });
  const stream = client.request({ ':path': '/metrics', authorization: AUTHORIZATION }).setEncoding('utf8');
  let text = '';
  for await (const part of stream) text += part;
  client.close();
  await once(client, 'close');
  return Number(/^yangent_restconf_connections (\d+)$/m.exec(text)?.[1]);
}

it.each<readonly [title: string, leave: (connection: { readonly tcp: Socket; readonly tls: TLSSocket }) => void]>([
  ['does nothing any more', () => undefined],
  ['has ended its side of TLS', ({ tls }) => tls.end()],
  ['has ended its side of TCP only', ({ tcp }) => tcp.end()],
  [
    'has ended its side with a request under way',
    ({ tls }) => {
      // HEADERS of stream 1, END_HEADERS without END_STREAM: `:method: POST` and `:path: /` from the static table.
      tls.write(Buffer.from([0, 0, 3, 1, 4, 0, 0, 0, 1, 0x83, 0x84, 0x87]));
      tls.end();
    },
  ],
])('the connection of a client that %s comes to its end', async (_title, leave) => {
  const { tcp, tls } = await begun();
  leave({ tcp, tls });
  await vi.waitFor(async () => expect(await openConnections()).toBe(1), { timeout: 15_000, interval: 100 });
  tls.destroy();
  tcp.destroy();
});
