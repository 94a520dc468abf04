import { connect as connectTcp } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RestconfListener } from '../../../src/restconf/index.js';
import { FakeServer } from '../support/fake-server.js';
import { errorOf, listen, send } from '../support/listener.js';

const NOBODY = { authorization: '' };
let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer({ 'acme-box:box': { name: 'b' } });
  listener = await listen(server, {
    metrics: () => [
      {
        name: 'yangent_tasks',
        help: 'Tasks by state.',
        type: 'gauge',
        samples: [{ labels: { state: 'a "b"\n\\' }, value: 2 }],
      },
    ],
  });
});
afterEach(() => listener.close());

const get = (path: string, headers: Record<string, string> = {}) => send(listener, 'GET', path, { headers });

describe('/', () => {
  it('is a page for everybody that says where things are, and each place is there', async () => {
    const reply = await get('/', NOBODY);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/,
    );
    const places = [...reply.text.matchAll(/<a href="([^"]+)">/g)].map((match) => match[1] ?? '');
    expect(places).toContain('/docs');
    // The server of this test has no streams.
    for (const place of places.filter((each) => !each.endsWith('/streams')))
      expect([place, (await get(place)).status]).toEqual([place, 200]);
    expect((await send(listener, 'HEAD', '/', { headers: NOBODY })).status).toBe(200);
  });

  it('takes GET and HEAD only', async () => {
    expect((await send(listener, 'POST', '/')).status).toBe(405);
  });
});

describe('/healthz', () => {
  it('is ok for anybody', async () => {
    const reply = await get('/healthz', NOBODY);
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([
      200,
      'ok\n',
      'text/plain; charset=utf-8',
    ]);
    expect((await send(listener, 'HEAD', '/healthz', { headers: NOBODY })).status).toBe(200);
  });

  it('takes GET and HEAD only', async () => {
    const reply = await send(listener, 'POST', '/healthz');
    expect([reply.status, reply.headers.allow, errorOf(reply)['error-tag']]).toEqual([
      405,
      'GET, HEAD',
      'operation-not-supported',
    ]);
  });

  it('is stopping while the listener closes and requests under way finish; others are 503', async () => {
    let go = () => {};
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const read = server.read.bind(server);
    server.read = async (caller, request) => {
      begun();
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return read(caller, request);
    };
    const health = await half(listener.port, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n');
    const root = await half(listener.port, 'GET /restconf HTTP/1.1\r\nhost: localhost\r\n');
    const slow = get('/restconf/data/acme-box:box/name');
    await started;
    const closed = listener.close();
    expect(await health.finish()).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\n\r\nstopping\n$/);
    expect(await root.finish()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"error-tag":"resource-denied"/);
    go();
    expect((await slow).status).toBe(200);
    await closed;
  });
});

/** A request whose header is not complete before `finish`, which gives all that was answered. */
async function half(port: number, text: string): Promise<{ finish(): Promise<string> }> {
  let reply = '';
  const socket = connectTcp(port, '127.0.0.1');
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(reply)));
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      reply += chunk.toString('latin1');
    });
  await new Promise((resolve) => socket.write(text, resolve));
  return {
    finish: () => {
      socket.write('connection: close\r\n\r\n');
      return ended;
    },
  };
}

describe('/metrics', () => {
  it('tells in Prometheus text what was asked, what came of it and how the process does', async () => {
    await get('/restconf/data/acme-box:box/name');
    await get('/restconf/data/acme-box:box/nothing');
    await send(listener, 'PROPFIND', '/restconf');
    const reply = await get('/metrics', NOBODY);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const line of [
      '# TYPE yangent_restconf_requests_total counter',
      'yangent_restconf_requests_total{method="GET",status="200"} 1',
      'yangent_restconf_requests_total{method="GET",status="404"} 1',
      '# TYPE yangent_restconf_request_duration_seconds histogram',
      'yangent_restconf_request_duration_seconds_bucket{le="+Inf"} 3',
      'yangent_restconf_request_duration_seconds_count 3',
      'yangent_restconf_event_streams 0',
      '# TYPE process_resident_memory_bytes gauge',
      'yangent_tasks{state="a \\"b\\"\\n\\\\"} 2',
    ])
      expect(reply.text.split('\n')).toContain(line);
    expect(reply.text).toMatch(/^yangent_event_loop_delay_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
    // Every line is a comment or a sample.
    for (const line of reply.text.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{.*\})? (?:[-+\d.e]+|NaN|\+Inf))$/);
  });

  it('asks who asks where a proxy has passed the request on, or where a name is given', async () => {
    expect((await get('/metrics', { ...NOBODY, 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
    expect((await get('/metrics', { authorization: `Basic ${Buffer.from('ada:no').toString('base64')}` })).status).toBe(
      401,
    );
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  });
});

describe('/openapi.json', () => {
  it('describes what is served, once per schema', async () => {
    const reply = await get('/openapi.json');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json']);
    expect(reply.json).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: '/restconf' }],
      paths: { '/data/acme-box:box': expect.anything(), '/operations/acme-box:ping': expect.anything() },
    });
    const again = await get('/openapi.json', { 'if-none-match': reply.headers.etag ?? '' });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', reply.headers.etag]);
  });

  it('is there for agents too, under their root', async () => {
    const reply = await get('/agents/ip%2Ffault%201/openapi.json');
    expect(reply.json).toMatchObject({ servers: [{ url: '/agents/ip%2Ffault%201/restconf' }] });
    expect((await get('/agents/ghost/openapi.json')).status).toBe(404);
  });

  it('is not for nobody', async () => {
    expect((await get('/openapi.json', NOBODY)).status).toBe(401);
    expect((await get('/docs', NOBODY)).status).toBe(401);
  });
});

describe('/docs', () => {
  it.each(['/docs', '/openapi', '/agents/ip%2Ffault%201/docs'])(
    '%s is a page that takes nothing from elsewhere',
    async (path) => {
      const reply = await get(path);
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self';/,
      );
      expect(reply.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect((await get(path, { 'if-none-match': reply.headers.etag ?? '' })).status).toBe(304);
    },
  );
});
