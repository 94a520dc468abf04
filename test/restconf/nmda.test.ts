import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, JSON_TYPE, listen, send, WANTS_XML } from './support/listener.js';

let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer(
    { 'acme-box:box': { name: 'b', port: [{ name: 'eth0', speed: 10 }, { name: 'eth1' }] } },
    { 'acme-box:box': { state: { uptime: 3 } } },
  );
  listener = await listen(server);
});
afterEach(() => listener.close());

const ds = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(listener, method, `/restconf/ds/ietf-datastores:${path}`, {
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
const box = async (path: string) =>
  ((await ds('GET', path)).json as { 'acme-box:box': Record<string, unknown> })['acme-box:box'];

describe('datastore resources (RFC 8527)', () => {
  it('are edited and read by themselves', async () => {
    const put = await ds('PUT', 'candidate/acme-box:box/mtu', { 'acme-box:mtu': 9000 });
    expect([put.status, put.headers.location, put.headers.etag]).toEqual([
      201,
      `http://127.0.0.1:${listener.port}/restconf/ds/ietf-datastores:candidate/acme-box:box/mtu`,
      undefined,
    ]);
    expect(server.edits).toMatchObject([{ datastore: 'candidate' }]);
    expect((await ds('GET', 'candidate/acme-box:box/mtu')).json).toEqual({ 'acme-box:mtu': 9000 });
    expect(await box('candidate/acme-box:box')).toMatchObject({ name: 'b', mtu: 9000 });
    expect(await box('running/acme-box:box')).not.toHaveProperty('mtu');
    expect((await ds('DELETE', 'candidate/acme-box:box/mtu')).status).toBe(204);
    expect(
      (await ds('PATCH', 'candidate/acme-box:box/port=eth9', { 'acme-box:port': [{ name: 'eth9' }] })).status,
    ).toBe(404);
    const patch = {
      'ietf-yang-patch:yang-patch': {
        'patch-id': 'p',
        edit: [{ 'edit-id': '1', operation: 'delete', target: '/name' }],
      },
    };
    const patched = await ds('PATCH', 'candidate/acme-box:box', patch, {
      'content-type': 'application/yang-patch+json',
    });
    expect(patched.status).toBe(200);
    expect(await box('running/acme-box:box')).toHaveProperty('name', 'b');
  });

  it('running is configuration alone, with its entity-tags', async () => {
    const reply = await ds('GET', 'running/acme-box:box');
    expect([reply.headers.etag, reply.json]).toEqual([
      '"v1"',
      { 'acme-box:box': expect.not.objectContaining({ state: expect.anything() }) },
    ]);
    expect((await ds('GET', 'running/acme-box:box', undefined, { 'if-none-match': '"v1"' })).status).toBe(304);
    expect((await ds('GET', 'running')).json).toEqual({ 'ietf-restconf:data': { 'acme-box:box': expect.anything() } });
    expect(
      (await ds('PUT', 'running/acme-box:box/name', { 'acme-box:name': 'c' }, { 'if-match': '"v0"' })).status,
    ).toBe(412);
    expect(
      (await ds('PUT', 'running/acme-box:box/name', { 'acme-box:name': 'c' }, { 'if-match': '"v1"' })).status,
    ).toBe(204);
  });

  it('intended and operational are read only', async () => {
    for (const name of ['intended', 'operational']) {
      const reply = await ds('PUT', `${name}/acme-box:box/name`, { 'acme-box:name': 'c' });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await ds('PATCH', name, {})).status).toBe(405);
    }
  });

  it('operational is what is in use: state, and defaults unless asked otherwise', async () => {
    expect(await box('operational/acme-box:box')).toMatchObject({ name: 'b', mtu: 1500, state: { uptime: 3 } });
    expect(await box('operational/acme-box:box?with-defaults=explicit')).not.toHaveProperty('mtu');
    expect(await box('operational/acme-box:box?content=nonconfig')).toEqual({ state: { uptime: 3 } });
    expect((await ds('GET', 'operational/acme-box:box')).headers.etag).toBeUndefined();
  });

  it('with-origin says where configuration in use comes from', async () => {
    const origin = (name: string) => ({ 'ietf-origin:origin': `ietf-origin:${name}` });
    expect(await box('operational/acme-box:box?with-origin&fields=name;mtu;state')).toEqual({
      '@': origin('intended'),
      name: 'b',
      mtu: 1500,
      '@mtu': origin('default'),
      state: { uptime: 3 },
    });
    expect((await ds('GET', 'operational/acme-box:box/port=eth0?with-origin')).json).toEqual({
      'acme-box:port': [
        { '@': origin('intended'), name: 'eth0', speed: 10, duplex: true, '@duplex': origin('default') },
      ],
    });
    expect((await ds('GET', 'operational/acme-box:box/mtu?with-origin=')).json).toEqual({
      'acme-box:mtu': 1500,
      '@acme-box:mtu': origin('default'),
    });
    const xml = await ds('GET', 'operational/acme-box:box/name?with-origin', undefined, WANTS_XML);
    expect(xml.text).toMatch(
      /^<name xmlns="urn:acme:box" xmlns:\w+="urn:ietf:params:xml:ns:yang:ietf-origin" \w+:origin="\w+:intended">b<\/name>$/,
    );
  });

  it.each([
    ['running/acme-box:box?with-origin', 400],
    ['operational/acme-box:box?with-origin=yes', 400],
    ['operational/acme-box:box?with-origin&with-origin', 400],
    ['startup/acme-box:box', 404],
    ['nothing', 404],
    ['running/acme-box:nothing', 404],
  ])('GET %s is %i', async (path, status) => {
    const reply = await ds('GET', path);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([status, 'invalid-value']);
  });

  it('actions are invoked in operational only', async () => {
    const action = 'acme-box:box/port=eth0/reset';
    expect((await ds('POST', `operational/${action}`)).json).toEqual({ 'acme-box:output': { done: true } });
    const reply = await ds('POST', `running/${action}`);
    expect([reply.status, reply.headers.allow]).toEqual([405, 'OPTIONS']);
  });

  it('agents have what their endpoint serves', async () => {
    const get = (name: string) => send(listener, 'GET', `/agents/ip%2Ffault%201/restconf/ds/ietf-datastores:${name}`);
    expect((await get('operational')).status).toBe(200);
    expect((await get('candidate')).status).toBe(404);
  });
});

it('an edit of what another session has locked is 409 in-use', async () => {
  server.edit = async () => {
    throw new RpcError({ type: 'protocol', tag: 'in-use', message: 'session 4 holds the lock of running' });
  };
  for (const path of ['running', 'candidate']) {
    const reply = await ds('PUT', `${path}/acme-box:box/name`, { 'acme-box:name': 'c' });
    expect([reply.status, errorOf(reply)]).toMatchObject([409, { 'error-type': 'protocol', 'error-tag': 'in-use' }]);
  }
});
