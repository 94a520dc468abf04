import { describe, expect, it } from 'vitest';
import { ERROR_TAGS, type ErrorOrigin, type ErrorTag, parseXml, RpcError } from '../../src/data/index.js';
import {
  decodeErrorsJson,
  decodeErrorsXml,
  encodeErrorsJson,
  encodeErrorsXml,
  statusOf,
  tagOfStatus,
} from '../../src/wire/index.js';

const error = new RpcError(
  { type: 'protocol', tag: 'lock-denied', message: 'Lock failed', path: '/box:box', info: { 'session-id': '454' } },
  [
    new RpcError({
      type: 'application',
      tag: 'operation-failed',
      message: 'a choice is missing',
      appTag: 'missing-choice',
      info: { 'missing-choice': 'kind' },
    }),
  ],
);

describe('the errors document', () => {
  it('is an array in JSON, also of one', () => {
    expect(encodeErrorsJson(new RpcError({ type: 'rpc', tag: 'in-use', message: 'm' }))).toBe(
      '{"ietf-restconf:errors":{"error":[{"error-type":"rpc","error-tag":"in-use","error-message":"m"}]}}',
    );
  });

  it('is the same after JSON', () => {
    expect(decodeErrorsJson(JSON.parse(encodeErrorsJson(error)))).toEqual(error);
  });

  it('names namespaces in XML, and is the same after it', () => {
    const text = encodeErrorsXml(error, () => 'urn:box');
    expect(text).toBe(
      '<errors xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><error><error-type>protocol</error-type><error-tag>lock-denied</error-tag><error-path xmlns:box="urn:box">/box:box</error-path><error-message>Lock failed</error-message>' +
        '<error-info><session-id xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">454</session-id></error-info></error><error><error-type>application</error-type><error-tag>operation-failed</error-tag><error-app-tag>missing-choice</error-app-tag><error-message>a choice is missing</error-message>' +
        '<error-info><missing-choice xmlns="urn:ietf:params:xml:ns:yang:1">kind</missing-choice></error-info></error></errors>',
    );
    expect(decodeErrorsXml(parseXml(text), () => 'box')).toEqual(error);
  });

  it('of other JSON is none', () => {
    for (const document of [null, 1, [], {}, { 'ietf-restconf:errors': { error: [1] } }])
      expect(decodeErrorsJson(document)).toBeUndefined();
  });
});

describe('the status table', () => {
  const of = (tag: ErrorTag, origin: ErrorOrigin = 'caller') => ({ tag, origin });

  it('gives the ordinary status, or the one wanted where the RFC allows it', () => {
    expect(statusOf(of('invalid-value'))).toBe(400);
    expect(statusOf(of('invalid-value'), 404)).toBe(404);
    expect(statusOf(of('lock-denied'), 404)).toBe(409);
    expect(statusOf(error)).toBe(409);
  });

  it('blames the caller for no failure of the node, and the node for no fault of the caller', () => {
    expect(statusOf(of('operation-failed', 'caller'))).toBe(412);
    expect(statusOf(of('operation-failed', 'node'))).toBe(500);
    expect(statusOf(new RpcError({ type: 'application', tag: 'operation-failed', message: 'of nobody' }))).toBe(500);
    for (const tag of ERROR_TAGS.filter((each) => !['rollback-failed', 'partial-operation'].includes(each)))
      expect([tag, statusOf(of(tag)) < 500]).toEqual([tag, true]);
  });

  it('finds a tag for a status alone', () => {
    expect([401, 404, 599].map(tagOfStatus)).toEqual(['access-denied', 'invalid-value', 'operation-failed']);
  });
});
