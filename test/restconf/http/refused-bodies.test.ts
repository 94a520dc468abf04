/** Message-bodies that are refused, to clients that read no answer before they have sent all of their body. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RestconfListener } from '../../../src/restconf/index.js';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, listen } from '../support/listener.js';

/** More than the sockets of both sides hold. */
const LENGTH = 24 << 20;
const POST = 'POST /restconf/data';
const PIECE = Buffer.alloc(1 << 16, 0x20);

let listener: RestconfListener;
beforeEach(async () => {
  listener = await listen(new FakeServer({}));
});
afterEach(() => listener.close());

/** Sends a request whole, then reads the answer to its end; an error of the socket is what a client would see. */
async function exchanged(line: string, fields: readonly string[], length: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: listener.port });
  const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject));
  failed.catch(() => undefined);
  const head = ['Host: localhost', `Authorization: ${AUTHORIZATION}`, ...fields].join('\r\n');
  socket.write(`${line} HTTP/1.1\r\n${head}\r\n\r\n`);
  await Promise.race([sent(socket, fields.includes('Transfer-Encoding: chunked'), length), failed]);
  const read = async () => {
    let text = '';
    for await (const bytes of socket) {
      text += String(bytes);
      if (text.includes('</errors>') || text.includes('}]}}')) return text;
    }
    return text;
  };
  const text = await Promise.race([read(), failed]);
  socket.destroy();
  return text;
}

async function sent(socket: Socket, isChunked: boolean, length: number): Promise<void> {
  for (let left = length; left > 0; left -= PIECE.length) {
    const piece = isChunked ? `${PIECE.length.toString(16)}\r\n${PIECE.toString()}\r\n` : PIECE;
    if (!socket.write(piece)) await once(socket, 'drain');
  }
  if (isChunked) socket.write('0\r\n\r\n');
}

it.each([
  ['413', POST, 'too long', [`Content-Length: ${LENGTH}`, 'Content-Type: application/yang-data+json']],
  ['413', POST, 'too long, in chunks', ['Transfer-Encoding: chunked', 'Content-Type: application/yang-data+json']],
  ['415', POST, 'in an unknown coding', [`Content-Length: ${LENGTH}`, 'Content-Encoding: br']],
  ['415', POST, 'of an unknown media type', [`Content-Length: ${6 << 20}`, 'Content-Type: text/html']],
  ['400', 'POST /healthz', 'to a page that nobody logs in for', [`Content-Length: ${LENGTH}`]],
  ['400', 'POST /.well-known/host-meta', 'to a page for all', ['Transfer-Encoding: chunked']],
  ['415', 'PUT /data/x', 'of bulk data in a coding', [`Content-Length: ${LENGTH}`, 'Content-Encoding: gzip']],
])('%s reaches a client that has sent all of %s with a body %s', async (status, line, _what, fields) => {
  const length = Number(/\d+/.exec(fields[0] ?? '')?.[0] ?? LENGTH);
  expect((await exchanged(line, fields, length)).split('\r\n', 1)).toEqual([
    expect.stringContaining(`HTTP/1.1 ${status} `),
  ]);
});

it.each([
  ['PUT /data/x', 'gzip', 'none'],
  [POST, 'br', 'gzip or none'],
])('%s names the codings that it takes, %s not among them', async (line, coding, taken) => {
  const fields = ['Content-Length: 1', `Content-Encoding: ${coding}`];
  expect(await exchanged(line, fields, 1)).toContain(`Content-Encoding \\"${coding}\\"; expected ${taken}"`);
});

it('a client that does not send the rest is cut after the time for a request', async () => {
  const short = await listen(new FakeServer({}), { limits: { requestTime: 200 } });
  const socket = connect({ host: '127.0.0.1', port: short.port });
  const fields = ['Host: localhost', `Authorization: ${AUTHORIZATION}`, `Content-Length: ${LENGTH}`];
  socket.write(`PUT /data/x HTTP/1.1\r\n${fields.join('\r\n')}\r\nContent-Encoding: gzip\r\n\r\n`);
  let text = '';
  for await (const bytes of socket) text += String(bytes);
  expect(text).toContain('HTTP/1.1 415 ');
  await short.close();
});
