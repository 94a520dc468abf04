import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, DatastoreName, HeldBytes, Server } from '../../server/index.js';
import type { Encoding } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** One authenticated request for resources, without sockets and types of the framework. */
export interface Exchange {
  readonly server: Server;
  readonly caller: Caller;
  /** Counts the bytes that the request and its answer hold. */
  readonly held: HeldBytes;
  readonly schema: Schema;
  readonly method: Method;
  /** Path of the RESTCONF root of this view as written: `/restconf` or `/agents/ID/restconf`. */
  readonly root: string;
  /** Path of the datastore resource: `data` or `ds/DATASTORE` below the root. */
  readonly dataRoot: string;
  /** The datastore, if the client names one (RFC 8527). Default: running and state together. */
  readonly datastore?: DatastoreName;
  /** `https://host:port` with which the client addressed the node. */
  readonly origin: string;
  /** Still percent-encoded, without `?`. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The message-body; undefined when there is none. */
  readonly body: Buffer | undefined;
  /** The encoding of the answer. */
  readonly encoding: Encoding;
  /** Top-level nodes (qnames) that providers keep, outside the datastore's entity-tag. */
  readonly outsideDatastore: ReadonlySet<string>;
  /** Milliseconds between the heartbeats of a silent event stream. */
  readonly heartbeat: number;
  /** Limits of the message-body, besides its size. */
  readonly bodyLimits: { readonly maxDepth: number; readonly maxElements: number };
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | LongText | EventStream;
}

/** A document that is encoded while it is sent. */
export interface LongText {
  readonly parts: AsyncIterable<string>;
}

export interface EventStream {
  readonly events: AsyncIterable<string | Uint8Array>;
}
