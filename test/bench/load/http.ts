/** An HTTP load generator, a process of its own: kept-alive connections, on each the next request when the answer is there. */
import { readFileSync } from 'node:fs';
import { openHttp1 } from './http1.js';
import { openHttp2 } from './http2.js';
import { type LoadTime, measure } from './measure.js';

export interface HttpLoad extends LoadTime {
  readonly host: string;
  readonly port: number;
  readonly protocol: HttpProtocol;
  readonly connections: number;
  /** The header field, as it is sent. */
  readonly authorization: string;
  readonly method: string;
  /** `{c}` becomes the number of the connection. */
  readonly path: string;
  /** `{n}` becomes a text that no other request of this run has. */
  readonly body?: string;
  /** Of the body. Default: application/yang-data+json. Only over HTTP/1.1. */
  readonly type?: string;
  /** A file with a header field a line, one for each request, so that what they prove costs no time here. Only over HTTP/1.1. */
  readonly fields?: string;
  readonly expect: Expected;
}

/** HTTP/1.1 without TLS and with it, or HTTP/2 over TLS. */
export type HttpProtocol = 'http' | 'https' | 'h2';

/** What every answer must be. */
export interface Expected {
  readonly status: number;
  /** Must stand in it. */
  readonly text?: string;
}

/** What each connection of a load sends. */
export interface Sent {
  readonly path: string;
  /** Of the next request. */
  body(): string | undefined;
  /** A further header field of the next request, with its end of line; empty for none. */
  field(): string;
}

/** @throws Error when all are used up */
function nextField(fields: string[]): string {
  const field = fields.pop();
  if (field === undefined) throw new Error('there are more requests than header fields for them');
  return field;
}

const OPEN = { http: openHttp1, https: openHttp1, h2: openHttp2 } as const;

function sentBy(load: HttpLoad, connection: number): Sent {
  let count = 0;
  return {
    path: load.path.replaceAll('{c}', String(connection)),
    field: () => (fields ? `${nextField(fields)}\r\n` : ''),
    body: () => load.body?.replaceAll('{n}', `${process.pid}-${connection}-${count++}`),
  };
}

const load: HttpLoad = JSON.parse(process.argv[2] ?? '{}');
const fields = load.fields === undefined ? undefined : readFileSync(load.fields, 'utf8').trimEnd().split('\n');
const connections = await Promise.all(
  Array.from({ length: load.connections }, (_, index) => OPEN[load.protocol](load, sentBy(load, index))),
);
console.log(JSON.stringify(await measure(connections, load)));
process.exit(0);
