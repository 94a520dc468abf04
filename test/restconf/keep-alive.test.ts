import { describe, expect, it } from 'vitest';
import { commentText, sseText } from '../../src/restconf/resources/streams/event-source.js';
import { withKeepAlive } from '../../src/restconf/resources/streams/keep-alive.js';

describe('keep-alive', () => {
  it('gives a sign of life while the source has nothing, and loses no item', async () => {
    let release = () => {};
    async function* source() {
      yield 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      yield 2;
    }
    const seen: (number | undefined)[] = [];
    for await (const item of withKeepAlive(source(), 5)) {
      seen.push(item);
      if (seen.length === 3) release();
    }
    expect(seen.slice(0, 3)).toEqual([1, undefined, undefined]);
    expect(seen.at(-1)).toBe(2);
  });

  it('closes the source when the reader leaves', async () => {
    let closed = false;
    async function* source() {
      try {
        for (;;) yield 1;
      } finally {
        closed = true;
      }
    }
    for await (const _item of withKeepAlive(source(), 1000)) break;
    await new Promise(setImmediate);
    expect(closed).toBe(true);
  });
});

describe('server-sent events', () => {
  it('put every line of the data behind its own field name', () => {
    expect(sseText('7', 'a\nb\r\nc\rd')).toBe('id: 7\ndata: a\ndata: b\ndata: c\ndata: d\n\n');
    expect(sseText('7\ndata: x', 'a')).toBe('id: 7data: x\ndata: a\n\n');
    expect(commentText('two\nlines')).toBe(': two lines\n\n');
  });
});
