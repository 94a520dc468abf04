import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MessageWriter } from '../../../src/clients/framing/index.js';

function setUp(): { stream: PassThrough; writer: MessageWriter; closed: AbortController } {
  const stream = new PassThrough({ highWaterMark: 1024 });
  const closed = new AbortController();
  const writer = new MessageWriter({ stream, closed: closed.signal });
  writer.framing = 'chunked';
  return { stream, writer, closed };
}

describe('MessageWriter', () => {
  it('keeps messages whole and in order, also when one is made bit by bit', async () => {
    const { stream, writer } = setUp();
    async function* slowly(): AsyncGenerator<string> {
      yield 'a';
      await Promise.resolve();
      yield 'b';
    }
    await Promise.all([writer.write(slowly()), writer.write('c')]);
    stream.end();
    expect((await stream.toArray()).join('')).toBe('\n#1\na\n#1\nb\n##\n\n#1\nc\n##\n');
  });

  it('waits for a slow reader', async () => {
    const { stream, writer } = setUp();
    let done = false;
    const written = writer.write('x'.repeat(1_000_000)).then(() => {
      done = true;
    });
    await new Promise(setImmediate);
    expect(done).toBe(false);
    expect(stream.writableLength).toBeLessThan(200_000);
    expect(writer.waiting).toBe(1);
    stream.resume();
    await written;
    await writer.flush();
    expect(writer.waiting).toBe(0);
  });

  it('fails what waits when the connection closes', async () => {
    const { writer, closed } = setUp();
    const writes = [writer.write('x'.repeat(1_000_000)), writer.write('y')];
    closed.abort();
    for (const outcome of await Promise.allSettled(writes)) expect(outcome.status).toBe('rejected');
    await writer.flush();
  });

  it('goes on with the next message after one that cannot be framed', async () => {
    const { stream, writer } = setUp();
    writer.framing = 'end-of-message';
    await expect(writer.write('a]]>]]>b')).rejects.toThrow(/"]]>]]>"/);
    await writer.write('c');
    stream.end();
    expect((await stream.toArray()).join('')).toBe('c]]>]]>');
  });
});
