import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSegments } from '../../../src/restconf/api-path/segment.js';

describe('the steps of an api-path', () => {
  it('splits keys on literal commas before decoding them', () => {
    expect(parseSegments('m:route=10.0.0.0%2F8,1.5/via')).toEqual([
      { module: 'm', name: 'route', keys: ['10.0.0.0/8', '1.5'], offset: 0 },
      { module: undefined, name: 'via', offset: 25 },
    ]);
    expect(parseSegments('m:l=a%2Cb,c')[0]?.keys).toEqual(['a,b', 'c']);
  });

  it('takes empty keys, and "=" as part of a key', () => {
    expect(parseSegments('m:l=')[0]?.keys).toEqual(['']);
    expect(parseSegments('m:l=,,x')[0]?.keys).toEqual(['', '', 'x']);
    expect(parseSegments('m:l=a=b')[0]?.keys).toEqual(['a=b']);
  });

  it('takes a module separator that a client has percent-encoded', () => {
    expect(parseSegments('m%3Al')).toEqual([{ module: 'm', name: 'l', offset: 0 }]);
  });

  it('says where a step is wrong and what was expected', () => {
    expect(() => parseSegments('m:a//b')).toThrow('path, offset 4: expected a node name');
    expect(() => parseSegments('m:a/1b', 14)).toThrow('path, offset 18: expected a node name');
    expect(() => parseSegments('m:l=a%zz')).toThrow('path, offset 5: expected two hexadecimal digits behind "%"');
    expect(() => parseSegments('m:l=%ff')).toThrow('expected percent-encoded UTF-8');
  });

  it('gives back every key that was percent-encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (keys) => {
        const well = keys.map((key) => key.replace(/[\ud800-\udfff]/gu, ''));
        expect(parseSegments(`m:l=${well.map(encodeURIComponent).join(',')}`)[0]?.keys).toEqual(well);
      }),
    );
  });

  it('answers or refuses any text, never anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseSegments(text);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Refusal', status: 400 });
        }
      }),
    );
  });
});
