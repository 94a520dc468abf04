import { describe, expect, it } from 'vitest';
import { sharedJson } from '../../src/sessions/record/shared.js';

describe('the JSON of columns that rows share', () => {
  it('is parsed once for rows with the same text', () => {
    const first = sharedJson('[{"from":7}]');
    expect(first).toEqual([{ from: 7 }]);
    expect(sharedJson('[{"from":7}]')).toBe(first);
  });

  it('is forgotten when a thousand other texts came since, and is not kept when it is long', () => {
    const first = sharedJson('["first"]');
    for (let number = 0; number < 1_000; number++) sharedJson(`[${number}]`);
    expect(sharedJson('["first"]')).not.toBe(first);
    const long = JSON.stringify(['x'.repeat(2_000)]);
    expect(sharedJson(long)).not.toBe(sharedJson(long));
  });
});
