/** HTTP/1.1 on a bare socket: a client library would cost more than the server. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { HttpLoad, Sent } from './http.js';

const HEAD_END = '\r\n\r\n';

export async function openHttp1(load: HttpLoad, sent: Sent): Promise<{ request(): Promise<void> }> {
  const { host, port, protocol, method, authorization, expect } = load;
  const tls = protocol === 'https';
  const socket: Socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connect({ host, port });
  await once(socket, tls ? 'secureConnect' : 'connect');
  socket.setNoDelay(true);
  const head =
    `${method} ${sent.path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/yang-data+json\r\n` +
    `Authorization: ${authorization}\r\n`;
  const next = (): string => {
    const body = sent.body();
    const field = sent.field();
    if (body === undefined) return `${head}${field}\r\n`;
    const type = `Content-Type: ${load.type ?? 'application/yang-data+json'}`;
    return `${head}${field}${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  let text = '';
  let done: ((answer: string) => void) | undefined;
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    const end = text.indexOf(HEAD_END);
    if (end < 0 || text.length < end + HEAD_END.length + lengthIn(text.slice(0, end))) return;
    const answer = text;
    text = '';
    done?.(answer);
  });
  const start = `HTTP/1.1 ${expect.status} `;
  return {
    request: async () => {
      const answer = await new Promise<string>((resolve) => {
        done = resolve;
        socket.write(next());
      });
      if (!answer.startsWith(start) || !answer.includes(expect.text ?? ''))
        throw new Error(`not what was asked for: ${answer}`);
    },
  };
}

/** The length of the message-body behind a head. */
function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (head.startsWith('HTTP/1.1 204')) return 0;
  throw new Error(`an answer without Content-Length: ${head}`);
}
