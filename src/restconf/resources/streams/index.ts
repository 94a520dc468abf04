import { RpcError } from '../../../data/index.js';
import type { Delivery, SubscribeRequest } from '../../../server/index.js';
import { type Encoding, MEDIA_TYPE } from '../../../wire/index.js';
import { requireEventStream } from '../../accept.js';
import { ALLOWED } from '../../query/allowed.js';
import { type EventFilter, filterOf } from '../../query/filter.js';
import { parseParameters } from '../../query/parameters.js';
import { replayOf } from '../../query/replay.js';
import { badRequest, notFound } from '../../refusal.js';
import type { Answer, Exchange } from '../exchange.js';
import { answerFrom, type MethodTable } from '../method-table.js';
import { commentText, eventText } from './event-source.js';
import { withKeepAlive } from './keep-alive.js';

/** An event stream resource: one stream in one encoding. */
interface EventStream {
  readonly name: string;
  readonly encoding: Encoding;
}

const ENCODINGS: Readonly<Record<string, Encoding>> = { json: 'json', xml: 'xml' };
const STREAM: MethodTable<EventStream> = { GET: openStream };

/**
 * Answers `{+restconf}/streams/NAME/json` and `/xml` (RFC 8040 §3.8, §6.2).
 *
 * @param rest the path after `streams/`, still percent-encoded
 */
export function answerStreams(exchange: Exchange, rest: string): Promise<Answer> {
  const stream = streamAt(exchange, rest);
  return answerFrom(STREAM, exchange, stream, `event stream "${stream.name}"`);
}

function streamAt(exchange: Exchange, rest: string): EventStream {
  const [name = '', encoding = '', ...more] = rest.split('/').map(decode);
  const known = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  const streams = exchange.server.streams(exchange.caller.view, exchange.caller.principal).map((stream) => stream.name);
  if (known !== undefined && more.length === 0 && streams.includes(name)) return { name, encoding: known };
  const expected = streams.map((each) => `${exchange.root}/streams/${encodeURIComponent(each)}/json (or /xml)`);
  throw notFound(`there is no event stream here; the event streams are: ${expected.join(', ') || 'none'}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest(`expected the percent-encoded name of an event stream, found "${text}"`);
  }
}

/** Answers GET: 200 and events until the client leaves, the stop-time has passed or the node closes (RFC 8040 §6.3). */
async function openStream(exchange: Exchange, { name, encoding }: EventStream): Promise<Answer> {
  const { server, caller, headers, schema, method } = exchange;
  const parameters = parseParameters(exchange.query, ALLOWED.stream);
  requireEventStream(headers.accept);
  const filter = filterOf(schema, parameters.get('filter'));
  const request: SubscribeRequest = {
    stream: name,
    ...replayOf(parameters, Date.now()),
    after: lastEventId(headers['last-event-id']),
    filtering: () => filter !== undefined,
    signal: caller.signal,
  };
  const answer = { status: 200, headers: { 'content-type': MEDIA_TYPE.eventStream, 'cache-control': 'no-store' } };
  if (method === 'HEAD') return answer;
  const deliveries = refusable(() => server.subscribe(caller, request));
  return { ...answer, body: { events: streamText(deliveries, encoding, filter, exchange.heartbeat) } };
}

/** Converts errors of RFC 5277, which name XML elements of create-subscription, to bad query parameters. */
function refusable(subscribe: () => AsyncIterable<readonly Delivery[]>): AsyncIterable<readonly Delivery[]> {
  try {
    return subscribe();
  } catch (error) {
    throw error instanceof RpcError && error.tag !== 'access-denied' ? badRequest(error.message, error.appTag) : error;
  }
}

function lastEventId(header: string | string[] | undefined): string | undefined {
  const id = Array.isArray(header) ? header[0] : header;
  return id === '' ? undefined : id;
}

/** Yields the text of the stream as fast as the client reads, of each batch in one piece: nothing is buffered here. */
async function* streamText(
  batches: AsyncIterable<readonly Delivery[]>,
  encoding: Encoding,
  filter: EventFilter | undefined,
  heartbeat: number,
): AsyncGenerator<string, void, void> {
  // Sent at once, so that the client knows that the stream is open before the first event.
  yield commentText('open');
  for await (const batch of withKeepAlive(batches, heartbeat)) {
    const text = batch
      ? batch.map((delivery) => textOf(delivery, encoding, filter)).join('')
      : commentText('keep-alive');
    if (text !== '') yield text;
    if (batch?.some(({ kind }) => kind === 'stopped' || kind === 'dropped')) return;
  }
}

function textOf(delivery: Delivery, encoding: Encoding, filter: EventFilter | undefined): string {
  switch (delivery.kind) {
    case 'event':
      return !filter || filter(delivery) ? eventText(delivery, encoding) : '';
    case 'replay-complete':
      return commentText('replay complete');
    case 'stopped':
      return commentText('stop-time reached');
    case 'dropped':
      return commentText(`dropped: ${delivery.reason}`);
    default:
      return delivery satisfies never;
  }
}
