import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestconfListener } from '../../src/restconf/index.js';
import { type CertificateFiles, certificateIn } from '../support/certificate.js';
import { FakeServer } from './support/fake-server.js';
import { AUTHORIZATION, errorOf, JSON_TYPE, listen, send } from './support/listener.js';

const run = promisify(execFile);
const server = new FakeServer({ 'acme-box:box': { name: 'b', port: [{ name: 'eth0' }] } });

describe('authentication', () => {
  let listener: RestconfListener;
  beforeAll(async () => {
    listener = await listen(server, { limits: { bodySize: 1000 } });
  });
  afterAll(() => listener.close());

  it.each([
    ['no credentials', ''],
    ['a wrong password', `Basic ${Buffer.from('ada:wrong').toString('base64')}`],
    ['an unknown user', `Basic ${Buffer.from('eve:secret').toString('base64')}`],
    ['no colon', `Basic ${Buffer.from('ada').toString('base64')}`],
    ['another scheme', 'Bearer abc'],
    ['nonsense', 'Basic ???'],
  ])('%s is 401 with a challenge and access-denied', async (_what, authorization) => {
    for (const path of ['/restconf', '/restconf/data', '/agents/x/restconf', '/restconf/streams/NETCONF/json']) {
      const reply = await send(listener, 'GET', path, { headers: { authorization } });
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Basic realm="yangent", charset="UTF-8"');
      expect(errorOf(reply)).toMatchObject({ 'error-type': 'protocol', 'error-tag': 'access-denied' });
    }
  });

  it('503 when too many logins are being checked', async () => {
    const authorization = `Basic ${Buffer.from('busy:x').toString('base64')}`;
    const reply = await send(listener, 'GET', '/restconf', { headers: { authorization } });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([503, 'resource-denied']);
  });

  it('is asked for before the message-body is read', async () => {
    const options = { headers: { ...JSON_TYPE, authorization: '' }, body: 'x'.repeat(2000) };
    expect((await send(listener, 'PUT', '/restconf/data', options)).status).toBe(401);
  });

  it('413 too-big for a message-body above the limit', async () => {
    const reply = await send(listener, 'PUT', '/restconf/data', { headers: JSON_TYPE, body: 'x'.repeat(2000) });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([413, 'too-big']);
  });

  it('tells the server core who asks, through which view', async () => {
    await send(listener, 'GET', '/restconf/data/acme-box:box/name');
    const caller = server.callers.at(-1)!;
    expect(caller.principal).toEqual({ name: 'ada', groups: ['admin'] });
    expect([caller.view, caller.session, caller.protocol]).toEqual([{ kind: 'node' }, 0, 'restconf']);
    expect(caller.signal).toBeInstanceOf(AbortSignal);
  });
});

/** Writes raw bytes and gives back all that comes until the connection ends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(reply)).on('error', () => {});
  });
}

describe('what is no HTTP', () => {
  let listener: RestconfListener;
  beforeAll(async () => {
    listener = await listen(server, { limits: { headersTime: 1000, requestTime: 1500, headerSize: 4096 } });
  });
  afterAll(() => listener.close());

  it('gets 400 with an errors document, and the connection ends', async () => {
    const reply = await raw(listener.port, 'HELLO\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/yang-data\+json/);
    expect(reply).toContain('"error-tag":"malformed-message"');
  });

  it('headers that are too large get 431', async () => {
    const reply = await raw(
      listener.port,
      `GET /restconf HTTP/1.1\r\nhost: localhost\r\nbig: ${'x'.repeat(8000)}\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('a request that never ends is cut off', async () => {
    expect(await raw(listener.port, 'GET /restconf HTTP/1.1\r\nhost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /);
    const head = `PUT /restconf/data HTTP/1.1\r\nhost: localhost\r\nauthorization: ${AUTHORIZATION}\r\ncontent-type: application/json\r\n`;
    expect(await raw(listener.port, `${head}content-length: 100\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('absolute-form targets and odd ones are understood or refused', async () => {
    const request = (target: string, method = 'GET') =>
      raw(
        listener.port,
        `${method} ${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${AUTHORIZATION}\r\nconnection: close\r\n\r\n`,
      );
    expect(await request('http://localhost/restconf/yang-library-version')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await request('*', 'OPTIONS')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await request('/%zz')).toMatch(/^HTTP\/1\.1 404 [\s\S]*errors/);
    expect(await request('/restconf/data/%zz')).toMatch(/^HTTP\/1\.1 400 [\s\S]*offset 15/);
    expect(await request('/restconf', 'TRACE')).toMatch(/^HTTP\/1\.1 405 /);
    expect(await request('/restconf', 'PROPFIND')).toMatch(/^HTTP\/1\.1 40[45] /);
  });
});

describe('TLS', () => {
  let directory: string;
  let certificate: CertificateFiles;
  let listener: RestconfListener;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'restconf-tls-'));
    certificate = await certificateIn(directory);
    listener = await listen(server, { tls: certificate, limits: { headersTime: 1000 } });
  });
  afterAll(async () => {
    await listener.close();
    await rm(directory, { recursive: true });
  });

  const curl = async (...args: string[]) =>
    (
      await run('curl', [
        '-sS',
        '--cacert',
        certificate.certFile,
        '-u',
        'ada:secret',
        '-w',
        '\n%{http_version} %{http_code}',
        ...args,
      ])
    ).stdout;

  it.each(['--http1.1', '--http2'])('curl %s gets, heads, puts, posts and deletes', async (version) => {
    const number = version === '--http2' ? '2' : '1.1';
    const data = `https://localhost:${listener.port}/restconf/data/acme-box:box`;
    expect(await curl(version, `${data}/name`)).toBe(`{"acme-box:name":"b"}\n${number} 200`);
    expect(await curl(version, '-I', `${data}/name`)).toContain(`${number} 200`);
    const body = '{"acme-box:mtu":9000}';
    expect(
      await curl(version, '-X', 'PUT', '-H', 'Content-Type: application/yang-data+json', '-d', body, `${data}/mtu`),
    ).toBe(`\n${number} 201`);
    expect(await curl(version, '-X', 'DELETE', `${data}/mtu`)).toBe(`\n${number} 204`);
    expect(
      await curl(version, '-X', 'POST', `https://127.0.0.1:${listener.port}/restconf/operations/acme-box:halt`),
    ).toBe(`\n${number} 204`);
    expect(await curl(version, `${data}/nothing`)).toContain(`${number} 404`);
  });

  it('Location names the scheme and host that the client used', async () => {
    const reply = await run('curl', [
      ...['-sS', '--cacert', certificate.certFile, '-u', 'ada:secret', '-D', '-', '--http2'],
      ...['-H', 'Content-Type: application/yang-data+json', '-d', '{"acme-box:port":[{"name":"eth7"}]}'],
      `https://localhost:${listener.port}/restconf/data/acme-box:box`,
    ]);
    expect(reply.stdout).toContain(`location: https://localhost:${listener.port}/restconf/data/acme-box:box/port=eth7`);
  });

  it('a client that does not finish the handshake is cut off', async () => {
    const ended = new Promise<void>((resolve) => {
      const socket = connectTcp(listener.port, '127.0.0.1');
      socket.on('close', () => resolve()).on('error', () => {});
    });
    await ended;
  });

  it('a client that sends no request over TLS is cut off', async () => {
    const reply = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connectTls({
        port: listener.port,
        host: '127.0.0.1',
        ca: certificate.cert,
        ALPNProtocols: ['http/1.1'],
      });
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text)).on('error', () => {});
    });
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('listening', () => {
  it('without TLS on another address than loopback is refused', async () => {
    await expect(listen(server, { host: '0.0.0.0' })).rejects.toThrow('loopback only');
  });

  it('at a port in use is an error', async () => {
    const first = await listen(server);
    await expect(listen(server, { port: first.port })).rejects.toThrow('EADDRINUSE');
    await first.close();
  });

  it('closing ends idle keep-alive connections and lets a request under way finish', async () => {
    const slow = new FakeServer({ 'acme-box:box': { name: 'b' } });
    const listener = await listen(slow);
    const idle = raw(
      listener.port,
      `GET /restconf HTTP/1.1\r\nhost: localhost\r\nauthorization: ${AUTHORIZATION}\r\n\r\n`,
    );
    const read = slow.read.bind(slow);
    let go = () => {};
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    slow.read = async (caller, request) => {
      begun();
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return read(caller, request);
    };
    const reply = send(listener, 'GET', '/restconf/data/acme-box:box/name');
    await started;
    const closed = listener.close();
    go();
    expect((await reply).status).toBe(200);
    await closed;
    expect(await idle).toMatch(/^HTTP\/1\.1 200 /);
  });
});
