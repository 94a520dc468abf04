/** Event streams of RESTCONF (RFC 8040 §6): server-sent events that continue after a reconnect. */

import { setTimeout as delay } from 'node:timers/promises';
import { isObject, messageOf, parseJson, RpcError } from '../../data/index.js';
import { MEDIA_TYPE } from '../../wire/index.js';
import { transportError } from '../netconf/pending.js';
import type { HttpConnection } from './http.js';
import { errorOf, RestconfError } from './restconf-error.js';
import { type ServerSentEvent, SseParser } from './sse.js';

export interface EventOptions {
  /** Start after the event with this id. */
  readonly lastEventId?: string;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Consecutive reconnect attempts until the iteration fails; 0 is none. Default: 10. */
  readonly maxRetries?: number;
  /** Milliseconds before the first reconnect attempt, doubled each time. Default: 500. The server may request up to 30000. */
  readonly retryDelay?: number;
  /** Called each time the server begins to send: no event is missed after that. */
  readonly onOpen?: () => void;
  /**
   * Milliseconds without data after which a connection counts as broken, also before it is open. Default: the limit of requests,
   * and none once it is open.
   */
  readonly silence?: number;
}

/** A notification of an event stream. */
export interface RestconfEvent {
  /** Id for `lastEventId`; '' when the server sends none. */
  readonly id: string;
  readonly eventTime: string;
  /** `module:name` of the notification. */
  readonly name: string;
  /** Content as RFC 7951 JSON. */
  readonly value: unknown;
}

const DEFAULT_RETRIES = 10;
const DEFAULT_DELAY = 500;
const MAX_DELAY = 30_000;

/**
 * Reads a stream. @param path path of the stream with its query. @param finite true when the server ends the stream itself (a
 * stop-time)
 * @throws RestconfError when the server refuses; RpcError of type transport when the reconnects have failed
 */
export async function* readEvents(
  connection: HttpConnection,
  path: string,
  finite: boolean,
  o: EventOptions,
): AsyncGenerator<RestconfEvent, void> {
  const { maxRetries = DEFAULT_RETRIES, retryDelay = DEFAULT_DELAY, signal } = o;
  const position: Position = { lastEventId: o.lastEventId, retry: undefined, opened: false };
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const event of readOnce(connection, path, position, o)) {
        failures = 0;
        yield toEvent(event);
      }
      if (finite) return;
    } catch (error) {
      if (signal?.aborted) return;
      if (isFinal(error) || !position.opened || failures >= maxRetries) throw error;
    }
    if (failures >= maxRetries) throw transportError('operation-failed', 'the server ended the event stream');
    const wait = Math.min(MAX_DELAY, Math.max(position.retry ?? 0, retryDelay * 2 ** failures));
    await delay(wait, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) return;
  }
}

/**
 * True for errors that a retry does not change: a refusal below status 500, with any error document. A failed server is worth
 * a retry.
 */
function isFinal(error: unknown): boolean {
  if (error instanceof RestconfError) return error.status < 500;
  return !(error instanceof RpcError) || error.type !== 'transport';
}

/** Position of the reader, over all connections. */
interface Position {
  /** True when the server has accepted the request once: later failures are worth a retry. */
  opened: boolean;
  lastEventId: string | undefined;
  retry: number | undefined;
}

/** Yields the events of one connection and updates the position. */
async function* readOnce(
  connection: HttpConnection,
  path: string,
  position: Position,
  { signal, onOpen, silence }: EventOptions,
): AsyncGenerator<ServerSentEvent, void> {
  const headers: Record<string, string> = { accept: MEDIA_TYPE.eventStream, 'cache-control': 'no-cache' };
  if (position.lastEventId !== undefined) headers['last-event-id'] = position.lastEventId;
  const response = await connection.open({ method: 'GET', path, headers, signal, timeout: silence });
  const status = response.statusCode ?? 0;
  response.setEncoding('utf8');
  try {
    if (status !== 200) throw errorOf({ status, headers: response.headers, body: '' });
    position.opened = true;
    if (silence !== undefined) {
      response.setTimeout(silence, () => response.destroy(new Error(`nothing came for ${silence} ms`)));
    }
    onOpen?.();
    const parser = new SseParser();
    for await (const text of response) {
      for (const event of parser.push(text)) {
        if (event.id !== '') position.lastEventId = event.id;
        yield event;
      }
      position.retry = parser.retry ?? position.retry;
    }
  } catch (error) {
    if (error instanceof RpcError || error instanceof RangeError) throw error;
    throw transportError('operation-failed', `the event stream broke: ${messageOf(error)}`, error);
  } finally {
    response.destroy();
  }
}

/** Converts a server-sent event to a notification (RFC 8040 §6.4). @throws RpcError when the data is not a notification */
function toEvent({ id, data }: ServerSentEvent): RestconfEvent {
  const document = parseJson(data);
  const notification = isObject(document) ? document['ietf-restconf:notification'] : undefined;
  if (!isObject(notification)) throw notOne(data);
  const { eventTime, ...rest } = notification;
  const [entry] = Object.entries(rest);
  if (typeof eventTime !== 'string' || !entry) throw notOne(data);
  return { id, eventTime, name: entry[0], value: entry[1] };
}

function notOne(data: string): RpcError {
  return new RpcError({
    type: 'protocol',
    tag: 'malformed-message',
    message: `the event is not an ietf-restconf:notification: ${data.slice(0, 200)}`,
  });
}
