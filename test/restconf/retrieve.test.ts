import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, listen, send, WANTS_XML } from './support/listener.js';

const CONFIG = {
  'acme-box:box': {
    name: 'b',
    dns: ['192.0.2.1', '192.0.2.2'],
    port: [
      { name: 'eth0', speed: 10, 'acme-more:owner': 'ada' },
      { name: 'a/b,c', speed: 20 },
    ],
    route: [{ prefix: '10.0.0.0/8', metric: '1.0', via: 'eth0' }],
    options: { colour: 'red' },
  },
};
const STATE = {
  'acme-box:box': {
    port: [{ name: 'eth0', stats: { 'in-octets': '5' } }],
    state: { uptime: 3, log: [{ message: 'a' }, { message: 'b' }] },
  },
};

const server = new FakeServer(CONFIG, STATE);
let listener: RestconfListener;
beforeAll(async () => {
  listener = await listen(server);
});
afterAll(() => listener.close());

const get = (path: string, headers = {}) => send(listener, 'GET', `/restconf/data${path}`, { headers });

describe('GET of data resources', () => {
  it('a leaf', async () => {
    expect((await get('/acme-box:box/name')).text).toBe('{"acme-box:name":"b"}');
    expect((await get('/acme-box:box/name', WANTS_XML)).text).toBe('<name xmlns="urn:acme:box">b</name>');
  });

  it('a list entry, as an array of one', async () => {
    const reply = await get('/acme-box:box/port=eth0');
    expect(reply.json).toEqual({
      'acme-box:port': [{ name: 'eth0', speed: 10, 'acme-more:owner': 'ada', stats: { 'in-octets': '5' } }],
    });
    expect((await get('/acme-box:box/port=a%2Fb%2Cc/speed')).json).toEqual({ 'acme-box:speed': 20 });
    expect((await get('/acme-box:box/route=10.0.0.0%2F8,1.00/via')).json).toEqual({ 'acme-box:via': 'eth0' });
  });

  it('a whole list in JSON; in XML only when it has one entry', async () => {
    const ports = (await get('/acme-box:box/port')).json as { 'acme-box:port': unknown[] };
    expect(ports['acme-box:port']).toHaveLength(2);
    const xml = await get('/acme-box:box/port', WANTS_XML);
    expect(xml.status).toBe(400);
    expect(xml.text).toContain('<error-tag>invalid-value</error-tag>');
    expect((await get('/acme-box:box/route', WANTS_XML)).text).toContain('<via>eth0</via>');
    expect((await get('/acme-box:box/state/log')).json).toEqual({
      'acme-box:log': [{ message: 'a' }, { message: 'b' }],
    });
  });

  it('leaf-lists, whole and one value', async () => {
    expect((await get('/acme-box:box/dns')).json).toEqual({ 'acme-box:dns': ['192.0.2.1', '192.0.2.2'] });
    expect((await get('/acme-box:box/dns=192.0.2.2')).json).toEqual({ 'acme-box:dns': ['192.0.2.2'] });
    expect((await get('/acme-box:box/dns=192.0.2.2', WANTS_XML)).text).toBe(
      '<dns xmlns="urn:acme:box">192.0.2.2</dns>',
    );
  });

  it('the datastore', async () => {
    const all = { 'acme-box:box': expect.objectContaining({ name: 'b', state: STATE['acme-box:box'].state }) };
    expect((await get('')).json).toEqual({ 'ietf-restconf:data': all });
    const xml = (await get('/', WANTS_XML)).text;
    expect(xml).toMatch(
      /^<data xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><box xmlns="urn:acme:box">.*<\/data>$/,
    );
  });

  it('asks the server for what the path names, no more', async () => {
    server.reads.length = 0;
    await get('/acme-box:box/port=eth0/speed');
    const speed = new Map([['acme-box:speed', [{ below: 'all' }]]]);
    const port = new Map([['acme-box:port', [{ key: 'eth0', below: speed }]]]);
    expect(server.reads).toMatchObject([{ content: 'all', selection: new Map([['acme-box:box', [{ below: port }]]]) }]);
  });

  it.each([
    ['/acme-box:box/extra', 404, 'invalid-value'],
    ['/acme-box:box/port=eth9', 404, 'invalid-value'],
    ['/acme-box:box/rule', 404, 'invalid-value'],
    ['/acme-box:box/nothing', 404, 'invalid-value'],
    ['/nobody:box', 404, 'invalid-value'],
    ['/box', 400, 'invalid-value'],
    ['/acme-box:box/route=1', 400, 'invalid-value'],
    ['/acme-box:box/port=%zz', 400, 'invalid-value'],
    ['/acme-box:box/', 400, 'invalid-value'],
    ['/acme-box:box/port=eth0/reset', 405, 'operation-not-supported'],
  ])('GET %s is %i %s', async (path, status, tag) => {
    const reply = await get(path);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([status, tag]);
  });

  it('names the missing instance in error-path', async () => {
    expect(errorOf(await get('/acme-box:box/port=eth9'))['error-path']).toBe("/acme-box:box/port[name='eth9']");
  });
});

describe('query parameters of GET', () => {
  it('content tells configuration and state apart', async () => {
    expect((await get('/acme-box:box/port=eth0?content=config')).json).toEqual({
      'acme-box:port': [{ name: 'eth0', speed: 10, 'acme-more:owner': 'ada' }],
    });
    expect((await get('/acme-box:box/port=eth0?content=nonconfig')).json).toEqual({
      'acme-box:port': [{ name: 'eth0', stats: { 'in-octets': '5' } }],
    });
    expect((await get('/acme-box:box/name?content=nonconfig')).status).toBe(404);
  });

  it('depth counts from the target resource', async () => {
    expect((await get('/acme-box:box/port=eth0?depth=1')).json).toEqual({ 'acme-box:port': [{ name: 'eth0' }] });
    expect((await get('/acme-box:box?depth=1')).json).toEqual({ 'acme-box:box': {} });
    expect((await get('/acme-box:box/options?depth=2')).json).toEqual({ 'acme-box:options': { colour: 'red' } });
    expect((await get('?depth=1')).json).toEqual({ 'ietf-restconf:data': {} });
    expect((await get('?depth=2')).json).toEqual({ 'ietf-restconf:data': { 'acme-box:box': {} } });
    expect((await get('?depth=0')).status).toBe(400);
  });

  it('fields select below the target', async () => {
    expect((await get('/acme-box:box?fields=port(speed);name')).json).toEqual({
      'acme-box:box': {
        name: 'b',
        port: expect.arrayContaining([
          { name: 'eth0', speed: 10 },
          { name: 'a/b,c', speed: 20 },
        ]),
      },
    });
    expect((await get('/acme-box:box/port?fields=acme-more:owner')).json).toEqual({
      'acme-box:port': expect.arrayContaining([{ name: 'eth0', 'acme-more:owner': 'ada' }, { name: 'a/b,c' }]),
    });
    expect((await get('?fields=acme-box:box%2Fname')).json).toEqual({
      'ietf-restconf:data': { 'acme-box:box': { name: 'b' } },
    });
    expect((await get('/acme-box:box/name?fields=x')).status).toBe(400);
  });

  it('a default in use is answered when asked for by name', async () => {
    expect((await get('/acme-box:box/mtu')).json).toEqual({ 'acme-box:mtu': 1500 });
    expect((await get('/acme-box:box/options/mode')).json).toEqual({ 'acme-box:mode': 'fast' });
    expect((await get('/acme-box:box/options/level')).status).toBe(404);
    expect((await get('/acme-box:box/extra/limit')).status).toBe(404);
    expect((await get('/acme-box:box/port=eth9/duplex')).status).toBe(404);
    expect((await get('/acme-box:box/port=eth0/duplex')).json).toEqual({ 'acme-box:duplex': true });
    expect((await get('/acme-box:box/search')).json).toEqual({ 'acme-box:search': ['a.example', 'b.example'] });
  });

  it('with-defaults reports what is not set', async () => {
    expect((await get('/acme-box:box?with-defaults=report-all&fields=mtu')).json).toEqual({
      'acme-box:box': { mtu: 1500 },
    });
    expect((await get('/acme-box:box/port?with-defaults=report-all&fields=duplex')).json).toEqual({
      'acme-box:port': expect.arrayContaining([{ name: 'eth0', duplex: true }]),
    });
    expect((await get('?with-defaults=report-all-tagged&fields=acme-box:box(mtu;name)')).json).toEqual({
      'ietf-restconf:data': {
        'acme-box:box': { name: 'b', mtu: 1500, '@mtu': { 'ietf-netconf-with-defaults:default': true } },
      },
    });
    const xml = await get('/acme-box:box/port=eth0?with-defaults=report-all&fields=duplex', WANTS_XML);
    expect(xml.text).toBe('<port xmlns="urn:acme:box"><name>eth0</name><duplex>true</duplex></port>');
    expect((await get('/acme-box:box/mtu?with-defaults=report-all')).json).toEqual({ 'acme-box:mtu': 1500 });
  });

  it('with-defaults reports a container in which nothing is set, as part of its parent and by itself', async () => {
    const bare = await listen(new FakeServer({ 'acme-box:box': { name: 'b' } }));
    const from = (path: string) => send(bare, 'GET', `/restconf/data/acme-box:box${path}`);
    const whole = await from('?with-defaults=report-all&fields=options');
    expect(whole.json).toEqual({ 'acme-box:box': { options: { mode: 'fast' } } });
    const options = await from('/options?with-defaults=report-all');
    expect([options.status, options.json]).toEqual([200, { 'acme-box:options': { mode: 'fast' } }]);
    for (const path of ['/options', '/options?with-defaults=trim', '/extra?with-defaults=report-all'])
      expect((await from(path)).status).toBe(404);
    await bare.close();
  });

  it.each(['?insert=first', '?filter=%2Fa', '?depth=1&depth=2', '?nothing=1'])('%s is 400', async (query) => {
    const reply = await get(`/acme-box:box${query}`);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, 'invalid-value']);
  });
});

describe('HEAD and OPTIONS', () => {
  it('HEAD answers the header of GET without its body', async () => {
    const [head, got] = [
      await send(listener, 'HEAD', '/restconf/data/acme-box:box/name'),
      await get('/acme-box:box/name'),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
    expect(head.headers.etag).toBe(got.headers.etag);
    expect((await send(listener, 'HEAD', '/restconf/data/acme-box:box/extra')).status).toBe(404);
  });

  it.each([
    ['', 'GET, HEAD, OPTIONS, POST, PUT, PATCH'],
    ['/acme-box:box', 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE'],
    ['/acme-box:box/name', 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE'],
    ['/acme-box:box/state', 'GET, HEAD, OPTIONS'],
    ['/acme-box:box/port', 'GET, HEAD, OPTIONS'],
    ['/acme-box:box/port=eth0/reset', 'OPTIONS, POST'],
  ])('OPTIONS /restconf/data%s', async (path, allow) => {
    const reply = await send(listener, 'OPTIONS', `/restconf/data${path}`);
    expect([reply.status, reply.headers.allow]).toEqual([200, allow]);
    expect(reply.headers['accept-patch'] !== undefined).toBe(allow.includes('PATCH'));
  });
});

describe('versions', () => {
  it('ETag and Last-Modified are those of the datastore, on configuration resources', async () => {
    for (const path of ['', '/acme-box:box', '/acme-box:box/name']) {
      const { headers } = await get(path);
      expect([headers.etag, headers['last-modified']]).toEqual(['"v1"', 'Tue, 01 Jul 2025 00:00:00 GMT']);
    }
    expect((await get('/acme-box:box/state')).headers.etag).toBeUndefined();
  });

  it('304 where only configuration can be in the answer, as the tag does not change with state', async () => {
    const same = { 'if-none-match': '"v1"' };
    const unchanged = await get('/acme-box:box/options', same);
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', '"v1"']);
    expect((await get('/acme-box:box?content=config', same)).status).toBe(304);
    expect((await get('?content=config', same)).status).toBe(304);
    expect((await get('/acme-box:box', same)).status).toBe(200);
    expect((await get('', same)).status).toBe(200);
    expect((await get('/acme-box:box/options', { 'if-none-match': '"v0"' })).status).toBe(200);
    expect((await get('/acme-box:box/extra', same)).status).toBe(404);
  });

  it('412 when If-Match does not hold', async () => {
    const reply = await get('/acme-box:box/options', { 'if-match': '"v0"' });
    expect([reply.status, errorOf(reply)['error-tag'], errorOf(reply)['error-app-tag']]).toEqual([
      ...[412, 'operation-failed', 'precondition-failed'],
    ]);
  });
});

describe('content negotiation', () => {
  it('406 when neither JSON nor XML is accepted', async () => {
    const reply = await get('/acme-box:box', { accept: 'text/html' });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([406, 'invalid-value']);
  });

  it('errors come in the media type that was asked for', async () => {
    const reply = await get('/acme-box:box/port=eth9', WANTS_XML);
    expect(reply.headers['content-type']).toBe('application/yang-data+xml');
    expect(reply.text).toMatch(
      /^<errors xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><error><error-type>protocol<\/error-type><error-tag>invalid-value<\/error-tag>/,
    );
  });
});
