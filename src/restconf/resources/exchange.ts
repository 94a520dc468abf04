import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, DatastoreName, HeldBytes, Server } from '../../server/index.js';
import type { Encoding } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** One authenticated request as the resources see it: no sockets, no framework. */
export interface Exchange {
  readonly server: Server;
  readonly caller: Caller;
  /** Counts what the request and its answer hold. */
  readonly held: HeldBytes;
  readonly schema: Schema;
  readonly method: Method;
  /** Path of the RESTCONF root of this view as written: `/restconf` or `/agents/ID/restconf`. */
  readonly root: string;
  /** Path of the datastore resource that data are in: `data` or `ds/DATASTORE` below the root. */
  readonly dataRoot: string;
  /** The datastore, where the client names one (RFC 8527); absent: running and state together. */
  readonly datastore?: DatastoreName;
  /** `https://host:port`, as the client addressed the node. */
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
  /** Bounds of the message-body, its size apart. */
  readonly bodyLimits: { readonly maxDepth: number; readonly maxElements: number };
}

/** What goes back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | LongText | EventStream;
}

/** A document that is made while it is sent. */
export interface LongText {
  readonly parts: AsyncIterable<string>;
}

export interface EventStream {
  readonly events: AsyncIterable<string | Uint8Array>;
}
