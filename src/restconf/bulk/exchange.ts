import type { IncomingHttpHeaders } from 'node:http';
import type { BulkData, Caller } from '../../server/index.js';

/** One authenticated request for bytes, without types of the framework. The body is a stream. */
export interface BulkExchange {
  readonly data: BulkData;
  readonly caller: Caller;
  readonly method: string;
  readonly id: string;
  /** Path of the data as written. */
  readonly path: string;
  /** Still percent-encoded, without `?`. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface BulkAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: AsyncIterable<Uint8Array>;
}
