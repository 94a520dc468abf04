import { describe, expect, it } from 'vitest';
import { answerEncoding, requireEventStream } from '../../src/restconf/accept.js';

describe('content negotiation', () => {
  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/yang-data+xml', 'xml'],
    ['application/YANG-data+XML', 'xml'],
    ['application/yang-data+json;q=0.5, application/yang-data+xml', 'xml'],
    ['application/yang-data+xml;q=0.1, application/*;q=0.5', 'json'],
    ['application/xml', 'xml'],
    ['application/json', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
    ['text/html', undefined],
    ['application/yang-data+json;q=0, application/yang-data+xml;q=0, application/*;q=0', undefined],
    ['application/yang-data+json;q=0, */*', 'xml'],
    ['*/*;q=0.5, Application/YANG-data+JSON;q=0.1', 'xml'],
    ['application/yang-data+xml;q=0, */*', 'json'],
  ])('answers Accept %s in %s', (accept, encoding) => {
    expect(answerEncoding(accept, 'json')).toBe(encoding);
    expect(answerEncoding(accept, 'json')).toBe(encoding);
  });

  it('answers in the encoding of the message-body where the client does not care', () => {
    expect(answerEncoding('*/*', 'xml')).toBe('xml');
    expect(answerEncoding('application/*', 'xml')).toBe('xml');
    expect(answerEncoding('application/yang-data+json', 'xml')).toBe('json');
  });

  it('opens event streams only for who takes them', () => {
    expect(() => requireEventStream('text/event-stream')).not.toThrow();
    expect(() => requireEventStream(undefined)).not.toThrow();
    expect(() => requireEventStream('application/json')).toThrow('answered as text/event-stream');
  });
});
