/** An HTTP/1.1 load generator, a process of its own: kept-alive connections, on each the next request when the answer is there. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type LoadTime, measure } from './measure.js';

export interface HttpLoad extends LoadTime {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly connections: number;
  readonly username: string;
  readonly password: string;
  readonly method: string;
  readonly path: string;
  /** `{n}` becomes a text that no other request of this run has. */
  readonly body?: string;
  /** Must stand in every answer. */
  readonly expect: string;
}

const HEAD_END = '\r\n\r\n';

async function openConnection(load: HttpLoad, name: string): Promise<{ request(): Promise<void> }> {
  const { host, port, tls, method, path, username, password, body, expect } = load;
  const socket: Socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connect({ host, port });
  await once(socket, tls ? 'secureConnect' : 'connect');
  socket.setNoDelay(true);
  const type = body === undefined ? '' : 'Content-Type: application/yang-data+json\r\n';
  const head =
    `${method} ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/yang-data+json\r\n${type}` +
    `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`;
  let count = 0;
  const next = (): string => {
    if (body === undefined) return `${head}\r\n`;
    const content = body.replaceAll('{n}', `${name}-${count++}`);
    return `${head}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
  };
  let text = '';
  let done: ((answer: string) => void) | undefined;
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    const end = text.indexOf(HEAD_END);
    if (end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
    if (length === undefined) throw new Error(`an answer without Content-Length: ${text.slice(0, end)}`);
    if (text.length < end + HEAD_END.length + Number(length)) return;
    const answer = text;
    text = '';
    done?.(answer);
  });
  return {
    request: async () => {
      const answer = await new Promise<string>((resolve) => {
        done = resolve;
        socket.write(next());
      });
      if (!answer.startsWith('HTTP/1.1 200') || !answer.includes(expect))
        throw new Error(`not what was asked for: ${answer}`);
    },
  };
}

const load: HttpLoad = JSON.parse(process.argv[2] ?? '{}');
const connections = await Promise.all(
  Array.from({ length: load.connections }, (_, index) => openConnection(load, `${process.pid}-${index}`)),
);
console.log(JSON.stringify(await measure(connections, load)));
process.exit(0);
