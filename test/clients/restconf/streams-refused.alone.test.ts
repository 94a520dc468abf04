/** Servers that refuse a stream without end: the client reads so much, waits so long, and asks again so often. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BulkClient, dpop, type RestconfClient, restconfClient } from '../../../src/clients/index.js';

vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof import('node:timers/promises')>();
  return { ...timers, setTimeout: vi.fn(timers.setTimeout) };
});

let server: Server;
let client: RestconfClient;
let url: string;
const ends: (() => void)[] = [];

beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = restconfClient({ url });
});
afterEach(() => {
  client.close();
  for (const end of ends.splice(0)) end();
  server.closeAllConnections();
  server.close();
});

/** Answers 503 and a body that never ends, a piece of it at a time. */
function endless(piece: string, interval: number, status = 503): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write(piece), interval);
    response.on('close', () => clearInterval(timer));
    ends.push(() => clearInterval(timer));
  };
}

it('a refusal without end is read up to 64 KiB', async () => {
  server.on('request', endless('x'.repeat(16_384), 1));
  const refused = { type: 'transport', tag: 'resource-denied', message: 'the answer is longer than 65536 bytes' };
  await expect(client.events('/s').next()).rejects.toMatchObject(refused);
  await expect(new BulkClient({ url }).get('one', 0).next()).rejects.toMatchObject(refused);
});

it('a refusal that drips is awaited as long as silence, though it is never silent', async () => {
  server.on('request', endless('x', 10));
  await expect(client.events('/s', { silence: 100 }).next()).rejects.toMatchObject({
    type: 'transport',
    message: expect.stringContaining('did not answer within 100 ms'),
  });
});

it('a stream that does not begin is awaited as long as silence', async () => {
  server.on('request', () => undefined);
  await expect(client.events('/s', { silence: 50 }).next()).rejects.toMatchObject({
    message: expect.stringContaining('did not answer within 50 ms'),
  });
});

it('an open stream lasts longer than the time for a request, and ends with its signal', async () => {
  const giveUp = new AbortController();
  server.on('request', (request, response) => {
    if (request.url === '/s') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  const patient = restconfClient({ url, timeout: 200 });
  let next: Promise<unknown> | undefined;
  await new Promise<void>((resolve) => {
    next = patient.events('/s', { signal: giveUp.signal, onOpen: resolve }).next();
  });
  let over = false;
  void next?.then(() => {
    over = true;
  });
  // A request that is sent after the stream is open is over after its time.
  await expect(patient.get('/')).rejects.toThrow('did not answer within 200 ms');
  expect(over).toBe(false);
  giveUp.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  patient.close();
});

it('a demand for a nonce with a body without end is refused', async () => {
  server.on('request', (request, response) => {
    response.setHeader('dpop-nonce', 'one');
    response.setHeader('www-authenticate', 'DPoP error="use_dpop_nonce"');
    endless('x'.repeat(16_384), 1, 401)(request, response);
  });
  const bound = restconfClient({ url, credential: dpop(async () => ({ token: 't', expires: Date.now() + 60_000 })) });
  await expect(bound.get('/')).rejects.toMatchObject({ tag: 'resource-denied' });
  bound.close();
});

it('the answer to an upload is awaited as long as that to a request', async () => {
  server.on('request', endless('x', 10));
  const bulk = new BulkClient({ url, timeout: 100 });
  const bytes = (async function* () {
    yield Buffer.from('one');
  })();
  const rest = { bytes, start: 0, total: 3, sha256: Buffer.alloc(32), mediaType: 'text/plain' };
  await expect(bulk.put('one', rest)).rejects.toMatchObject({
    type: 'transport',
    message: expect.stringContaining('did not answer within 100 ms'),
  });
  bulk.close();
});

it.each([
  ['99999999999', 30_000],
  ['9'.repeat(400), 30_000],
  ['0', 7],
  ['-1', 7],
  ['soon', 7],
  ['1500', 1_500],
])('a server that requests %s ms between reconnects gets %d', async (retry, waited) => {
  let attempts = 0;
  server.on('request', (_request, response) => {
    attempts += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`retry: ${retry}\n\n`);
  });
  const waits: (number | undefined)[] = [];
  vi.mocked(pause).mockImplementation(async (delay, value) => {
    waits.push(delay);
    return value as never;
  });
  await expect(client.events('/s', { maxRetries: 1, retryDelay: 7 }).next()).rejects.toMatchObject({
    type: 'transport',
  });
  expect(attempts).toBe(2);
  expect(waits).toEqual([waited]);
});
