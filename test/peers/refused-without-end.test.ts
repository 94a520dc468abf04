/** Nodes that answer the same refusal each time, which this node is to answer by asking again: it pauses, and gives up. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BulkClient } from '../../src/clients/index.js';
import { PeerData } from '../../src/peers/data.js';
import { Feed } from '../../src/peers/feed.js';
import { RestconfWire } from '../../src/peers/restconf-wire.js';

const STREAMS = '/restconf/data/ietf-restconf-monitoring:restconf-state/streams/stream=NETCONF/access=json/location';
const JSON_TYPE = { 'content-type': 'application/yang-data+json' };
const PATIENCE = 250;
/** Attempts that fit into the patience with pauses of 100 and 200 ms. */
const ATTEMPTS = 2;

let server: Server;
let wire: RestconfWire;
let url: string;
let asked: string[];
const closing = new AbortController();

function refusal(appTag: string): string {
  const error = { 'error-type': 'protocol', 'error-tag': 'invalid-value', 'error-app-tag': appTag };
  return JSON.stringify({ 'ietf-restconf:errors': { error: [error] } });
}

beforeEach(async () => {
  asked = [];
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  wire = new RestconfWire({ url, user: 'near', password: 'the password there' }, { timeout: 5_000 });
});
afterEach(async () => {
  closing.abort(new Error('the test is over'));
  await wire.close();
  server.closeAllConnections();
  server.close();
});

it('an event stream after an event that is unknown each time fails its followers', async () => {
  const listener: RequestListener = (request, response) => {
    if (request.url === STREAMS) {
      response.writeHead(200, JSON_TYPE).end(`{"ietf-restconf-monitoring:location":"${url}/events"}`);
      return;
    }
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    response.writeHead(412, JSON_TYPE).end(refusal('unknown-event-id'));
  };
  server.on('request', listener);
  const bounds = { timeout: 5_000, patience: PATIENCE, backlog: 10 };
  const feed = new Feed(wire, { about: { leaf: 'from', value: 'broker' }, bounds, closing: closing.signal });
  const { inbox, leave } = feed.join('far-1');
  await expect(inbox.next(undefined)).rejects.toMatchObject({ appTag: 'unknown-event-id' });
  leave();
  expect(asked).toEqual(Array(ATTEMPTS).fill('GET /events'));
});

it('data of which a part is always there, and always of other bytes, is given up', async () => {
  const there = { 'upload-offset': '1', 'upload-complete': '?0' };
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    if (request.method === 'HEAD') response.writeHead(200, there).end();
    else response.writeHead(409, JSON_TYPE).end(refusal('digest'));
  });
  const bulk = new BulkClient({ url });
  const data = new PeerData({ wire, bulk, patience: PATIENCE });
  const content = {
    kind: 'bytes' as const,
    length: 3,
    sha256: Buffer.alloc(32),
    read: async function* (start: number) {
      yield Buffer.from('one').subarray(start);
    },
  };
  const given = data.give('one', { modality: 'file', complete: true, content }, AbortSignal.timeout(4_000));
  await expect(given).rejects.toMatchObject({ status: 409 });
  bulk.close();
  expect(asked).toEqual(Array(ATTEMPTS).fill(['HEAD /data/one', 'PUT /data/one']).flat());
});
