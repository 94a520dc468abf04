import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Limits, RestconfListener } from '../../../src/restconf/index.js';
import { type CertificateFiles, certificateIn } from '../../support/certificate.js';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, JSON_TYPE, listen } from '../support/listener.js';

let directory: string;
let certificate: CertificateFiles;
let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'restconf-h2-'));
  certificate = await certificateIn(directory);
  server = new FakeServer({ 'acme-box:box': { name: 'b' } });
});
afterEach(async () => {
  await listener.close();
  await rm(directory, { recursive: true });
});

async function session(limits: Partial<Limits> = {}): Promise<ClientHttp2Session> {
  listener = await listen(server, { tls: certificate, limits });
  const client = connect(`https://localhost:${listener.port}`, { ca: certificate.cert });
  client.on('error', () => {});
  await new Promise((resolve) => client.once('remoteSettings', resolve));
  return client;
}

function get(client: ClientHttp2Session, path: string, headers: Record<string, string> = {}): ClientHttp2Stream {
  const stream = client.request({ ':path': path, authorization: AUTHORIZATION, ...headers });
  stream.on('error', () => {});
  return stream;
}

/** Status and body; status 0 where the stream was reset. */
function reply(stream: ClientHttp2Stream): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    let status = 0;
    let text = '';
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0;
    });
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('close', () => resolve({ status, text }));
  });
}

const NAME = '/restconf/data/acme-box:box/name';

it.each(['FOO', 'get', 'QUERY'])('the method %s is refused, and is no failure of the node', async (method) => {
  const client = await session();
  const { status, text } = await reply(get(client, NAME, { ':method': method }).end());
  expect([status, text]).toEqual([405, expect.stringContaining('operation-not-supported')]);
  client.close();
});

describe('HTTP/2', () => {
  it('announces how many streams a connection may have, and serves more one after the other', async () => {
    const client = await session({ streams: 5, working: 2 });
    expect(client.remoteSettings.maxConcurrentStreams).toBe(5);
    const replies = await Promise.all(Array.from({ length: 40 }, () => reply(get(client, NAME))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    client.close();
  });

  it('works on a few requests of a connection at one time, and on those of others meanwhile', async () => {
    const client = await session({ working: 3 });
    const read = server.read.bind(server);
    const gates: (() => void)[] = [];
    server.read = async (caller, request) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return read(caller, request);
    };
    const busy = Array.from({ length: 10 }, () => reply(get(client, NAME)));
    while (gates.length < 3) await new Promise(setImmediate);
    const other = connect(`https://localhost:${listener.port}`, { ca: certificate.cert });
    const quick = reply(get(other, NAME));
    while (gates.length < 4) await new Promise(setImmediate);
    gates[3]?.();
    expect((await quick).status).toBe(200);
    // Nothing but the turns that end lets the others in.
    expect(gates).toHaveLength(4);
    for (let opened = 0; opened < 11; opened += 1) {
      while (gates.length <= opened) await new Promise(setImmediate);
      gates[opened]?.();
    }
    expect((await Promise.all(busy)).every(({ status }) => status === 200)).toBe(true);
    client.close();
    other.close();
  });

  it('answers HEAD with the header fields of GET, the length among them, in one frame', async () => {
    const client = await session();
    const fields: unknown[] = [];
    for (const method of ['GET', 'HEAD']) {
      const stream = get(client, NAME, { ':method': method });
      let flags = 0;
      stream.once('response', ({ ':status': status, 'content-length': length }, given) => {
        flags = given;
        fields.push({ status, length });
      });
      const { text } = await reply(stream);
      fields.push({ text, endsWithHeaders: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0 });
    }
    expect(fields).toEqual([
      { status: 200, length: '21' },
      { text: '{"acme-box:name":"b"}', endsWithHeaders: false },
      { status: 200, length: '21' },
      { text: '', endsWithHeaders: true },
    ]);
    client.close();
  });

  it('answers others after many HEADs, read to their end or reset before', async () => {
    const client = await session({ working: 2, resets: 100 });
    const head = () => client.request({ ':method': 'HEAD', ':path': NAME, authorization: AUTHORIZATION }).resume();
    for (let n = 0; n < 5; n++) {
      const answered = head();
      await once(answered, 'close');
      const read = server.read.bind(server);
      const left = head().on('error', () => {});
      server.read = async (caller, request) => {
        left.close(constants.NGHTTP2_CANCEL);
        await once(left, 'close');
        return read(caller, request);
      };
      await once(left, 'close');
      server.read = read;
    }
    expect(await reply(get(client, NAME))).toMatchObject({ status: 200 });
    client.close();
  });

  it('an open event stream takes no turn', async () => {
    const client = await session({ working: 1 });
    const streams = Array.from({ length: 3 }, () => get(client, '/restconf/streams/NETCONF/json'));
    await Promise.all(streams.map((stream) => new Promise((resolve) => stream.once('response', resolve))));
    expect((await reply(get(client, NAME))).status).toBe(200);
    client.destroy();
  });

  it('ends a connection whose client resets its streams again and again', async () => {
    const client = await session({ resets: 20 });
    const goaway = new Promise<number>((resolve) => client.once('goaway', resolve));
    // No answer may be faster than the reset.
    const read = server.read.bind(server);
    server.read = (caller) => new Promise((_, reject) => caller.signal.addEventListener('abort', reject));
    for (let count = 0; count < 40 && !client.destroyed; count += 1) {
      const stream = get(client, NAME);
      await new Promise(setImmediate);
      if (!stream.destroyed) stream.close(constants.NGHTTP2_CANCEL);
    }
    expect(await goaway).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    server.read = read;
    const next = connect(`https://localhost:${listener.port}`, { ca: certificate.cert });
    expect((await reply(get(next, NAME))).status).toBe(200);
    next.close();
  });

  it('resets a request whose message-body does not arrive in time, however often a byte of it does', async () => {
    const client = await session({ requestTime: 400 });
    const stream = client.request({ ':path': NAME, ':method': 'PUT', authorization: AUTHORIZATION, ...JSON_TYPE });
    stream.on('error', () => {});
    const drip = setInterval(() => stream.write(' '), 50);
    expect(await reply(stream)).toEqual({ status: 0, text: '' });
    clearInterval(drip);
    expect((await reply(get(client, NAME))).status).toBe(200);
    client.close();
  });

  it('answers a bad message-body without the fields that only HTTP/1.1 has', async () => {
    const warnings: string[] = [];
    const warned = (warning: Error) => warnings.push(warning.message);
    process.on('warning', warned);
    const client = await session({ bodySize: 10 });
    const stream = client.request({ ':path': NAME, ':method': 'PUT', authorization: AUTHORIZATION, ...JSON_TYPE });
    stream.end('"more than ten bytes"');
    expect((await reply(stream)).status).toBe(413);
    await new Promise(setImmediate);
    process.off('warning', warned);
    expect(warnings).toEqual([]);
    client.close();
  });

  it('refuses header fields above the limit and goes on', async () => {
    const client = await session({ headerSize: 4096 });
    const { status } = await reply(get(client, NAME, { big: 'x'.repeat(10_000) }));
    expect([0, 431]).toContain(status);
    const next = client.destroyed ? connect(`https://localhost:${listener.port}`, { ca: certificate.cert }) : client;
    expect((await reply(get(next, NAME))).status).toBe(200);
    next.close();
  });
});

describe('TLS', () => {
  it.each([
    ['TLSv1.2', undefined, undefined],
    ['TLSv1.3', undefined, 'TLSv1.3'],
    ['TLSv1.1', 'TLSv1.2', undefined],
    ['TLSv1.2', 'TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.2', 'TLSv1.3'],
  ] as const)('%s where the lowest version is %s: %s', async (version, minVersion, expected) => {
    listener = await listen(server, { tls: { ...certificate, ...(minVersion ? { minVersion } : {}) } });
    const options = { host: 'localhost', port: listener.port, ca: certificate.cert, ALPNProtocols: ['h2', 'http/1.1'] };
    const spoken = await new Promise<string | undefined>((resolve) => {
      const socket = connectTls(
        { ...options, minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' },
        () => {
          resolve(socket.getProtocol() ?? undefined);
          socket.destroy();
        },
      );
      socket.on('error', () => resolve(undefined));
    });
    expect(spoken).toBe(expected);
  });
});
