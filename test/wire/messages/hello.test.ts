import { describe, expect, it } from 'vitest';
import { parseXml } from '../../../src/data/index.js';
import { buildHello, parseHello } from '../../../src/wire/messages/index.js';

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';

describe('hello', () => {
  it('is written with its capabilities escaped', () => {
    expect(buildHello({ capabilities: ['urn:a', 'http://m?module=m&revision=2020-01-01'], sessionId: 4 })).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<hello xmlns="${BASE}"><capabilities><capability>urn:a</capability><capability>http://m?module=m&amp;revision=2020-01-01</capability></capabilities><session-id>4</session-id></hello>`,
    );
  });

  it('is read with white space around what it says, whatever prefix it has', () => {
    const text = `<nc:hello xmlns:nc="${BASE}"><nc:capabilities>\n <nc:capability>\n urn:a </nc:capability></nc:capabilities><nc:session-id> 7 </nc:session-id></nc:hello>`;
    expect(parseHello(parseXml(text))).toEqual({ capabilities: ['urn:a'], sessionId: 7 });
  });

  it.each([
    [`<rpc xmlns="${BASE}"/>`, 'the first message must be a hello'],
    ['<hello><capabilities/></hello>', 'the first message must be a hello'],
    [`<hello xmlns="${BASE}"/>`, 'no capabilities element'],
    [
      `<hello xmlns="${BASE}"><capabilities/><session-id>0</session-id></hello>`,
      'a number from 1 to 4294967295, not "0"',
    ],
    [`<hello xmlns="${BASE}"><capabilities/><session-id>4294967296</session-id></hello>`, 'not "4294967296"'],
  ])('is refused: %s', (text, message) => {
    expect(() => parseHello(parseXml(text))).toThrow(message);
  });
});
