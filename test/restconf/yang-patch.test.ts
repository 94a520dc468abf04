import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, listen, type Reply, send } from './support/listener.js';

const CONFIG = {
  'acme-box:box': {
    name: 'b',
    dns: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
    port: [{ name: 'eth0', speed: 10 }],
    rule: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  },
};
const JSON_PATCH = { 'content-type': 'application/yang-patch+json' };
const XML_PATCH = { 'content-type': 'application/yang-patch+xml' };

let server: FakeServer;
let listener: RestconfListener;
beforeEach(async () => {
  server = new FakeServer(CONFIG);
  listener = await listen(server);
});
afterEach(() => listener.close());

type Edit = Record<string, unknown>;

/** Sends a patch whose edits are named `e1`, `e2`, ... */
function patch(path: string, edits: readonly Edit[], headers: Record<string, string> = {}): Promise<Reply> {
  const edit = edits.map((each, index) => ({ 'edit-id': `e${index + 1}`, ...each }));
  return send(listener, 'PATCH', `/restconf/data${path}`, {
    headers: { ...JSON_PATCH, ...headers },
    body: JSON.stringify({ 'ietf-yang-patch:yang-patch': { 'patch-id': 'p', edit } }),
  });
}

const box = () => server.value['acme-box:box'] as Record<string, unknown>;
const ids = () => (box().rule as { id: string }[]).map((rule) => rule.id);
const OK = { 'ietf-yang-patch:yang-patch-status': { 'patch-id': 'p', ok: [null] } };
const status = (reply: Reply) =>
  (reply.json as { 'ietf-yang-patch:yang-patch-status': Record<string, unknown> })['ietf-yang-patch:yang-patch-status'];

describe('YANG Patch', () => {
  it('applies its edits in their order, in one transaction', async () => {
    const reply = await patch('/acme-box:box', [
      { operation: 'create', target: '/port=eth1', value: { 'acme-box:port': [{ name: 'eth1' }] } },
      { operation: 'merge', target: '/port=eth1/speed', value: { 'acme-box:speed': 40 } },
      { operation: 'replace', target: '/port=eth0', value: { 'acme-box:port': [{ name: 'eth0', duplex: false }] } },
      { operation: 'delete', target: '/name' },
      { operation: 'remove', target: '/mtu' },
      { operation: 'merge', target: '/', value: { 'acme-box:box': { options: { colour: 'red' } } } },
    ]);
    expect([reply.status, reply.headers['content-type'], reply.json]).toEqual([200, 'application/yang-data+json', OK]);
    expect(reply.headers.etag).toBe('"v2"');
    expect(server.edits).toHaveLength(1);
    expect(box()).toMatchObject({
      port: [
        { name: 'eth0', duplex: false },
        { name: 'eth1', speed: 40 },
      ],
      options: { colour: 'red' },
    });
    expect(box().name).toBeUndefined();
  });

  it('in XML, from the datastore on', async () => {
    const body =
      '<yang-patch xmlns="urn:ietf:params:xml:ns:yang:ietf-yang-patch"><patch-id>x</patch-id>' +
      '<edit><edit-id>1</edit-id><operation>create</operation><target>/acme-box:box/port=eth%2F1</target>' +
      '<value><port xmlns="urn:acme:box"><name>eth/1</name></port></value></edit>' +
      '<edit><edit-id>2</edit-id><operation>merge</operation><target>/acme-more:note</target>' +
      '<value><note xmlns="urn:acme:more"><text>hi</text></note></value></edit></yang-patch>';
    const reply = await send(listener, 'PATCH', '/restconf/data', { headers: XML_PATCH, body });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/yang-data+xml']);
    expect(reply.text).toBe(
      '<yang-patch-status xmlns="urn:ietf:params:xml:ns:yang:ietf-yang-patch"><patch-id>x</patch-id><ok/></yang-patch-status>',
    );
    expect(box().port).toContainEqual({ name: 'eth/1' });
    expect(server.value['acme-more:note']).toEqual({ text: 'hi' });
  });

  it('inserts and moves entries, with points from the target resource on or from the datastore', async () => {
    const rule = (id: string) => ({ 'acme-box:rule': [{ id }] });
    const reply = await patch('/acme-box:box', [
      { operation: 'insert', target: '/rule=x', where: 'first', value: rule('x') },
      { operation: 'insert', target: '/rule=y', where: 'after', point: '/rule=a', value: rule('y') },
      { operation: 'insert', target: '/rule=z', value: rule('z') },
      { operation: 'move', target: '/rule=a', where: 'before', point: '/acme-box:box/rule=x' },
      { operation: 'move', target: '/rule=b' },
      { operation: 'move', target: '/dns=192.0.2.3', where: 'before', point: '/dns=192.0.2.1' },
    ]);
    expect([reply.status, reply.json]).toEqual([200, OK]);
    expect(ids()).toEqual(['a', 'x', 'y', 'c', 'z', 'b']);
    expect(box().dns).toEqual(['192.0.2.3', '192.0.2.1', '192.0.2.2']);
  });

  it('takes values without module names, as in the examples of RFC 8072', async () => {
    const reply = await patch('/acme-box:box', [
      { operation: 'create', target: '/port=eth1', value: { port: [{ name: 'eth1', 'acme-more:owner': 'ada' }] } },
    ]);
    expect(reply.status).toBe(200);
    expect(box().port).toContainEqual({ name: 'eth1', 'acme-more:owner': 'ada' });
  });

  it('an empty patch changes nothing', async () => {
    expect((await patch('/acme-box:box', [])).json).toEqual(OK);
    expect(server.edits).toEqual([]);
  });
});

describe('a YANG Patch that cannot be applied', () => {
  it('changes nothing and names the edit, the ones before it as ok', async () => {
    const reply = await patch('/acme-box:box', [
      { operation: 'merge', target: '/mtu', value: { 'acme-box:mtu': 9000 } },
      { operation: 'create', target: '/port=eth0', value: { 'acme-box:port': [{ name: 'eth0' }] } },
      { operation: 'delete', target: '/port=eth9' },
    ]);
    expect(reply.status).toBe(409);
    expect(status(reply)).toEqual({
      'patch-id': 'p',
      'edit-status': {
        edit: [
          { 'edit-id': 'e1', ok: [null] },
          {
            'edit-id': 'e2',
            errors: {
              error: [
                {
                  'error-type': 'application',
                  'error-tag': 'data-exists',
                  'error-path': "/acme-box:box/port[name='eth0']",
                  'error-message': "'port' exists already",
                },
              ],
            },
          },
        ],
      },
    });
    expect(box().mtu).toBeUndefined();
  });

  it('says so in XML too', async () => {
    const headers = { accept: 'application/yang-data+xml' };
    const reply = await patch('/acme-box:box', [{ operation: 'delete', target: '/port=eth9' }], headers);
    expect(reply.status).toBe(409);
    expect(reply.text).toMatch(
      /^<yang-patch-status xmlns="urn:ietf:params:xml:ns:yang:ietf-yang-patch"><patch-id>p<\/patch-id><edit-status><edit><edit-id>e1<\/edit-id><errors><error><error-type>application<\/error-type><error-tag>data-missing<\/error-tag>/,
    );
  });

  it.each([
    [{ operation: 'move', target: '/rule=nobody', where: 'first' }, 409, 'data-missing'],
    [{ operation: 'move', target: '/dns=198.51.100.1', where: 'first' }, 409, 'data-missing'],
    [{ operation: 'merge', target: '/port=eth9/speed', value: { 'acme-box:speed': 1 } }, 409, 'data-missing'],
    [{ operation: 'insert', target: '/rule=a', value: { 'acme-box:rule': [{ id: 'a' }] } }, 409, 'data-exists'],
    [{ operation: 'move', target: '/port=eth0', where: 'first' }, 400, 'invalid-value'],
    [{ operation: 'move', target: '/rule=a', where: 'before' }, 400, 'invalid-value'],
    [{ operation: 'move', target: '/rule=a', where: 'before', point: '/port=eth0' }, 400, 'invalid-value'],
    [{ operation: 'create', target: '/mtu' }, 400, 'invalid-value'],
    [{ operation: 'create', target: '/mtu', value: { 'acme-box:name': 'x' } }, 400, 'invalid-value'],
    [{ operation: 'create', target: '/mtu', value: { 'acme-box:mtu': 'big' } }, 400, 'invalid-value'],
    [{ operation: 'delete', target: '/port=eth0/name' }, 400, 'invalid-value'],
    [{ operation: 'delete', target: '/port' }, 400, 'invalid-value'],
    [{ operation: 'delete', target: '/state' }, 400, 'invalid-value'],
    [{ operation: 'delete', target: 'mtu' }, 400, 'invalid-value'],
    [{ operation: 'delete', target: '/nothing' }, 404, 'invalid-value'],
  ])('%j is %i %s of that edit', async (edit, code, tag) => {
    const reply = await patch('/acme-box:box', [edit]);
    expect(status(reply)).toMatchObject({
      'edit-status': { edit: [{ 'edit-id': 'e1', errors: { error: [{ 'error-tag': tag }] } }] },
    });
    expect(reply.status).toBe(code);
    expect(server.value).toEqual(CONFIG);
  });

  it('the datastore is no target of an edit', async () => {
    const reply = await patch('', [{ operation: 'delete', target: '/' }]);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('is the datastore')]);
  });

  it('a violated constraint is an error of the whole patch', async () => {
    server.edit = async () => {
      const appTag = 'must-violation';
      throw new RpcError({ type: 'application', tag: 'operation-failed', origin: 'caller', appTag, message: 'no' });
    };
    const reply = await patch('/acme-box:box', [{ operation: 'delete', target: '/name' }]);
    expect([reply.status, status(reply)]).toMatchObject([
      412,
      { 'patch-id': 'p', errors: { error: [{ 'error-tag': 'operation-failed', 'error-app-tag': 'must-violation' }] } },
    ]);
  });

  it('conditions are about the target resource of the request', async () => {
    const edit = { operation: 'delete', target: '/name' };
    const stale = await patch('/acme-box:box', [edit], { 'if-match': '"v0"' });
    expect([stale.status, errorOf(stale)['error-tag'], errorOf(stale)['error-app-tag']]).toEqual([
      ...[412, 'operation-failed', 'precondition-failed'],
    ]);
    expect((await patch('/acme-box:box', [edit], { 'if-match': '"v1"' })).status).toBe(200);
  });

  it.each([
    ['{"ietf-yang-patch:yang-patch":{"edit":[{"edit-id":"1","operation":"crate","target":"/"}]}}', 'invalid-value'],
    ['{"ietf-yang-patch:yang-patch":{}}', 'missing-element'],
    ['{"acme-box:mtu":1}', 'unknown-element'],
    ['{}', 'malformed-message'],
    ['{', 'malformed-message'],
    ['', 'malformed-message'],
    [
      '{"ietf-yang-patch:yang-patch":{"patch-id":"p","edit":[{"edit-id":"1","operation":"delete","target":"/","value":{}}]}}',
      'unknown-element',
    ],
  ])('%s is no patch: 400', async (body, tag) => {
    const reply = await send(listener, 'PATCH', '/restconf/data/acme-box:box', { headers: JSON_PATCH, body });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([400, tag]);
  });

  it('PUT and POST take none: 415', async () => {
    const reply = await send(listener, 'PUT', '/restconf/data/acme-box:box', { headers: JSON_PATCH, body: '{}' });
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([415, 'invalid-value']);
  });
});

it('OPTIONS announces both kinds of patch', async () => {
  const reply = await send(listener, 'OPTIONS', '/restconf/data/acme-box:box');
  expect(reply.headers['accept-patch']).toBe(
    'application/yang-data+json, application/yang-data+xml, application/yang-patch+json, application/yang-patch+xml',
  );
});
