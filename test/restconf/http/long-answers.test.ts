/** Answers that are made while they are sent. */
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RestconfListener } from '../../../src/restconf/index.js';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, listen, send, sendForBytes } from '../support/listener.js';

const COUNT = 60_000;
const port = Array.from({ length: COUNT }, (_, index) => ({
  name: `port number ${String(index).padStart(6, '0')}`,
  speed: index,
}));
const server = new FakeServer({ 'acme-box:box': { name: 'b', port } });
const BOX = '/restconf/data/acme-box:box';
let listener: RestconfListener;
beforeAll(async () => {
  listener = await listen(server);
});
afterAll(() => listener.close());

const whole = JSON.stringify({ 'acme-box:box': { name: 'b', port } });

describe('a long list', () => {
  it('is answered in chunks, with the header fields of any resource', async () => {
    const { status, headers, text } = await send(listener, 'GET', BOX);
    expect([status, headers['content-type'], headers['transfer-encoding'], headers['content-length']]).toEqual([
      200,
      'application/yang-data+json',
      'chunked',
      undefined,
    ]);
    expect(headers.etag).toMatch(/^"/);
    expect(text).toBe(whole);
  });

  it('is answered as gzip to who takes it', async () => {
    const { headers, bytes } = await sendForBytes(listener, 'GET', BOX, { 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept, accept-encoding']);
    expect(bytes.length).toBeLessThan(whole.length / 3);
    expect(gunzipSync(bytes).toString()).toBe(whole);
  });

  it('has the same header fields without a body in the answer to HEAD', async () => {
    const { status, headers, text } = await send(listener, 'HEAD', BOX);
    expect([status, headers['content-type'], headers['content-length'], text]).toEqual([
      200,
      'application/yang-data+json',
      undefined,
      '',
    ]);
    expect(headers.etag).toMatch(/^"/);
  });

  it('is not sent to who has it', async () => {
    const config = `${BOX}?content=config`;
    const { headers } = await send(listener, 'HEAD', config);
    const reply = await send(listener, 'GET', config, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([reply.status, reply.text]).toEqual([304, '']);
  });

  it('is part of the whole datastore in the same way', async () => {
    const { json, headers } = await send(listener, 'GET', '/restconf/data');
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(json).toEqual({ 'ietf-restconf:data': JSON.parse(whole) });
  });

  it('is answered in chunks as XML, too', async () => {
    const { headers, text } = await send(listener, 'GET', BOX, { headers: { accept: 'application/yang-data+xml' } });
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(text.match(/<port>/g)).toHaveLength(COUNT);
    expect(text.endsWith('</port></box>')).toBe(true);
  });

  it('can be followed by other requests on its connection', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      let all = '';
      const socket = connect({ host: '127.0.0.1', port: listener.port })
        .setEncoding('latin1')
        .on('error', reject)
        .on('end', () => resolve(all))
        .on('data', (part: string) => {
          all += part;
        });
      const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n`;
      socket.write(`GET ${BOX} ${head}\r\nGET ${BOX}/name ${head}Connection: close\r\n\r\n`);
    });
    expect(text).toContain('\r\n0\r\n\r\nHTTP/1.1 200');
    expect(text.endsWith('{"acme-box:name":"b"}')).toBe(true);
  });

  it('is given up when the client does not read it', async () => {
    const impatient = await listen(server, { limits: { stallTime: 100 } });
    const socket = connect({ host: '127.0.0.1', port: impatient.port }).pause();
    socket.on('error', () => {});
    const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n`;
    socket.write(`GET ${BOX} ${head}\r\n`.repeat(20));
    const open = async () => {
      const { text } = await send(impatient, 'GET', '/metrics');
      return Number(/^yangent_restconf_connections (\d+)$/m.exec(text)?.[1]);
    };
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await vi.waitFor(async () => expect(await open()).toBe(1), { timeout: 20_000, interval: 50 });
    socket.destroy();
    await ended;
    await impatient.close();
  });
});

describe('while a long list is answered', () => {
  it('others have their turn', async () => {
    let isOver = false;
    const long = Promise.all([send(listener, 'GET', BOX), send(listener, 'GET', BOX)]).then(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      const { status } = await send(listener, 'GET', `${BOX}/name`);
      if (status === 200 && !isOver) answered += 1;
    }
    await long;
    expect(answered).toBeGreaterThan(3);
  });
});
