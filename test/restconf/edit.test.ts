import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromValue } from '../../src/data/index.js';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, JSON_TYPE, listen, send, WANTS_XML, XML_TYPE } from './support/listener.js';
import { schema } from './support/model.js';

const CONFIG = {
  'acme-box:box': {
    name: 'b',
    dns: ['192.0.2.1', '192.0.2.2'],
    port: [{ name: 'eth0', speed: 10 }],
    rule: [{ id: 'a' }, { id: 'b' }],
  },
};

let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer(CONFIG);
  listener = await listen(server, { outsideDatastore: new Set(['acme-more:note']) });
});
afterEach(() => listener.close());

function edit(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const type = body === undefined ? {} : JSON_TYPE;
  return send(listener, method, `/restconf/data${path}`, { headers: { ...type, ...headers }, body: text });
}

const box = () => server.value['acme-box:box'] as Record<string, unknown>;
const ids = () => (box().rule as { id: string }[]).map((rule) => rule.id);

describe('POST creates a child resource', () => {
  it('201 with its Location, ETag and no body', async () => {
    const reply = await edit('POST', '/acme-box:box', { 'acme-box:port': [{ name: 'a/b', speed: 1 }] });
    expect([reply.status, reply.text]).toEqual([201, '']);
    expect(reply.headers.location).toBe(`http://127.0.0.1:${listener.port}/restconf/data/acme-box:box/port=a%2Fb`);
    expect(reply.headers.etag).toBe('"v2"');
    expect(box().port).toContainEqual({ name: 'a/b', speed: 1 });
  });

  it('of the datastore, in XML', async () => {
    const body = '<note xmlns="urn:acme:more"><text>hi</text></note>';
    const reply = await send(listener, 'POST', '/restconf/data', { headers: XML_TYPE, body });
    expect(reply.status).toBe(201);
    expect(reply.headers.location).toMatch(/\/restconf\/data\/acme-more:note$/);
    // What a provider keeps has no version of the datastore.
    expect(reply.headers.etag).toBeUndefined();
    expect(server.value['acme-more:note']).toEqual({ text: 'hi' });
    expect(server.edits[0]?.awaitMessage).toBe(true);
  });

  it('a finished message of the server is the body of the 201', async () => {
    server.message = fromValue(schema.root, { 'acme-more:note': { text: 'done' } }, { schema });
    const json = await edit('POST', '', { 'acme-more:note': { text: 'do it' } });
    expect([json.status, json.json]).toEqual([201, { 'acme-more:note': { text: 'done' } }]);
    await edit('DELETE', '/acme-more:note');
    const xml = await edit('POST', '', { 'acme-more:note': { text: 'do it' } }, WANTS_XML);
    expect(xml.text).toBe('<note xmlns="urn:acme:more"><text>done</text></note>');
  });

  it('409 resource-denied when it exists already', async () => {
    const reply = await edit('POST', '/acme-box:box', { 'acme-box:port': [{ name: 'eth0' }] });
    expect([reply.status, errorOf(reply)]).toMatchObject([
      409,
      { 'error-tag': 'resource-denied', 'error-path': "/acme-box:box/port[name='eth0']" },
    ]);
  });

  it('404 when the target resource does not exist', async () => {
    const reply = await edit('POST', '/acme-box:box/port=eth9', { 'acme-box:speed': 1 });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([404, 'invalid-value']);
  });

  it.each([
    ['two resources', { 'acme-box:name': 'x', 'acme-box:mtu': 1 }, 'malformed-message'],
    ['two entries', { 'acme-box:port': [{ name: 'a' }, { name: 'b' }] }, 'malformed-message'],
    ['none', {}, 'malformed-message'],
    ['an unknown node', { 'acme-box:nothing': 1 }, 'unknown-element'],
    ['a bad value', { 'acme-box:mtu': 'big' }, 'invalid-value'],
    ['an entry without key', { 'acme-box:port': [{ speed: 1 }] }, 'missing-element'],
    ['state', { 'acme-box:state': { uptime: 1 } }, 'unknown-element'],
    ['no object', [1], 'malformed-message'],
    ['no JSON', '{"acme-box:port":', 'malformed-message'],
    ['a repeated member', '{"acme-box:mtu":1,"acme-box:mtu":2}', 'malformed-message'],
  ])('400 for %s', async (_what, body, tag) => {
    const reply = await edit('POST', '/acme-box:box', body);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, tag]);
    expect(server.edits).toEqual([]);
  });

  it('405 on a leaf and on state, 400 on a list without keys', async () => {
    const onLeaf = await edit('POST', '/acme-box:box/name', { 'acme-box:x': 1 });
    expect([onLeaf.status, onLeaf.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE']);
    const onState = await edit('PUT', '/acme-box:box/state', { 'acme-box:state': {} });
    expect([onState.status, onState.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(errorOf(onState)['error-tag']).toBe('operation-not-supported');
    const onList = await edit('POST', '/acme-box:box/port', { 'acme-box:name': 'x' });
    expect(errorOf(onList)['error-message']).toContain('expected "port={name}"');
    expect(onList.status).toBe(400);
  });
});

describe('PUT creates or replaces', () => {
  it('201 when the resource is new, 204 when it replaces', async () => {
    const entry = { 'acme-box:port': [{ name: 'eth1', speed: 1 }] };
    const first = await edit('PUT', '/acme-box:box/port=eth1', entry);
    expect([first.status, first.headers.location]).toEqual([
      201,
      `http://127.0.0.1:${listener.port}/restconf/data/acme-box:box/port=eth1`,
    ]);
    const second = await edit('PUT', '/acme-box:box/port=eth0', { 'acme-box:port': [{ name: 'eth0' }] });
    expect([second.status, second.text, second.headers.etag]).toEqual([204, '', '"v3"']);
    expect(box().port).toEqual([{ name: 'eth0' }, { name: 'eth1', speed: 1 }]);
  });

  it('a leaf, a leaf-list value, a container, in JSON and XML', async () => {
    expect((await edit('PUT', '/acme-box:box/mtu', { 'acme-box:mtu': 9000 })).status).toBe(201);
    expect((await edit('PUT', '/acme-box:box/dns=192.0.2.3', { 'acme-box:dns': ['192.0.2.3'] })).status).toBe(201);
    const body = '<options xmlns="urn:acme:box"><colour>green</colour></options>';
    const xml = await send(listener, 'PUT', '/restconf/data/acme-box:box/options', { headers: XML_TYPE, body });
    expect([xml.status, xml.text]).toEqual([201, '']);
    expect(box()).toMatchObject({
      mtu: 9000,
      dns: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
      options: { colour: 'green' },
    });
  });

  it('400 when the body is another resource or has other keys', async () => {
    const other = await edit('PUT', '/acme-box:box/port=eth1', { 'acme-box:port': [{ name: 'eth2' }] });
    expect([other.status, errorOf(other)['error-tag']]).toEqual([400, 'invalid-value']);
    expect((await edit('PUT', '/acme-box:box/name', { 'acme-box:mtu': 1 })).status).toBe(400);
  });

  it('a key leaf keeps its value', async () => {
    expect((await edit('PUT', '/acme-box:box/port=eth0/name', { 'acme-box:name': 'eth0' })).status).toBe(204);
    expect((await edit('PUT', '/acme-box:box/port=eth0/name', { 'acme-box:name': 'eth1' })).status).toBe(400);
    expect((await edit('DELETE', '/acme-box:box/port=eth0/name')).status).toBe(400);
    expect(server.edits).toEqual([]);
  });

  it('the datastore', async () => {
    const reply = await edit('PUT', '', { 'ietf-restconf:data': { 'acme-box:box': { name: 'new' } } });
    expect(reply.status).toBe(204);
    expect(server.value).toEqual({ 'acme-box:box': { name: 'new' } });
    const wrong = await edit('PUT', '', { 'acme-box:box': { name: 'new' } });
    expect(errorOf(wrong)['error-message']).toContain('"ietf-restconf:data"');
  });
});

describe('PATCH merges', () => {
  it('204, what is not named stays', async () => {
    const reply = await edit('PATCH', '/acme-box:box/port=eth0', {
      'acme-box:port': [{ name: 'eth0', 'acme-more:owner': 'ada' }],
    });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(box().port).toEqual([{ name: 'eth0', speed: 10, 'acme-more:owner': 'ada' }]);
  });

  it('404 for a target that does not exist, and creates nothing', async () => {
    for (const [path, body] of [
      ['/acme-box:box/port=eth9', { 'acme-box:port': [{ name: 'eth9' }] }],
      ['/acme-box:box/mtu', { 'acme-box:mtu': 1 }],
      ['/acme-box:box/extra', { 'acme-box:extra': {} }],
    ] as const) {
      const reply = await edit('PATCH', path, body);
      expect([reply.status, errorOf(reply)['error-tag']]).toEqual([404, 'invalid-value']);
    }
    expect(server.edits).toEqual([]);
  });

  it('a container without presence is there as soon as its parent is', async () => {
    expect((await edit('PATCH', '/acme-box:box/options', { 'acme-box:options': { colour: 'red' } })).status).toBe(204);
    expect(box().options).toEqual({ colour: 'red' });
  });

  it('the datastore', async () => {
    const body =
      '<data xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><box xmlns="urn:acme:box"><mtu>9000</mtu></box></data>';
    expect((await send(listener, 'PATCH', '/restconf/data', { headers: XML_TYPE, body })).status).toBe(204);
    expect(box()).toMatchObject({ name: 'b', mtu: 9000 });
  });
});

describe('DELETE', () => {
  it('204, then 404 data-missing', async () => {
    expect((await edit('DELETE', '/acme-box:box/port=eth0')).status).toBe(204);
    expect(box().port).toBeUndefined();
    const again = await edit('DELETE', '/acme-box:box/port=eth0');
    expect([again.status, errorOf(again)['error-tag']]).toEqual([404, 'data-missing']);
  });

  it('of a leaf and a leaf-list value; not of the datastore, a whole list or state', async () => {
    expect((await edit('DELETE', '/acme-box:box/name')).status).toBe(204);
    expect((await edit('DELETE', '/acme-box:box/dns=192.0.2.1')).status).toBe(204);
    expect(box().dns).toEqual(['192.0.2.2']);
    expect((await edit('DELETE', '')).status).toBe(405);
    expect((await edit('DELETE', '/acme-box:box/port')).status).toBe(400);
    expect((await edit('DELETE', '/acme-box:box/state')).status).toBe(405);
  });
});

describe('insert and point', () => {
  const rule = (id: string) => ({ 'acme-box:rule': [{ id }] });

  it('place an entry of an ordered-by user list', async () => {
    expect((await edit('POST', '/acme-box:box?insert=first', rule('x'))).status).toBe(201);
    expect(ids()).toEqual(['x', 'a', 'b']);
    expect((await edit('PUT', '/acme-box:box/rule=y?insert=after&point=/acme-box:box/rule=a', rule('y'))).status).toBe(
      201,
    );
    expect(ids()).toEqual(['x', 'a', 'y', 'b']);
    expect(
      (await edit('PUT', '/acme-box:box/rule=b?insert=before&point=%2Facme-box%3Abox%2Frule%3Dx', rule('b'))).status,
    ).toBe(204);
    expect(ids()).toEqual(['b', 'x', 'a', 'y']);
    expect((await edit('PUT', '/acme-box:box/rule=x?insert=last', rule('x'))).status).toBe(204);
    expect(ids()).toEqual(['b', 'a', 'y', 'x']);
  });

  it('place a value of an ordered-by user leaf-list', async () => {
    const reply = await edit('POST', '/acme-box:box?insert=before&point=/acme-box:box/dns=192.0.2.2', {
      'acme-box:dns': ['x'],
    });
    expect(reply.status).toBe(201);
    expect(box().dns).toEqual(['192.0.2.1', 'x', '192.0.2.2']);
  });

  it.each([
    ['PUT', '/acme-box:box/port=eth0?insert=first', { 'acme-box:port': [{ name: 'eth0' }] }, 'ordered-by user'],
    ['POST', '/acme-box:box?insert=middle', rule('x'), 'expected first, last, before or after'],
    ['POST', '/acme-box:box?insert=before', rule('x'), 'needs the query parameter "point"'],
    ['POST', '/acme-box:box?point=/acme-box:box/rule=a', rule('x'), 'without "insert=before"'],
    ['POST', '/acme-box:box?insert=first&point=/acme-box:box/rule=a', rule('x'), 'not allowed with "insert=first"'],
    ['POST', '/acme-box:box?insert=after&point=/acme-box:box/port=eth0', rule('x'), 'entry of the same list'],
    ['POST', '/acme-box:box?insert=after&point=/acme-box:box/rule', rule('x'), 'entry of the same list'],
    ['POST', '/acme-box:box?insert=after&point=acme-box:box', rule('x'), 'begins with "/"'],
    ['PATCH', '/acme-box:box/rule=a?insert=first', rule('a'), 'not allowed with this method'],
  ])('400 for %s %s', async (method, path, body, message) => {
    const reply = await edit(method, path, body);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, 'invalid-value']);
    expect(errorOf(reply)['error-message']).toContain(message);
  });
});

describe('conditions of edits', () => {
  const body = { 'acme-box:name': 'new' };
  const put = (headers: Record<string, string>, path = '/acme-box:box/name') =>
    edit('PUT', path, path.endsWith('mtu') ? { 'acme-box:mtu': 1 } : body, headers);

  it('If-Match with the present entity-tag passes, with another 412', async () => {
    const stale = await put({ 'if-match': '"v0"' });
    expect([stale.status, errorOf(stale)['error-tag'], errorOf(stale)['error-app-tag']]).toEqual([
      ...[412, 'operation-failed', 'precondition-failed'],
    ]);
    expect((await put({ 'if-match': '"v1"' })).status).toBe(204);
    expect((await put({ 'if-match': '"v1"' })).status).toBe(412);
  });

  it('If-Match: * needs the resource, If-None-Match: * its absence', async () => {
    expect((await put({ 'if-match': '*' }, '/acme-box:box/mtu')).status).toBe(412);
    expect((await put({ 'if-match': '*' })).status).toBe(204);
    expect((await put({ 'if-none-match': '*' })).status).toBe(412);
    expect((await put({ 'if-none-match': '*' }, '/acme-box:box/mtu')).status).toBe(201);
  });

  it('If-Unmodified-Since compares with the last change', async () => {
    expect((await put({ 'if-unmodified-since': 'Mon, 30 Jun 2025 00:00:00 GMT' })).status).toBe(412);
    expect((await put({ 'if-unmodified-since': 'Tue, 01 Jul 2025 00:00:00 GMT' })).status).toBe(204);
    expect(server.edits[0]?.ifMatch).toEqual(['v1']);
  });

  it('a change that comes in between is noticed by the server', async () => {
    const original = server.edit.bind(server);
    server.edit = async (caller, request) => original(caller, { ...request, ifMatch: ['gone'] });
    expect((await put({ 'if-match': '"v1"' })).status).toBe(412);
  });
});

describe('message-bodies', () => {
  it.each([
    [{ 'content-type': 'text/plain' }, 415, 'invalid-value'],
    [{ 'content-type': 'application/yang-patch+json' }, 415, 'invalid-value'],
    [{ 'content-type': 'nonsense' }, 415, 'invalid-value'],
    [{}, 415, 'invalid-value'],
  ])('%j is %i', async (headers, status, tag) => {
    const reply = await send(listener, 'PUT', '/restconf/data/acme-box:box/name', {
      headers,
      body: '{"acme-box:name":"x"}',
    });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([status, tag]);
  });

  it.each([
    ['application/json', '{"acme-box:name":"x"}'],
    ['application/yang-data+json; charset=utf-8', '{"acme-box:name":"x"}'],
    ['APPLICATION/YANG-DATA+JSON', '{"acme-box:name":"x"}'],
    ['application/xml', '<name xmlns="urn:acme:box">x</name>'],
  ])('%s is taken', async (type, body) => {
    const reply = await send(listener, 'PUT', '/restconf/data/acme-box:box/name', {
      headers: { 'content-type': type },
      body,
    });
    expect(reply.status).toBe(204);
  });

  it.each([
    [XML_TYPE, '<name xmlns="urn:acme:box">x'],
    [XML_TYPE, '<!DOCTYPE name []><name xmlns="urn:acme:box">x</name>'],
    [XML_TYPE, Buffer.from([0x3c, 0xff])],
    [JSON_TYPE, Buffer.from([0x22, 0xff, 0x22])],
    [JSON_TYPE, `${'['.repeat(100_000)}`],
    [JSON_TYPE, ''],
  ])('400 malformed-message for what is not well-formed (%#)', async (headers, body) => {
    const reply = await send(listener, 'PUT', '/restconf/data/acme-box:box/name', {
      headers: { ...headers, accept: 'application/json' },
      body,
    });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, 'malformed-message']);
  });

  it('errors of an XML request come in XML when the client does not say', async () => {
    const reply = await send(listener, 'PUT', '/restconf/data/acme-box:box/name', { headers: XML_TYPE, body: '<a' });
    expect(reply.headers['content-type']).toBe('application/yang-data+xml');
    expect(reply.text).toContain('<error-tag>malformed-message</error-tag>');
  });
});
