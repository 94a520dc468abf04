import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, JSON_TYPE, listen, send } from './support/listener.js';

const CONFIG = {
  'acme-box:box': {
    name: 'b',
    port: [{ name: 'eth0', speed: 10 }, { name: 'eth1' }],
    rule: [{ id: 'a' }, { id: 'b' }],
    options: { colour: 'red' },
  },
  'acme-more:note': { text: 'hi' },
};

let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer(CONFIG);
  listener = await listen(server);
});
afterEach(() => listener.close());

const data = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(listener, method, `/restconf/data${path}`, {
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
const tag = async (path: string) => (await data('HEAD', path)).headers.etag;

describe('the entity-tag of a resource', () => {
  it('changes with the resource and those around it, and with nothing beside it', async () => {
    await data('PUT', '/acme-box:box/port=eth0/speed', { 'acme-box:speed': 20 });
    for (const path of ['', '/acme-box:box', '/acme-box:box/port', '/acme-box:box/port=eth0'])
      expect([path, await tag(path)]).toEqual([path, '"v2"']);
    expect(await tag('/acme-box:box/port=eth0/speed')).toBe('"v2"');
    for (const path of [
      '/acme-box:box/name',
      '/acme-box:box/port=eth0/name',
      '/acme-box:box/port=eth1',
      '/acme-box:box/rule',
      '/acme-box:box/options',
      '/acme-box:box/options/colour',
      '/acme-more:note',
    ])
      expect([path, await tag(path)]).toEqual([path, '"v1"']);
  });

  it('stays when a request writes what is there already', async () => {
    await data('PUT', '/acme-box:box', { 'acme-box:box': { ...CONFIG['acme-box:box'], name: 'c' } });
    expect(await tag('/acme-box:box/name')).toBe('"v2"');
    expect(await tag('/acme-box:box/port=eth0')).toBe('"v1"');
    expect(await tag('/acme-box:box/rule')).toBe('"v1"');
    expect(await tag('/acme-box:box/options/colour')).toBe('"v1"');
  });

  it('of a new resource is that of its creation, and its parts share it', async () => {
    const created = await data('POST', '/acme-box:box', { 'acme-box:port': [{ name: 'eth2', speed: 1 }] });
    expect(created.headers.etag).toBe('"v2"');
    await data('PUT', '/acme-box:box/port=eth2/duplex', { 'acme-box:duplex': false });
    expect(await tag('/acme-box:box/port=eth2')).toBe('"v3"');
    expect(await tag('/acme-box:box/port=eth2/speed')).toBe('"v2"');
  });

  it('of a list changes when its entries are moved, those of the entries do not', async () => {
    await data('PUT', '/acme-box:box/rule=b?insert=first', { 'acme-box:rule': [{ id: 'b' }] });
    expect(await tag('/acme-box:box/rule')).toBe('"v2"');
    expect(await tag('/acme-box:box/rule=a')).toBe('"v1"');
    expect(await tag('/acme-box:box/rule=b')).toBe('"v1"');
  });

  it('comes with a Last-Modified of its own', async () => {
    await data('PUT', '/acme-box:box/port=eth0/speed', { 'acme-box:speed': 20 });
    const modified = async (path: string) => (await data('HEAD', path)).headers['last-modified'];
    expect(await modified('/acme-box:box')).toBe('Tue, 01 Jul 2025 00:01:00 GMT');
    expect(await modified('/acme-box:box/name')).toBe('Tue, 01 Jul 2025 00:00:00 GMT');
  });
});

describe('conditions on one resource', () => {
  it('If-Match holds while the resource is unchanged, whatever else has changed', async () => {
    await data('PUT', '/acme-box:box/name', { 'acme-box:name': 'c' });
    const own = await data('PUT', '/acme-box:box/port=eth0/speed', { 'acme-box:speed': 20 }, { 'if-match': '"v1"' });
    expect(own.status).toBe(204);
    const again = await data('DELETE', '/acme-box:box/port=eth0', undefined, { 'if-match': '"v1"' });
    expect([again.status, errorOf(again)['error-tag'], errorOf(again)['error-app-tag']]).toEqual([
      ...[412, 'operation-failed', 'precondition-failed'],
    ]);
    expect((await data('DELETE', '/acme-box:box/port=eth0', undefined, { 'if-match': '"v3"' })).status).toBe(204);
  });

  it('of POST are about the parent', async () => {
    await data('PUT', '/acme-more:note/text', { 'acme-more:text': 'ho' });
    const entry = { 'acme-box:port': [{ name: 'eth2' }] };
    expect((await data('POST', '/acme-box:box', entry, { 'if-match': '"v2"' })).status).toBe(412);
    expect((await data('POST', '/acme-box:box', entry, { 'if-match': '"v1"' })).status).toBe(201);
  });

  it('If-Match never holds for what is not there, be it the tag of what is around', async () => {
    const mtu = { 'acme-box:mtu': 9000 };
    expect((await data('PUT', '/acme-box:box/mtu', mtu, { 'if-match': '"v1"' })).status).toBe(412);
    const since = { 'if-unmodified-since': 'Mon, 30 Jun 2025 00:00:00 GMT' };
    expect((await data('PUT', '/acme-box:box/mtu', mtu, since)).status).toBe(201);
  });

  it('304 for a resource that is the same, 200 once it has changed', async () => {
    await data('PUT', '/acme-box:box/port=eth0/speed', { 'acme-box:speed': 20 });
    const get = (path: string, headers: Record<string, string>) => data('GET', path, undefined, headers);
    expect((await get('/acme-box:box/name', { 'if-none-match': '"v1"' })).status).toBe(304);
    expect((await get('/acme-box:box/port=eth0/speed', { 'if-none-match': '"v1"' })).status).toBe(200);
    const since = { 'if-modified-since': 'Tue, 01 Jul 2025 00:00:00 GMT' };
    expect((await get('/acme-box:box/name', since)).status).toBe(304);
    expect((await get('/acme-box:box/port=eth0/speed', since)).status).toBe(200);
  });
});
