/**
 * Members that are connected by WebSockets of the adapter `ioa-websocket` and say nothing, on bare sockets in a process of its own: it
 * holds little for each of them. Tells when all are connected, and when each has read its groups up to the last message.
 */
import { randomBytes } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { HttpPlace } from './http-wire.js';
import { answer, followSteps, options } from './steering.js';
import { pongTo, WebSocketFrames } from './websocket-wire.js';

export interface IdleMembersOptions {
  readonly place: HttpPlace;
  readonly tls: boolean;
  /** Names of the agents. */
  readonly names: readonly string[];
  /** Content of the last message of each group. */
  readonly last: string;
  /** Handshakes at one time. */
  readonly atOnce: number;
}

const { place, tls, names, last, atOnce } = options<IdleMembersOptions>();
const LAST = Buffer.from(`"content":${JSON.stringify(last)}`);
const SWITCHING = 'HTTP/1.1 101 ';
let unread = names.length;

function read(): void {
  unread -= 1;
  if (unread === 0) answer({ read: names.length });
}

/** Resolves once the handshake is answered with 101. */
function connect(name: string): Promise<void> {
  const { host, port, authorization } = place;
  const socket: Socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connectPlain({ host, port });
  socket.setNoDelay(true);
  socket.on('close', () => {
    throw new Error(`the node closed the connection of ${name}`);
  });
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /ioa/ws/${name} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let head = '';
    const begin = (bytes: Buffer) => {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', begin);
      if (!head.startsWith(SWITCHING)) return reject(new Error(`no WebSocket for ${name}: ${head}`));
      follow(socket, Buffer.from(head.slice(end + 4), 'latin1'));
      resolve();
    };
    socket.on('data', begin);
  });
}

/** Answers pings, by which the node learns what was read. */
function follow(socket: Socket, first: Buffer): void {
  const frames = new WebSocketFrames();
  let isRead = false;
  const take = (bytes: Buffer) => {
    for (const { opcode, payload } of frames.take(bytes)) {
      if (opcode === 'ping') socket.write(pongTo(payload));
      else if (opcode === 'text' && !isRead && payload.includes(LAST)) {
        isRead = true;
        read();
      }
    }
  };
  take(first);
  socket.on('data', take);
}

let next = 0;
async function connectSome(): Promise<void> {
  for (let name = names[next++]; name !== undefined; name = names[next++]) await connect(name);
}

await Promise.all(Array.from({ length: atOnce }, connectSome));
answer({ connected: names.length });
followSteps({});
