import { describe, expect, it } from 'vitest';
import { editConditions, isNotModified } from '../../src/restconf/resources/conditions.js';

const version = { etag: 'abc', lastModified: new Date('2025-07-01T12:00:00.500Z') };
const edit = (headers: Record<string, string>) => editConditions(headers, { exists: true, version });
const absent = (headers: Record<string, string>) => editConditions(headers, { exists: false });

describe('conditional requests', () => {
  it('304 when the entity-tag is named, weak or not, or nothing changed since', () => {
    expect(isNotModified({ 'if-none-match': '"abc"' }, version)).toBe(true);
    expect(isNotModified({ 'if-none-match': '"x", W/"abc"' }, version)).toBe(true);
    expect(isNotModified({ 'if-none-match': '"x"' }, version)).toBe(false);
    expect(isNotModified({ 'if-modified-since': 'Tue, 01 Jul 2025 12:00:00 GMT' }, version)).toBe(true);
    expect(isNotModified({ 'if-modified-since': 'Tue, 01 Jul 2025 11:59:59 GMT' }, version)).toBe(false);
    expect(isNotModified({ 'if-modified-since': 'yesterday' }, version)).toBe(false);
  });

  it('If-None-Match decides alone where both are given', () => {
    const headers = { 'if-none-match': '"x"', 'if-modified-since': 'Tue, 01 Jul 2025 12:00:00 GMT' };
    expect(isNotModified(headers, version)).toBe(false);
  });

  it('412 when If-Match or If-Unmodified-Since does not hold', () => {
    expect(() => edit({ 'if-match': '"x"' })).toThrow('If-Match');
    expect(() => edit({ 'if-match': 'W/"abc"' })).toThrow('If-Match');
    expect(() => edit({ 'if-unmodified-since': 'Tue, 01 Jul 2025 11:00:00 GMT' })).toThrow('was changed at');
    expect(() => edit({ 'if-none-match': '"abc"' })).toThrow('If-None-Match');
  });

  it('pins the edit to the entity-tag that the condition saw', () => {
    expect(edit({})).toEqual({ mustNotExist: false });
    expect(edit({ 'if-match': '"x", "abc"' }).ifMatch).toEqual(['x', 'abc']);
    expect(edit({ 'if-match': '*' })).toEqual({ mustExist: true, mustNotExist: false });
    expect(edit({ 'if-unmodified-since': 'Tue, 01 Jul 2025 12:00:00 GMT' }).ifMatch).toEqual(['abc']);
  });

  it('what is not there fulfils no If-Match and every If-Unmodified-Since', () => {
    expect(() => absent({ 'if-match': '"abc"' })).toThrow('does not exist');
    expect(() => absent({ 'if-match': '*' })).toThrow('does not exist');
    expect(absent({ 'if-unmodified-since': 'Tue, 01 Jul 2025 11:00:00 GMT' })).toEqual({ mustNotExist: false });
    expect(absent({ 'if-none-match': '*' })).toEqual({ mustNotExist: true });
    expect(() => edit({ 'if-none-match': '*' })).toThrow('the resource exists');
  });
});
