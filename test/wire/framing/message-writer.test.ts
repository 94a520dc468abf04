import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MessageWriter } from '../../../src/wire/framing/index.js';

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

  it('puts messages posted in one turn into one piece, in order with what is written', async () => {
    const { stream, writer } = setUp();
    const pieces: string[] = [];
    stream.on('data', (bytes: Buffer) => pieces.push(bytes.toString()));
    expect([writer.post('a'), writer.post('b')]).toEqual([undefined, undefined]);
    await writer.write('c');
    expect(writer.post('d')).toBeUndefined();
    await writer.flush();
    await new Promise(setImmediate);
    expect(pieces).toEqual(['\n#1\na\n##\n\n#1\nb\n##\n', '\n#1\nc\n##\n', '\n#1\nd\n##\n']);
  });

  it('lets whoever posts wait for a slow reader, and lets others have their turn between batches', async () => {
    const { stream, writer } = setUp();
    let posted = 0;
    const posting = (async () => {
      for (; posted < 1_000; posted += 1) await writer.post('x'.repeat(1_000));
    })();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(posted).toBeLessThan(200);
    expect(stream.writableLength).toBeLessThan(200_000);
    stream.resume();
    await posting;
  });

  it('refuses a post when the connection is closed, and fails one that waits', async () => {
    const { writer, closed } = setUp();
    const waiting = [writer.post('x'.repeat(70_000)), writer.post('x'.repeat(70_000))];
    closed.abort();
    await expect(waiting[1]).rejects.toThrow(/closed/);
    await Promise.allSettled(waiting);
    expect(() => writer.post('y')).toThrow(/closed/);
  });
});
