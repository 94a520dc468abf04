/** Whom a request is addressed to and whose page sent it is looked at before anybody logs in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListenOptions, RestconfListener } from '../../../src/restconf/index.js';
import type { FailedLogin } from '../../../src/server/index.js';
import { certificateIn } from '../../support/certificate.js';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, errorOf, JSON_TYPE, listen, send } from '../support/listener.js';

let listener: RestconfListener;
let told: FailedLogin[];
const start = async (more: Partial<ListenOptions> = {}) => {
  listener = await listen(new FakeServer({ 'acme-box:box': { name: 'b' } }), {
    ...more,
    onFailedLogin: (login) => told.push(login),
  });
};
beforeEach(() => {
  told = [];
});
afterEach(() => listener.close());

const NAME = '/restconf/data/acme-box:box/name';
const get = (headers: Record<string, string>, path = NAME, method = 'GET') => send(listener, method, path, { headers });

/** The status line of what is sent as it is. */
async function raw(...fields: readonly string[]): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  socket.end([`GET ${NAME} HTTP/1.1`, ...fields, 'Connection: close', '', ''].join('\r\n'));
  return (await readText(socket)).split('\r\n', 1)[0] ?? '';
}

describe('a Host', () => {
  it.each([
    'localhost',
    'LOCALHOST:8443',
    'localhost.',
    '127.0.0.1',
    '192.0.2.7:443',
    '[::1]:8443',
    hostname(),
    'agents.example',
    'yangent:8080',
  ])('that is an address or a name of the node passes: %s', async (host) => {
    await start({ publicUrl: 'https://agents.example', allowHosts: ['yangent'] });
    expect((await get({ host })).status).toBe(200);
    expect(told).toEqual([]);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', '0x7f.1', 'x'])(
    'that is another name is 421 before anything is asked: %s',
    async (host) => {
      await start();
      for (const path of [NAME, '/metrics', '/.well-known/host-meta', '/nothing', '/docs']) {
        const reply = await get({ host, authorization: 'none' }, path);
        expect([reply.status, errorOf(reply)['error-message']]).toEqual([421, expect.stringContaining('--allow-host')]);
      }
      const foreign = host.split(':')[0];
      const how = { protocol: 'restconf', method: 'host', remedy: '--allow-host' };
      expect(told[0]).toEqual({ ...how, foreign, source: '127.0.0.1' });
    },
  );

  it('says nothing of health', async () => {
    await start();
    expect((await get({ host: 'evil.example', 'sec-fetch-site': 'cross-site' }, '/healthz')).status).toBe(200);
  });

  it.each([
    ['missing', []],
    ['there twice', ['Host: localhost', 'Host: localhost']],
    ['there twice, the second foreign', ['Host: localhost', 'Host: evil.example']],
    ['empty', ['Host:']],
    ['no host', ['Host: a/b']],
    ['no address', ['Host: [localhost]']],
    ['with a user', ['Host: localhost@evil.example']],
  ])('%s is 400', async (_what, fields) => {
    await start();
    expect(await raw(...fields, `Authorization: ${AUTHORIZATION}`)).toBe('HTTP/1.1 400 Bad Request');
  });

  it.each([
    ['evil.example', 'evil.example', 421],
    ['evil.example', 'localhost', 421],
    ['localhost', 'localhost', 200],
    ['localhost', 'evil.example', 200],
  ])('of an absolute request-target counts, whatever Host says: %s, %s', async (target, host, status) => {
    await start();
    expect((await send(listener, 'GET', `http://${target}${NAME}`, { headers: { host } })).status).toBe(status);
  });
});

it.each(['Authorization', 'Content-Type', 'If-Modified-Since', 'If-Unmodified-Since'])(
  'two %s fields are 400, though the first would do',
  async (field) => {
    await start();
    const value = field === 'Authorization' ? AUTHORIZATION : 'application/yang-data+json';
    const login = field === 'Authorization' ? [] : [`Authorization: ${AUTHORIZATION}`];
    const twice = [`${field}: ${value}`, `${field}: ${value}`];
    expect(await raw('Host: localhost', ...login, ...twice)).toBe('HTTP/1.1 400 Bad Request');
  },
);

describe('a page', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'cross-site'],
    [{ 'sec-fetch-site': 'same-site' }, 'same-site'],
    [{ origin: 'https://evil.example' }, 'https://evil.example'],
    [{ origin: 'null' }, 'null'],
    [{ origin: 'https://localhost' }, 'https://localhost'],
    [{ origin: 'http://localhost:1' }, 'http://localhost:1'],
  ])('of another site may not use the node: %j', async (headers, foreign) => {
    await start();
    for (const [method, path] of [
      ['POST', '/restconf/operations/acme-box:halt'],
      ['GET', NAME],
      ['OPTIONS', NAME],
      ['GET', '/metrics'],
      ['POST', '/docs'],
    ] as const) {
      const reply = await get({ ...headers, host: 'localhost', authorization: 'none' }, path, method);
      expect([reply.status, errorOf(reply)['error-tag'], path]).toEqual([403, 'access-denied', path]);
    }
    const how = { protocol: 'restconf', method: 'origin', remedy: '--public-url' };
    expect(told[0]).toEqual({ ...how, foreign, source: '127.0.0.1' });
  });

  it('of another site may have a link to the pages for people', async () => {
    await start();
    const status = async (method: string, path: string) =>
      (await get({ 'sec-fetch-site': 'cross-site' }, path, method)).status;
    for (const method of ['GET', 'HEAD']) {
      expect(await status(method, '/')).toBe(200);
      expect(await status(method, '/docs?print')).toBe(200);
      // The agent is not there; its page would be served.
      expect(await status(method, '/agents/noc/docs')).toBe(404);
    }
    for (const path of ['/openapi.json', '/agents/noc/openapi', '/docs/x', '/agents/noc/restconf/docs'])
      expect([path, await status('GET', path)]).toEqual([path, 403]);
  });

  it('of this node, or an address that a person typed, is served', async () => {
    await start({ publicUrl: 'https://agents.example' });
    const own = `http://localhost:${listener.port}`;
    const host = `localhost:${listener.port}`;
    expect((await get({ host, 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await get({ host, 'sec-fetch-site': 'same-origin', origin: own })).status).toBe(200);
    expect((await get({ origin: 'https://agents.example' })).status).toBe(200);
    expect((await get({ host: 'agents.example', origin: 'http://agents.example' })).status).toBe(200);
  });
});

describe('over HTTP/2', () => {
  it('the same holds of :authority, of wildcards in the certificate, and of two fields', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'restconf-foreign-'));
    const certificate = await certificateIn(directory, ['*.nodes.example']);
    await start({ tls: certificate });
    const client = connectHttp2(`https://localhost:${listener.port}`, { ca: certificate.cert });
    const status = async (headers: Record<string, string | string[]>) => {
      const stream = client.request({ ':path': NAME, authorization: AUTHORIZATION, ...headers });
      return new Promise((resolve) => {
        stream.on('response', (fields) => resolve([fields[':status'], fields['strict-transport-security']]));
        stream.on('error', () => resolve('reset')).resume();
      });
    };
    const strict = 'max-age=31536000';
    expect(await status({ ':authority': 'a.nodes.example' })).toEqual([200, strict]);
    expect(await status({ ':authority': 'localhost:443' })).toEqual([200, undefined]);
    expect(await status({ ':authority': 'evil.example' })).toEqual([421, strict]);
    expect(await status({ ':authority': 'localhost', host: 'evil.example' })).toEqual([400, undefined]);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toEqual([403, undefined]);
    client.close();
    await rm(directory, { recursive: true });
  });
});

describe('what is answered', () => {
  it('names no foreign host in Location, but the public one', async () => {
    const body = JSON.stringify({ 'acme-box:port': [{ name: 'e' }] });
    await start({ publicUrl: 'https://agents.example' });
    const made = await send(listener, 'POST', '/restconf/data/acme-box:box', { headers: JSON_TYPE, body });
    expect([made.status, made.headers.location]).toEqual([
      201,
      'https://agents.example/restconf/data/acme-box:box/port=e',
    ]);
  });

  it.each([
    ['GET', NAME],
    ['GET', '/restconf/data/acme-box:nothing'],
    ['GET', '/.well-known/host-meta'],
    ['DELETE', NAME],
  ])('is kept by no cache and taken for nothing else: %s %s', async (method, path) => {
    await start();
    expect((await get({}, path, method)).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});
