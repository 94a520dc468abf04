import { describe, expect, it } from 'vitest';
import { parseXml, RpcError } from '../../../src/data/index.js';
import { parseRpc, replyEnvelope } from '../../../src/wire/messages/index.js';

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';

function errorOf(text: string): unknown {
  try {
    parseRpc(parseXml(text));
  } catch (error) {
    if (error instanceof RpcError) return { type: error.type, tag: error.tag, info: error.info };
    throw error;
  }
  return undefined;
}

describe('parseRpc', () => {
  it('gives the message-id and the operation', () => {
    const rpc = parseRpc(parseXml(`<rpc xmlns="${BASE}" message-id="a b">\n <get/>\n</rpc>`));
    expect([rpc.messageId, rpc.operation.name]).toEqual(['a b', 'get']);
  });

  it.each([
    [
      `<rpc xmlns="${BASE}"><get/></rpc>`,
      { type: 'rpc', tag: 'missing-attribute', info: { 'bad-attribute': 'message-id', 'bad-element': 'rpc' } },
    ],
    [
      `<x:rpc xmlns:x="urn:x" message-id="1"><get/></x:rpc>`,
      { type: 'rpc', tag: 'unknown-namespace', info: { 'bad-element': 'rpc', 'bad-namespace': 'urn:x' } },
    ],
    [`<get xmlns="${BASE}"/>`, { type: 'rpc', tag: 'unknown-element', info: { 'bad-element': 'get' } }],
    [`<hello xmlns="${BASE}"/>`, { type: 'rpc', tag: 'unknown-element', info: { 'bad-element': 'hello' } }],
    [`<rpc xmlns="${BASE}" message-id="1"/>`, { type: 'rpc', tag: 'missing-element', info: { 'bad-element': 'rpc' } }],
    [
      `<rpc xmlns="${BASE}" message-id="1"><get/><lock/></rpc>`,
      { type: 'rpc', tag: 'bad-element', info: { 'bad-element': 'lock' } },
    ],
    [
      `<rpc xmlns="${BASE}" message-id="1">please<get/></rpc>`,
      { type: 'rpc', tag: 'bad-element', info: { 'bad-element': 'rpc' } },
    ],
  ])('refuses %s', (text, error) => {
    expect(errorOf(text)).toEqual(error);
  });
});

describe('replyEnvelope', () => {
  it('repeats every attribute and namespace declaration', () => {
    const rpc = `<rpc message-id="1&amp;2" xmlns="${BASE}" xmlns:ex="http://example.net/1" ex:user-id="fred" note="&lt;&#10;" xml:lang="en"><get/></rpc>`;
    expect(replyEnvelope(parseXml(rpc))).toEqual({
      open: `<rpc-reply xmlns="${BASE}" xmlns:ex="http://example.net/1" message-id="1&amp;2" ex:user-id="fred" note="&lt;&#10;" xml:lang="en">`,
      close: '</rpc-reply>',
      ok: '<ok/>',
    });
  });

  it('keeps a prefix where the default namespace is another', () => {
    expect(
      replyEnvelope(parseXml(`<nc:rpc xmlns:nc="${BASE}" xmlns="urn:other" message-id="1"><nc:get/></nc:rpc>`)),
    ).toEqual({
      open: `<nc:rpc-reply xmlns:nc="${BASE}" xmlns="urn:other" message-id="1">`,
      close: '</nc:rpc-reply>',
      ok: '<nc:ok/>',
    });
  });

  it('is plain for a message that could not be read', () => {
    expect(replyEnvelope(undefined).open).toBe(`<rpc-reply xmlns="${BASE}">`);
    expect(replyEnvelope(parseXml('<rpc message-id="1"/>')).open).toBe(`<rpc-reply xmlns="${BASE}">`);
  });
});
