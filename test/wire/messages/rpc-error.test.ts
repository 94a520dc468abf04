import { describe, expect, it } from 'vitest';
import { fromValue, parseXml, RpcError } from '../../../src/data/index.js';
import { encodeErrorsJson } from '../../../src/wire/index.js';
import { decodeErrors, encodeRpcErrors, parseNotification } from '../../../src/wire/messages/index.js';
import { combineSources, compile, directories, sourceTexts } from '../../../src/yang/index.js';

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const namespaceOf = (module: string): string | undefined => ({ box: 'urn:box' })[module];
const moduleOf = (namespace: string): string | undefined => ({ 'urn:box': 'box' })[namespace];

const full = new RpcError({
  type: 'application',
  tag: 'operation-failed',
  message: 'two ports share <a> name',
  appTag: 'data-not-unique',
  path: "/box:box/port[id='1']",
  info: { 'non-unique': ["/box:box/port[id='2']/name", "/box:box/port[id='2']/slot"], 'session-id': '0' },
});

describe('rpc-error', () => {
  it('carries every member, in the order of the RFC, paths with their namespaces', () => {
    expect(encodeRpcErrors(full, namespaceOf)).toBe(
      `<rpc-error xmlns="${BASE}"><error-type>application</error-type><error-tag>operation-failed</error-tag><error-severity>error</error-severity><error-app-tag>data-not-unique</error-app-tag>` +
        `<error-path xmlns:box="urn:box">/box:box/box:port[box:id='1']</error-path><error-message xml:lang="en">two ports share &lt;a&gt; name</error-message>` +
        `<error-info><non-unique xmlns="urn:ietf:params:xml:ns:yang:1" xmlns:box="urn:box">/box:box/box:port[box:id='2']/box:name</non-unique>` +
        `<non-unique xmlns="urn:ietf:params:xml:ns:yang:1" xmlns:box="urn:box">/box:box/box:port[box:id='2']/box:slot</non-unique><session-id>0</session-id></error-info></rpc-error>`,
    );
  });

  it('carries yang-data in error-info', () => {
    const text =
      'module box { namespace "urn:box"; prefix b; import ietf-restconf { prefix rc; } rc:yang-data why { container why { leaf reason { type string; } } } }';
    const sources = combineSources(sourceTexts([{ file: 'box.yang', text }]), directories(['yang/ietf']));
    const schema = compile({ sources, implement: ['box'] });
    const structure = schema.structures.get('box:why');
    if (!structure) throw new Error('no structure');
    const data = fromValue(structure, { 'box:why': { reason: 'so' } }, { schema });
    const error = new RpcError({ type: 'application', tag: 'invalid-value', message: 'no', structure: data });
    expect(encodeRpcErrors(error, namespaceOf)).toContain(
      '<error-info><why xmlns="urn:box"><reason>so</reason></why></error-info>',
    );
    expect(encodeErrorsJson(error)).toContain('"error-info":{"box:why":{"reason":"so"}}');
  });

  it('is read back as it was, with the errors found together', () => {
    const second = new RpcError({
      type: 'protocol',
      tag: 'missing-attribute',
      message: 'no operation',
      info: { 'bad-attribute': 'operation' },
    });
    const reply = parseXml(
      `<rpc-reply xmlns="${BASE}">${encodeRpcErrors(new RpcError(full, [second]), namespaceOf)}</rpc-reply>`,
    );
    const error = decodeErrors(reply, 'rpc-error', moduleOf);
    const fields = ({ type, tag, message, appTag, path, info }: RpcError): object => ({
      type,
      tag,
      message,
      appTag,
      path,
      info,
    });
    expect(error?.all.map(fields)).toEqual([fields(full), fields(second)]);
  });

  it('leaves a path out whose module it does not know', () => {
    expect(
      encodeRpcErrors(new RpcError({ type: 'rpc', tag: 'in-use', message: 'm', path: '/other:x' }), namespaceOf),
    ).not.toContain('error-path');
  });

  it('is no error when it is a warning', () => {
    const reply = parseXml(
      `<rpc-reply xmlns="${BASE}"><rpc-error><error-type>rpc</error-type><error-tag>in-use</error-tag><error-severity>warning</error-severity></rpc-error><ok/></rpc-reply>`,
    );
    expect(decodeErrors(reply, 'rpc-error')).toBeUndefined();
  });

  it('of a peer with its own tags is operation-failed', () => {
    const reply = parseXml(
      `<rpc-reply xmlns="${BASE}"><rpc-error><error-type>odd</error-type><error-tag>went-wrong</error-tag></rpc-error></rpc-reply>`,
    );
    expect(decodeErrors(reply, 'rpc-error')).toMatchObject({
      type: 'application',
      tag: 'operation-failed',
      message: 'went-wrong',
    });
  });
});

describe('notification', () => {
  it('gives its time and its event', () => {
    const text =
      '<notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><eventTime>2024-01-01T00:00:00Z</eventTime><alarm xmlns="urn:box"/></notification>';
    const { eventTime, event } = parseNotification(parseXml(text));
    expect([eventTime, event.name, event.namespace]).toEqual(['2024-01-01T00:00:00Z', 'alarm', 'urn:box']);
  });

  it('without eventTime is refused', () => {
    expect(() =>
      parseNotification(
        parseXml('<notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><a/></notification>'),
      ),
    ).toThrow(/no eventTime/);
  });
});
