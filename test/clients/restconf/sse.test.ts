import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseParser } from '../../../src/clients/index.js';

const TEXT = ': hello\r\nid: 1\nevent: tick\rdata: a\ndata:b\n\nretry: 250\ndata\r\n\r\nid\ndata:  two\n\nid: lost\n';

describe('SseParser', () => {
  it('reads fields, comments, all line ends and several data lines', () => {
    const parser = new SseParser();
    expect(parser.push(TEXT)).toEqual([
      { id: '1', type: 'tick', data: 'a\nb' },
      { id: '1', type: 'message', data: '' },
      { id: '', type: 'message', data: ' two' },
    ]);
    expect(parser.retry).toBe(250);
  });

  it('gives the same events however the text is split', () => {
    const whole = new SseParser().push(TEXT);
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), TEXT.length];
        const parser = new SseParser();
        expect(at.slice(1).flatMap((end, index) => parser.push(TEXT.slice(at[index], end)))).toEqual(whole);
      }),
    );
  });

  it('refuses an endless line and an endless event', () => {
    expect(() => new SseParser(10).push('data: 0123456789')).toThrow(RangeError);
    expect(() => new SseParser(10).push('data: 01234\ndata: 56789\ndata: 1\n')).toThrow(RangeError);
    expect(() => new SseParser(10).push('data\n'.repeat(11))).toThrow(RangeError);
  });
});
