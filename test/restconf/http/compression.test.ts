import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptsGzip } from '../../../src/restconf/http/compression.js';
import type { RestconfListener } from '../../../src/restconf/index.js';
import { FakeServer } from '../support/fake-server.js';
import { errorOf, JSON_TYPE, listen, send, sendForBytes } from '../support/listener.js';

const ports = Array.from({ length: 100 }, (_, index) => ({ name: `eth${index}`, speed: index }));
const server = new FakeServer({ 'acme-box:box': { name: 'b', port: ports } });
let listener: RestconfListener;
beforeAll(async () => {
  listener = await listen(server, { limits: { bodySize: 100_000 } });
});
afterAll(() => listener.close());

const GZIP = { ...JSON_TYPE, 'content-encoding': 'gzip' };
const put = (body: Buffer, headers: Record<string, string> = GZIP) =>
  send(listener, 'PUT', '/restconf/data/acme-box:box/name', { headers, body });

describe('compressed answers', () => {
  it('are sent above 1 kB to who takes gzip, and vary with what is accepted', async () => {
    const plain = await send(listener, 'GET', '/restconf/data/acme-box:box/port');
    const { status, headers, bytes } = await sendForBytes(listener, 'GET', '/restconf/data/acme-box:box/port', {
      'accept-encoding': 'br, gzip;q=0.8',
    });
    expect([status, headers['content-encoding'], headers['content-type'], headers.vary]).toEqual([
      200,
      'gzip',
      'application/yang-data+json',
      'accept, accept-encoding',
    ]);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(bytes.length).toBeLessThan(plain.text.length / 2);
    expect(gunzipSync(bytes).toString('utf8')).toBe(plain.text);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('not below that', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const reply = await send(listener, 'GET', '/restconf/data/acme-box:box/name', { headers });
    expect([reply.headers['content-encoding'], reply.text]).toEqual([undefined, '{"acme-box:name":"b"}']);
  });

  it.each([
    ['gzip', true],
    ['*', true],
    ['gzip;q=0', false],
    ['br, deflate', false],
    ['identity, gzip;q=0.5', false],
    ['*;q=0.5, gzip;q=0', false],
    ['GZIP;Q=0.1', true],
    ['', false],
    [undefined, false],
  ])('Accept-Encoding "%s": %s', (header, expected) => expect(acceptsGzip(header)).toBe(expected));
});

describe('compressed message-bodies', () => {
  it('are taken', async () => {
    expect((await put(gzipSync('{"acme-box:name":"zipped"}'))).status).toBe(204);
    expect((await send(listener, 'GET', '/restconf/data/acme-box:box/name')).json).toEqual({
      'acme-box:name': 'zipped',
    });
  });

  it('that would come out above the limit are 413, however small they are', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
    expect(bomb.length).toBeLessThan(60_000);
    const reply = await put(bomb);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([413, 'too-big']);
  });

  it.each([
    ['no gzip', Buffer.from('{"acme-box:name":"x"}')],
    ['gzip cut short', gzipSync('{"acme-box:name":"x"}').subarray(0, 20)],
  ])('400 malformed-message for %s', async (_what, body) => {
    const reply = await put(body);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, 'malformed-message']);
  });

  it('415 with what is taken for another coding', async () => {
    const reply = await put(Buffer.from('x'), { ...JSON_TYPE, 'content-encoding': 'br' });
    expect([reply.status, reply.headers['accept-encoding'], errorOf(reply)['error-tag']]).toEqual([
      415,
      'gzip',
      'invalid-value',
    ]);
  });
});
