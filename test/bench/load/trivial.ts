/**
 * A server that does next to nothing, a process of its own: what the load generator reaches against it is the most that it
 * can show of any server. Says its port, and answers until it is ended.
 */
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../../../src/keys/index.js';
import type { HttpProtocol } from './http.js';

const BODY = JSON.stringify({ answer: 'x'.repeat(200) });
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

function answerAll(socket: Socket): void {
  socket.setNoDelay(true);
  socket.on('data', () => socket.write(ANSWER)).on('error', () => socket.destroy());
}

async function serverOf(protocol: HttpProtocol): Promise<Server> {
  if (protocol === 'http') return createServer(answerAll);
  const { key, cert } = await selfSigned(['127.0.0.1']);
  if (protocol === 'https') return createTlsServer({ key, cert }, answerAll);
  return createSecureServer({ key, cert }).on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    stream.end(BODY);
  });
}

const server = await serverOf((process.argv[2] ?? 'http') as HttpProtocol);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
