/** Clients that ask for much and read nothing: they hold back themselves only, and what waits for them is bounded. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import { type LoadRig, startLoadNode } from './load-rig.js';

let rig: LoadRig;
beforeAll(async () => {
  rig = await startLoadNode();
});
afterAll(() => rig?.stop());

/** Milliseconds that clients that do not read are watched. */
const WHILE = 3_000;
const AUTHORIZATION = () => `Basic ${Buffer.from(`admin:${rig.node.password}`).toString('base64')}`;

/** An HTTP/1.1 connection that reads nothing from now on. */
async function deaf(): Promise<TLSSocket> {
  const { url, certificate } = rig.node;
  const socket = connectTls({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    ca: readFileSync(certificate),
    ALPNProtocols: ['http/1.1'],
  });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.pause();
  return socket;
}

const request = (path: string, accept: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nAuthorization: ${AUTHORIZATION()}\r\n\r\n`;

it('sessions that ask for everything, hundreds of times over', async () => {
  const sessions = await Promise.all(Array.from({ length: 10 }, () => RawNetconf.open(rig.node)));
  const grown = await rig.growth(async () => {
    for (const session of sessions) {
      session.channel.pause();
      for (let n = 0; n < 300; n += 1) session.send(chunked(rpc('<get/>', n)));
    }
    await rig.whileGoodClientsAreServed(wait(WHILE));
    await rig.letsIn();
  });
  expect(grown).toBeLessThan(96);
  for (const session of sessions) session.close();
});

it('HTTP/1.1 connections that ask for everything, a hundred times over', async () => {
  const sockets = await Promise.all(Array.from({ length: 10 }, deaf));
  const grown = await rig.growth(async () => {
    for (const socket of sockets) {
      for (let n = 0; n < 100; n += 1) socket.write(request('/restconf/data', 'application/yang-data+json'));
    }
    await rig.whileGoodClientsAreServed(wait(WHILE));
    await rig.letsIn();
  });
  expect(grown).toBeLessThan(96);
  for (const socket of sockets) socket.destroy();
});

it('HTTP/1.1 connections that ask on and on behind an event stream', async () => {
  const sockets = await Promise.all(Array.from({ length: 10 }, deaf));
  const grown = await rig.growth(async () => {
    for (const socket of sockets) {
      socket.write(request('/restconf/streams/NETCONF/json', 'text/event-stream'));
      for (let n = 0; n < 10; n += 1) socket.write(request('/restconf', '*/*').repeat(2_000));
    }
    await rig.whileGoodClientsAreServed(wait(WHILE));
    await rig.letsIn();
  });
  expect(grown).toBeLessThan(96);
  for (const socket of sockets) socket.destroy();
});

it('HTTP/2 connections whose windows stay shut', async () => {
  const { url, certificate } = rig.node;
  const sessions = Array.from({ length: 5 }, () =>
    connectHttp2(url, { ca: readFileSync(certificate), settings: { initialWindowSize: 0 } }).on(
      'error',
      () => undefined,
    ),
  );
  await Promise.all(sessions.map((session) => once(session, 'remoteSettings')));
  const grown = await rig.growth(async () => {
    for (const session of sessions) {
      for (let n = 0; n < 100; n += 1) {
        const stream = session.request({
          ':path': '/restconf/data',
          authorization: AUTHORIZATION(),
          accept: 'application/yang-data+json',
        });
        stream.on('error', () => undefined);
      }
    }
    await rig.whileGoodClientsAreServed(wait(WHILE));
    await rig.letsIn();
  });
  expect(grown).toBeLessThan(96);
  for (const session of sessions) session.destroy();
});

it('subscribers that do not read their notifications', async () => {
  const sessions = await Promise.all(Array.from({ length: 10 }, () => RawNetconf.open(rig.node)));
  for (const session of sessions) {
    const reply = await session.ask('<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"/>');
    expect(reply).toContain('<ok/>');
    session.channel.pause();
  }
  const sockets = await Promise.all(Array.from({ length: 10 }, deaf));
  for (const socket of sockets) socket.write(request('/restconf/streams/NETCONF/json', 'text/event-stream'));
  const https = new Https(rig.node);
  const grown = await rig.growth(async () => {
    const bursts = async () => {
      for (let n = 0; n < 300; n += 1) {
        const body = `{"irtf-agent:data-params":[{"id":"noise","dataType":"text","data":"${n} ${'x'.repeat(20_000)}"}]}`;
        expect((await https.send('PUT', '/restconf/data/irtf-agent:data-params=noise', { body })).status).toBeLessThan(
          300,
        );
      }
    };
    await rig.whileGoodClientsAreServed(bursts());
    await rig.letsIn();
  });
  expect(grown).toBeLessThan(96);
  https.close();
  for (const session of sessions) session.close();
  for (const socket of sockets) socket.destroy();
});
