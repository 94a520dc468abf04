import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, listen, send, WANTS_XML } from './support/listener.js';

let listener: RestconfListener;
beforeAll(async () => {
  listener = await listen(new FakeServer({ 'acme-box:box': { name: 'b' } }));
});
afterAll(() => listener.close());

const get = (path: string, headers = {}) => send(listener, 'GET', path, { headers });

describe('root discovery', () => {
  it('GET /.well-known/host-meta answers the XRD, without credentials', async () => {
    const reply = await get('/.well-known/host-meta', { authorization: '' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/xrd+xml');
    expect(reply.text).toContain('<Link rel="restconf" href="/restconf"/>');
  });

  it('answers the JSON form at host-meta.json and by Accept', async () => {
    const links = { links: [{ rel: 'restconf', href: '/restconf' }] };
    expect((await get('/.well-known/host-meta.json')).json).toEqual(links);
    expect((await get('/.well-known/host-meta', { accept: 'application/json' })).json).toEqual(links);
  });

  it('POST /.well-known/host-meta is 405', async () => {
    const reply = await send(listener, 'POST', '/.well-known/host-meta');
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe('GET, HEAD');
  });
});

describe('the RESTCONF root', () => {
  it('GET /restconf in JSON', async () => {
    const reply = await get('/restconf');
    expect(reply.headers['content-type']).toBe('application/yang-data+json');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json).toEqual({
      'ietf-restconf:restconf': { data: {}, operations: {}, 'yang-library-version': '2019-01-04' },
    });
    expect((await get('/restconf/')).text).toBe(reply.text);
  });

  it('GET /restconf in XML', async () => {
    const reply = await get('/restconf', WANTS_XML);
    expect(reply.headers['content-type']).toBe('application/yang-data+xml');
    expect(reply.text).toBe(
      '<restconf xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><data/><operations/><yang-library-version>2019-01-04</yang-library-version></restconf>',
    );
  });

  it('GET /restconf/yang-library-version in JSON and XML', async () => {
    expect((await get('/restconf/yang-library-version')).json).toEqual({
      'ietf-restconf:yang-library-version': '2019-01-04',
    });
    expect((await get('/restconf/yang-library-version', WANTS_XML)).text).toBe(
      '<yang-library-version xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf">2019-01-04</yang-library-version>',
    );
  });

  it('OPTIONS /restconf names the methods', async () => {
    const reply = await send(listener, 'OPTIONS', '/restconf');
    expect([reply.status, reply.headers.allow, reply.text]).toEqual([200, 'GET, HEAD, OPTIONS', '']);
  });

  it('PUT /restconf is 405 with Allow and an errors document', async () => {
    const reply = await send(listener, 'PUT', '/restconf');
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(errorOf(reply)).toMatchObject({ 'error-type': 'protocol', 'error-tag': 'operation-not-supported' });
  });

  it('anything else below it is 404', async () => {
    expect(errorOf(await get('/restconf/datas'))['error-message']).toContain('"datas" is not a resource');
    expect((await get('/restconf/__proto__')).status).toBe(404);
    expect((await get('/elsewhere')).status).toBe(404);
    expect((await get('/restconfX')).status).toBe(404);
  });

  it('an unknown query parameter is 400', async () => {
    const reply = await get('/restconf?colour=red');
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, 'invalid-value']);
  });
});

describe('agent endpoints', () => {
  it('have the same resources below /agents/{agent-id}/restconf', async () => {
    expect((await get('/agents/ip%2Ffault%201/restconf')).status).toBe(200);
    const reply = await get('/agents/ip%2Ffault%201/restconf/data/acme-box:box/name');
    expect(reply.json).toEqual({ 'acme-box:name': 'b' });
  });

  it('of unknown agents are 404, like those of agents that the user may not see', async () => {
    const reply = await get('/agents/nobody/restconf/data');
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([404, 'invalid-value']);
    expect((await get('/agents/%zz/restconf')).status).toBe(400);
    expect((await get('/agents//restconf')).status).toBe(404);
  });
});
