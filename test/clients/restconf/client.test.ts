import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { keyed, type RestconfClient, type RestconfClientOptions, restconfClient } from '../../../src/clients/index.js';

const clients: RestconfClient[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function connect(
  listener: RequestListener,
  options: Partial<RestconfClientOptions> = {},
): Promise<RestconfClient> {
  const port = await listen(createServer(listener));
  const client = restconfClient({ url: `http://127.0.0.1:${port}`, username: 'admin', password: 'secret', ...options });
  clients.push(client);
  return client;
}

/** What a server was asked, as literal text. */
async function textOf(request: IncomingMessage): Promise<string> {
  const { accept, 'content-type': type, authorization, 'if-match': match } = request.headers;
  const body = (await request.setEncoding('utf8').toArray()).join('');
  return [`${request.method} ${request.url}`, accept, type, authorization, match, body]
    .filter((line) => line !== undefined && line !== '')
    .join('\n');
}

describe('requests', () => {
  const AUTH = `Basic ${Buffer.from('admin:secret').toString('base64')}`;
  it.each<[string, (client: RestconfClient) => Promise<unknown>, string]>([
    [
      'get',
      (c) =>
        c.get(`/box:box/${keyed('port', 'a/b', 'c,d')}`, {
          query: { depth: 1, 'with-defaults': 'report-all', fields: undefined },
        }),
      `GET /restconf/data/box:box/port=a%2Fb,c%2Cd?depth=1&with-defaults=report-all\napplication/yang-data+json\n${AUTH}`,
    ],
    ['get of the datastore', (c) => c.get('/'), `GET /restconf/data\napplication/yang-data+json\n${AUTH}`],
    [
      'get of a datastore with parameters that have no value',
      (c) => c.get('/box:box', { datastore: 'operational', query: { 'with-origin': true, depth: 2 } }),
      `GET /restconf/ds/ietf-datastores:operational/box:box?with-origin&depth=2\napplication/yang-data+json\n${AUTH}`,
    ],
    ['head', (c) => c.head('/box:box'), `HEAD /restconf/data/box:box\napplication/yang-data+json\n${AUTH}`],
    [
      'put',
      (c) => c.put('/box:box', { 'box:box': { n: 1 } }, { ifMatch: '"e"' }),
      `PUT /restconf/data/box:box\napplication/yang-data+json\napplication/yang-data+json\n${AUTH}\n"e"\n{"box:box":{"n":1}}`,
    ],
    [
      'post',
      (c) => c.post('/', { 'box:box': {} }),
      `POST /restconf/data\napplication/yang-data+json\napplication/yang-data+json\n${AUTH}\n{"box:box":{}}`,
    ],
    [
      'patch',
      (c) => c.patch('/box:box', { 'box:box': {} }),
      `PATCH /restconf/data/box:box\napplication/yang-data+json\napplication/yang-data+json\n${AUTH}\n{"box:box":{}}`,
    ],
    ['delete', (c) => c.delete('/box:box'), `DELETE /restconf/data/box:box\napplication/yang-data+json\n${AUTH}`],
    [
      'invoke',
      (c) => c.invoke('box:ping', { msg: 'é' }),
      `POST /restconf/operations/box:ping\napplication/yang-data+json\napplication/yang-data+json\n${AUTH}\n{"box:input":{"msg":"é"}}`,
    ],
    [
      'invoke without input',
      (c) => c.invoke('box:ping'),
      `POST /restconf/operations/box:ping\napplication/yang-data+json\n${AUTH}`,
    ],
    [
      'action',
      (c) => c.action(`/box:box/${keyed('port', 'x:y')}/ext:blink/start`, { n: 1 }),
      `POST /restconf/data/box:box/port=x%3Ay/ext:blink/start\napplication/yang-data+json\napplication/yang-data+json\n${AUTH}\n{"ext:input":{"n":1}}`,
    ],
  ])('%s', async (_name, call, expected) => {
    let asked = '';
    const client = await connect(async (request, response) => {
      asked = await textOf(request);
      response.writeHead(204).end();
    });
    await call(client);
    expect(asked).toBe(expected);
  });

  it('give the value with its entity-tag and location', async () => {
    const client = await connect((_request, response) => {
      response
        .writeHead(201, {
          'content-type': 'application/yang-data+json',
          etag: '"1"',
          'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
          location: '/restconf/data/box:box',
        })
        .end('{"box:box":{"n":1}}');
    });
    expect(await client.post('/', {})).toEqual({
      status: 201,
      value: { 'box:box': { n: 1 } },
      etag: '"1"',
      lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
      location: '/restconf/data/box:box',
    });
  });

  it('give the output of an operation, and the library version', async () => {
    const client = await connect((request, response) => {
      response.setHeader('content-type', 'application/yang-data+json');
      response.end(
        request.url === '/restconf/yang-library-version'
          ? '{"ietf-restconf:yang-library-version":"2019-01-04"}'
          : '{"box:output":{"reply":"hi"}}',
      );
    });
    expect(await client.invoke('box:ping', {})).toEqual({ reply: 'hi' });
    expect(await client.yangLibraryVersion()).toBe('2019-01-04');
  });

  it('give the capabilities', async () => {
    let answer = '{"ietf-restconf-monitoring:capabilities":{"capability":["urn:a","urn:b"]}}';
    const client = await connect((_request, response) => {
      response.setHeader('content-type', 'application/yang-data+json');
      response.end(answer);
    });
    expect(await client.capabilities()).toEqual(['urn:a', 'urn:b']);
    answer = '{}';
    await expect(client.capabilities()).rejects.toMatchObject({ tag: 'malformed-message' });
  });

  it('go to the view of an agent, or to another root', async () => {
    const urls: (string | undefined)[] = [];
    const listener: RequestListener = (request, response) => {
      urls.push(request.url);
      response.writeHead(204).end();
    };
    await (await connect(listener, { agent: 'ip fault' })).get('/irtf-agent:agent');
    await (await connect(listener, { root: '/rc' })).get('/irtf-agent:agent');
    expect(urls).toEqual(['/agents/ip%20fault/restconf/data/irtf-agent:agent', '/rc/data/irtf-agent:agent']);
  });
});

describe('refusals', () => {
  it.each([
    [
      'JSON',
      'application/yang-data+json',
      '{"ietf-restconf:errors":{"error":[{"error-type":"protocol","error-tag":"lock-denied","error-message":"locked","error-path":"/box:box","error-info":{"session-id":4}}]}}',
    ],
    [
      'XML',
      'application/yang-data+xml',
      '<errors xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><error><error-type>protocol</error-type><error-tag>lock-denied</error-tag><error-path xmlns:box="urn:b">/box:box</error-path><error-message>locked</error-message><error-info><session-id>4</session-id></error-info></error></errors>',
    ],
  ])('in %s become errors with their status', async (_name, type, body) => {
    const client = await connect((_request, response) => response.writeHead(409, { 'content-type': type }).end(body));
    await expect(client.get('/box:box')).rejects.toMatchObject({
      name: 'RestconfError',
      status: 409,
      type: 'protocol',
      tag: 'lock-denied',
      message: 'locked',
      path: '/box:box',
      info: { 'session-id': '4' },
    });
  });

  it.each([
    [
      401,
      'text/plain',
      'who are you?',
      { tag: 'access-denied', message: 'the server answered with status 401: who are you?' },
    ],
    [404, 'application/json', '{"ill":', { tag: 'invalid-value' }],
    [302, 'text/html', '', { tag: 'operation-failed', message: 'the server answered with status 302' }],
  ])('of status %i without an error document are told by the status', async (status, type, body, error) => {
    const client = await connect((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    await expect(client.get('/box:box')).rejects.toMatchObject({ status, type: 'transport', ...error });
  });
});

describe('connections', () => {
  it('are kept and used again', async () => {
    const ports = new Set<number | undefined>();
    const client = await connect((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(204).end();
    });
    for (let n = 0; n < 5; n += 1) await client.get('/');
    expect(ports.size).toBe(1);
  });

  it('that fail, stall or say too much end in a transport error', async () => {
    const gone = await connect((request) => request.socket.destroy());
    await expect(gone.post('/', {})).rejects.toMatchObject({ type: 'transport', tag: 'operation-failed' });
    const stalled = await connect(() => undefined, { timeout: 30 });
    await expect(stalled.get('/')).rejects.toMatchObject({
      type: 'transport',
      message: expect.stringContaining('within 30 ms'),
    });
    const flood = await connect((_request, response) => void response.end('x'.repeat(2_000)), { responseLimit: 1_000 });
    await expect(flood.get('/')).rejects.toMatchObject({ type: 'transport', tag: 'resource-denied' });
  });

  it('are given up on a signal', async () => {
    const client = await connect(() => undefined);
    const giveUp = new AbortController();
    const request = client.get('/', { signal: giveUp.signal });
    giveUp.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
  });

  it('take no credentials over a network unencrypted', () => {
    expect(() => restconfClient({ url: 'http://192.0.2.1', username: 'a', password: 'b' })).toThrow(
      /would go unencrypted/,
    );
    expect(() => restconfClient({ url: 'ftp://127.0.0.1' })).toThrow(/not an http or https URL/);
  });

  it('over TLS trust a given certificate, by itself or by its fingerprint, and no other', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'yangent-tls-'));
    const [key, cert] = [join(directory, 'key'), join(directory, 'cert')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    const pem = readFileSync(cert);
    let authorization: string | undefined;
    const port = await listen(
      createHttpsServer({ key: readFileSync(key), cert: pem }, (request, response) => {
        authorization = request.headers.authorization;
        response.writeHead(204).end();
      }),
    );
    rmSync(directory, { recursive: true });
    const open = (options: Partial<RestconfClientOptions>): RestconfClient => {
      const client = restconfClient({
        url: `https://127.0.0.1:${port}`,
        username: 'admin',
        password: 'secret',
        ...options,
      });
      clients.push(client);
      return client;
    };
    await expect(open({}).get('/')).rejects.toMatchObject({
      type: 'transport',
      message: expect.stringContaining('self-signed certificate'),
    });
    await expect(open({ fingerprint: 'ab'.repeat(32) }).get('/')).rejects.toMatchObject({
      type: 'transport',
      tag: 'access-denied',
    });
    expect(authorization).toBeUndefined();
    expect((await open({ ca: pem }).get('/')).status).toBe(204);
    const pinned = open({ fingerprint: new X509Certificate(pem).fingerprint256 });
    expect((await pinned.get('/')).status).toBe(204);
    expect((await pinned.get('/')).status).toBe(204);
  });
});

describe('event streams', () => {
  const notification = (n: number): string =>
    JSON.stringify({ 'ietf-restconf:notification': { eventTime: `2024-01-01T00:00:0${n}Z`, 'box:tick': { n } } });
  const send = (n: number): string => `id: ${n}\ndata: ${notification(n)}\n\n`;

  it('are found by name, go on where they broke off, and lose nothing', async () => {
    const asked: [string | undefined, string | undefined][] = [];
    const client = await connect((request, response) => {
      if (request.url?.includes('ietf-restconf-monitoring')) {
        response.setHeader('content-type', 'application/yang-data+json');
        response.end('{"ietf-restconf-monitoring:location":"https://elsewhere:8443/restconf/streams/NETCONF/json"}');
        return;
      }
      asked.push([request.url, request.headers['last-event-id'] as string | undefined]);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const next = Number(request.headers['last-event-id'] ?? 0) + 1;
      response.write(send(next) + send(next + 1));
      // The third connection stays; the earlier ones break in the middle of an event.
      if (asked.length < 3) response.write('id: 99\ndata: {"half', () => request.socket.destroy());
    });
    const seen: unknown[] = [];
    for await (const event of client.events('NETCONF', { retryDelay: 1, startTime: '2024-01-01T00:00:00+01:00' })) {
      seen.push([event.id, event.eventTime, event.name, event.value]);
      if (seen.length === 6) break;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((n) => [String(n), `2024-01-01T00:00:0${n}Z`, 'box:tick', { n }]));
    const path = '/restconf/streams/NETCONF/json?start-time=2024-01-01T00%3A00%3A00%2B01%3A00';
    expect(asked).toEqual([
      [path, undefined],
      [path, '2'],
      [path, '4'],
    ]);
  });

  it('end at their stop-time, or on a signal', async () => {
    const client = await connect((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(send(1));
      if (request.url?.includes('stop-time')) response.end();
    });
    const seen: string[] = [];
    for await (const event of client.events('/s', { stopTime: '2024-01-01T00:00:00Z' })) seen.push(event.id);
    const giveUp = new AbortController();
    for await (const event of client.events('/s', { signal: giveUp.signal })) {
      seen.push(event.id);
      giveUp.abort();
    }
    expect(seen).toEqual(['1', '1']);
  });

  it('that are refused fail at once, and those that are gone fail after some attempts', async () => {
    let attempts = 0;
    const refused = await connect((_request, response) => response.writeHead(404).end());
    await expect(refused.events('/s').next()).rejects.toMatchObject({ status: 404 });
    const gone = await connect((_request, response) => {
      attempts += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    });
    await expect(gone.events('/s', { maxRetries: 3, retryDelay: 1 }).next()).rejects.toMatchObject({
      type: 'transport',
    });
    expect(attempts).toBe(4);
  });

  it('are asked for again while the server fails, until it refuses', async () => {
    const answers = [200, 503, 500, 412];
    const asked: number[] = [];
    const client = await connect((_request, response) => {
      const status = answers[asked.length] ?? 412;
      asked.push(status);
      if (status === 200)
        return void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('id: 1\ndata: {"ietf-restconf:notification":{"eventTime":"2024-01-01T00:00:01Z","box:tick":{}}}\n\n');
      const error = { 'error-type': 'application', 'error-tag': 'operation-failed', 'error-message': 'no' };
      response.writeHead(status, { 'content-type': 'application/yang-data+json' });
      response.end(JSON.stringify({ 'ietf-restconf:errors': { error: [error] } }));
    });
    const events = client.events('/s', { retryDelay: 1 });
    expect(await events.next()).toMatchObject({ value: { id: '1' } });
    await expect(events.next()).rejects.toMatchObject({ status: 412 });
    expect(asked).toEqual(answers);
  });

  it('with something else in them fail', async () => {
    const client = await connect(
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"a":1}\n\n'),
    );
    await expect(client.events('/s').next()).rejects.toMatchObject({ tag: 'malformed-message' });
  });
});
