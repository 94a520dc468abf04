import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { sendWholePackets } from '../../../src/wire/index.js';

it('what is written in one turn leaves in one piece, in order and with its callbacks', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = sendWholePackets(connect({ host: '127.0.0.1', port: address.port, noDelay: true }));
  await once(socket, 'connect');
  const [peer] = await accepted;
  const received = buffer(peer);
  const pieces: number[] = [];
  const { _writev: writev, _write: write } = socket;
  socket._writev = (chunks, done) => {
    pieces.push(chunks.length);
    writev?.call(socket, chunks, done);
  };
  socket._write = (chunk, encoding, done) => {
    pieces.push(1);
    write.call(socket, chunk, encoding, done);
  };
  for (const packet of [1, 2]) {
    for (const part of ['length ', 'octets ']) socket.write(`${packet} ${part}`);
    await new Promise<void>((resolve, reject) =>
      socket.write(`${packet} tag\n`, (error) => (error ? reject(error) : resolve())),
    );
  }
  socket.end('the end');
  expect(String(await received)).toBe('1 length 1 octets 1 tag\n2 length 2 octets 2 tag\nthe end');
  expect(pieces).toEqual([3, 3, 1]);
  server.close();
});
