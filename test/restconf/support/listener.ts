/** A RESTCONF listener over a fake server, and literal requests to it. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { pino } from 'pino';
import { AccessError } from '../../../src/access/index.js';
import { type ListenOptions, listenRestconf, type RestconfListener } from '../../../src/restconf/index.js';
import type { FakeServer } from './fake-server.js';

export const AUTHORIZATION = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

export const access: ListenOptions['access'] = {
  authenticatePassword: async (name, password) => {
    if (name === 'busy') throw new AccessError('overloaded', 'too many logins');
    return name === 'ada' && password === 'secret' ? { name, groups: ['admin'] } : undefined;
  },
};

export function listen(server: FakeServer, more: Partial<ListenOptions> = {}): Promise<RestconfListener> {
  const log = pino({ level: 'silent' });
  return listenRestconf({ server, access, host: '127.0.0.1', port: 0, tls: false, log, ...more });
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed as JSON. */
  readonly json: unknown;
}

/** Sends one request; `path` goes out exactly as given. */
export function send(
  { port }: { readonly port: number },
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: string | Buffer } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { authorization: AUTHORIZATION, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The same for an answer that is no text. */
export function sendForBytes(
  { port }: { readonly port: number },
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers: { authorization: AUTHORIZATION, ...headers } };
    const request = httpRequest({ ...options, agent: false }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
    });
    request.on('error', reject).end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const JSON_TYPE = { 'content-type': 'application/yang-data+json' };
export const XML_TYPE = { 'content-type': 'application/yang-data+xml' };
export const WANTS_XML = { accept: 'application/yang-data+xml' };

/** The first error of an errors document. */
export function errorOf(reply: Reply): Record<string, unknown> {
  const document = reply.json as { 'ietf-restconf:errors': { error: Record<string, unknown>[] } };
  return document['ietf-restconf:errors'].error[0]!;
}
