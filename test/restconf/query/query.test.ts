import { describe, expect, it } from 'vitest';
import { ALLOWED } from '../../../src/restconf/query/allowed.js';
import { contentOf } from '../../../src/restconf/query/content.js';
import { depthOf } from '../../../src/restconf/query/depth.js';
import { parseParameters } from '../../../src/restconf/query/parameters.js';
import { replayOf } from '../../../src/restconf/query/replay.js';
import { withDefaultsOf } from '../../../src/restconf/query/with-defaults.js';

describe('query parameters', () => {
  it('are decoded once, a plus staying a plus', () => {
    const query = 'start-time=2025-07-01T12:00:00+02:00&filter=%2Facme-box%3Aalarm';
    expect([...parseParameters(query, ALLOWED.stream)]).toEqual([
      ['start-time', '2025-07-01T12:00:00+02:00'],
      ['filter', '/acme-box:alarm'],
    ]);
  });

  it.each([
    ['colour=red', 'unknown query parameter "colour"'],
    ['depth=1&depth=1', '"depth" is given more than once'],
    ['insert=first', '"insert" is not allowed with this method'],
    ['depth', '"depth" has no value'],
    ['depth=%zz', 'expected percent-encoded UTF-8'],
    ['depth=1&', 'unknown query parameter ""'],
    ['constructor=1', 'unknown query parameter "constructor"'],
  ])('refuse %s', (query, message) => {
    expect(() => parseParameters(query, ALLOWED.retrieval)).toThrow(message);
  });

  it('depth is 1 to 65535 or unbounded', () => {
    expect(depthOf('1')).toBe(1);
    expect(depthOf('65535')).toBe(65535);
    expect(depthOf('unbounded')).toBeUndefined();
    for (const bad of ['0', '65536', '-1', '01', '1.5', '', 'all']) expect(() => depthOf(bad)).toThrow('depth');
  });

  it('content and with-defaults take their own words only', () => {
    expect(contentOf('nonconfig')).toBe('nonconfig');
    expect(() => contentOf('state')).toThrow('expected all, config or nonconfig');
    expect(() => contentOf('toString')).toThrow('expected all, config or nonconfig');
    expect(withDefaultsOf('report-all-tagged')).toBe('report-all-tagged');
    expect(() => withDefaultsOf('yes')).toThrow('expected report-all, trim, explicit, report-all-tagged');
  });

  it('start-time and stop-time are date-and-times in the right order', () => {
    const now = Date.parse('2025-07-01T00:00:00Z');
    const replay = (query: string) => replayOf(parseParameters(query, ALLOWED.stream), now);
    expect(replay('')).toEqual({});
    expect(replay('start-time=2025-06-01T00:00:00Z')).toEqual({ startTime: '2025-06-01T00:00:00Z' });
    expect(() => replay('stop-time=2025-06-01T00:00:00Z')).toThrow('given without "start-time"');
    expect(() => replay('start-time=2026-06-01T00:00:00Z')).toThrow('lies in the future');
    expect(() => replay('start-time=2025-06-01T00:00:00Z&stop-time=2025-05-01T00:00:00Z')).toThrow('not later');
    expect(() => replay('start-time=yesterday')).toThrow('expected a date-and-time');
    expect(() => replay('start-time=2025-13-01T00:00:00Z')).toThrow('expected a date-and-time');
  });
});
