/** Data that grow: a sender that is not at its end, and readers that follow it. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Endpoints } from './node.js';

export interface User {
  readonly name: string;
  readonly password: string;
}

function ask(
  { url, certificate }: Pick<Endpoints, 'url' | 'certificate'>,
  { name, password }: User,
  path: string,
  o: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): ClientRequest {
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  const { method = 'GET', headers = {} } = o;
  // Each has a connection of its own.
  return request(`${url}${path}`, {
    ...{ method, agent: false, ca: readFileSync(certificate) },
    headers: { authorization, ...headers },
  });
}

/** An upload that goes on until `end`; the first bytes are stored when it resolves. */
export function upload(
  node: Pick<Endpoints, 'url' | 'certificate'>,
  user: User,
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const outgoing = ask(node, user, path, { method: 'PUT', headers });
  const answered = new Promise<number>((resolve) => {
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0));
    outgoing.on('error', () => resolve(0));
  });
  return {
    write: (text: string) => void outgoing.write(text),
    end: (): Promise<number> => {
      outgoing.end();
      return answered;
    },
    /** Cuts its connection. */
    cut: () => outgoing.destroy(),
  };
}

export interface Followed {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: () => string;
  /** Resolves when no more comes: true when the answer was whole. */
  readonly over: Promise<boolean>;
  readonly leave: () => void;
}

/** Reads data as they arrive. */
export async function followed(
  node: Pick<Endpoints, 'url' | 'certificate'>,
  user: User,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Followed> {
  const outgoing = ask(node, user, path, { headers });
  const [incoming] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const over = new Promise<boolean>((resolve) => {
    incoming.on('error', () => undefined).on('close', () => resolve(incoming.complete));
  });
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text: () => text,
    over,
    leave: () => outgoing.destroy(),
  };
}
