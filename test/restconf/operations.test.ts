import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toValue } from '../../src/data/index.js';
import type { RestconfListener } from '../../src/restconf/index.js';
import { FakeServer } from './support/fake-server.js';
import { errorOf, JSON_TYPE, listen, send, WANTS_XML, XML_TYPE } from './support/listener.js';

const server = new FakeServer({ 'acme-box:box': { port: [{ name: 'eth0' }] } });
let listener: RestconfListener;
beforeAll(async () => {
  listener = await listen(server);
});
afterAll(() => listener.close());

const post = (path: string, headers = {}, body?: string) =>
  send(listener, 'POST', `/restconf${path}`, { headers, body });

describe('the list of operations', () => {
  it('in JSON and XML', async () => {
    expect((await send(listener, 'GET', '/restconf/operations')).json).toEqual({
      'ietf-restconf:operations': { 'acme-box:ping': [null], 'acme-box:halt': [null] },
    });
    expect((await send(listener, 'GET', '/restconf/operations', { headers: WANTS_XML })).text).toBe(
      '<operations xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><ping xmlns="urn:acme:box"/><halt xmlns="urn:acme:box"/></operations>',
    );
  });
});

describe('invoking an operation', () => {
  it('200 with the output, in JSON', async () => {
    const reply = await post('/operations/acme-box:ping', JSON_TYPE, '{"acme-box:input":{"msg":"hi"}}');
    expect([reply.status, reply.text]).toEqual([200, '{"acme-box:output":{"reply":"pong hi"}}']);
    expect(reply.headers['content-type']).toBe('application/yang-data+json');
  });

  it('200 with the output, in XML', async () => {
    const reply = await post(
      '/operations/acme-box:ping',
      XML_TYPE,
      '<input xmlns="urn:acme:box"><msg>hi</msg></input>',
    );
    expect([reply.status, reply.text]).toEqual([200, '<output xmlns="urn:acme:box"><reply>pong hi</reply></output>']);
  });

  it('204 without output, with or without an empty input', async () => {
    expect((await post('/operations/acme-box:halt')).status).toBe(204);
    expect((await post('/operations/acme-box:halt', JSON_TYPE, '{"acme-box:input":{}}')).status).toBe(204);
  });

  it('an action on the instance it belongs to', async () => {
    const path = '/data/acme-box:box/port=eth0/reset';
    const reply = await post(path, JSON_TYPE, '{"acme-box:input":{"delay":5}}');
    expect([reply.status, reply.json]).toEqual([200, { 'acme-box:output': { done: true } }]);
    const invocation = server.invocations.at(-1)!;
    expect(invocation.path.map((step) => step.key)).toEqual([undefined, 'eth0']);
    expect(toValue(invocation.input)).toEqual({ delay: 5 });
  });

  it.each([
    ['/operations/acme-box:nothing', '', 404, 'invalid-value'],
    ['/data/acme-box:box/port=eth9/reset', '{"acme-box:input":{}}', 404, 'invalid-value'],
    ['/operations/ping', '', 400, 'invalid-value'],
    ['/operations/acme-box:ping/x', '', 400, 'invalid-value'],
    ['/operations/acme-box:ping', '{"acme-box:output":{}}', 400, 'malformed-message'],
    ['/operations/acme-box:ping', '{"acme-box:input":{},"acme-box:input2":{}}', 400, 'malformed-message'],
    ['/operations/acme-box:ping', '{"acme-box:input":[]}', 400, 'malformed-message'],
    ['/operations/acme-box:ping', '{"acme-box:input":{"msg":1}}', 400, 'invalid-value'],
    ['/operations/acme-box:ping', '{"acme-box:input":{"other":1}}', 400, 'unknown-element'],
    ['/operations/acme-box:ping?depth=1', '{"acme-box:input":{}}', 400, 'invalid-value'],
  ])('POST %s %s is %i %s', async (path, body, status, tag) => {
    const reply = await post(path, JSON_TYPE, body);
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([status, tag]);
  });

  it('GET of an operation is 405', async () => {
    const reply = await send(listener, 'GET', '/restconf/operations/acme-box:ping');
    expect([reply.status, reply.headers.allow]).toEqual([405, 'OPTIONS, POST']);
  });

  it('501 when nothing implements it', async () => {
    const original = server.invoke.bind(server);
    const { RpcError } = await import('../../src/data/index.js');
    server.invoke = async () => {
      throw new RpcError({ type: 'protocol', tag: 'operation-not-supported', message: 'not here' });
    };
    const reply = await post('/operations/acme-box:halt');
    server.invoke = original;
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([501, 'operation-not-supported']);
  });

  it('500 operation-failed for what nobody expected, without saying more', async () => {
    const original = server.invoke.bind(server);
    server.invoke = async () => {
      throw new TypeError('secret /path/to/file');
    };
    const reply = await post('/operations/acme-box:halt');
    server.invoke = original;
    expect([reply.status, errorOf(reply)['error-tag']]).toEqual([500, 'operation-failed']);
    expect(reply.text).not.toContain('secret');
  });
});
