/** Subscriptions to event streams; those of the event log are limited to events that the view has and that concern the caller. */
import { RpcError } from '../data/index.js';
import {
  EventLogError,
  type EventLogErrorCode,
  type EventRecord,
  numberOfEvent,
  type SubscriptionItem,
} from '../events/index.js';
import type { Schema } from '../yang/index.js';
import { type BytesUnderWay, HeldBytes } from './bytes-under-way.js';
import type { Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import type { Delivery, SubscribeRequest } from './operation.js';
import { providedDeliveries } from './provided-stream.js';
import type { ProvidedStream } from './provider.js';
import { placeOf, sharedEvent } from './shared-event.js';
import { visibleEdits } from './visible-edits.js';
import { visibleProvidedStreams, visibleStreams } from './visible-streams.js';

/**
 * Subscribes to a stream of the event log or of a provider. Deliveries come in batches, in order.
 *
 * @throws RpcError at once for a bad request, so that a face can refuse before it answers
 */
export function subscribeTo(
  core: ServerCore,
  caller: Caller,
  request: SubscribeRequest,
): AsyncIterable<readonly Delivery[]> {
  if (typeof request.stopTime === 'string' && request.startTime === undefined) {
    throw refusal('missing-element', 'startTime', 'a stop time needs a start time');
  }
  const { schema } = core.endpoint(caller);
  const provided = requireStream(core, caller, request.stream);
  if (provided) return providedDeliveries(core, caller, provided, request);
  const call = makeCall(core, caller);
  const { view } = caller;
  const accepts = (event: EventRecord): boolean =>
    (view.kind === 'node' || event.audience?.agents?.includes(view.agent) === true) &&
    call.sees(event.audience, numberOfEvent(event)) &&
    mayReceive(event);
  const visible = visibleEdits(core, caller.principal, schema);
  const wanted = (event: EventRecord): boolean => {
    const shown = accepts(event) ? visible(event) : undefined;
    const passes = shown !== undefined && passesFilter(shown);
    if (!passes) request.onExcluded?.();
    return passes;
  };
  const passesFilter = (event: EventRecord): boolean => {
    if (!request.filter) return true;
    const shared = sharedEvent(schema, event);
    return shared !== undefined && request.filter(shared);
  };
  const hold = (octets: number) => heldEvent(core.bytesUnderWay, caller.principal.name, octets);
  const mayReceive = (event: EventRecord): boolean => {
    const place = placeOf(schema, event);
    return place !== undefined && core.access.mayReceive(caller.principal, place.node, place.path);
  };
  try {
    return deliveries(schema, visible, core.events.subscribe({ ...request, accepts: wanted, hold }));
  } catch (error) {
    if (error instanceof EventLogError) {
      const appTag = error.code === 'unknown-cursor' ? UNKNOWN_EVENT : undefined;
      throw refusal('bad-element', FAULTY[error.code] ?? 'stream', error.message, appTag);
    }
    throw error;
  }
}

/** Number of copies of an event for a slow reader: its record, and its text before and within the connection. */
const COPIES = 4;
/** Maximum octets of an event that is always delivered, regardless of the bytes that its user holds. */
const SMALL = 16 * 1024;

/** Counts the bytes of an event until its reader takes it. Returns undefined when the user of the reader holds too many. */
function heldEvent(all: BytesUnderWay, user: string, octets: number): (() => void) | undefined {
  const held = new HeldBytes(all, user);
  try {
    if (octets <= SMALL) held.add(COPIES * octets);
    else held.take(COPIES * octets);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
  return () => held.close();
}

/** Returns the stream if a provider serves it; undefined for one of the event log. @throws RpcError bad-element for another name */
function requireStream(core: ServerCore, { view, principal }: Caller, stream: string): ProvidedStream | undefined {
  const names = visibleStreams(core, view, principal).map(({ name }) => name);
  if (names.includes(stream)) return undefined;
  const provided = visibleProvidedStreams(core, view, principal);
  const found = provided.find(({ name }) => name === stream);
  if (found) return found;
  const all = [...names, ...provided.map(({ name }) => name)].join(', ');
  throw refusal('bad-element', 'stream', `there is no event stream '${stream}'; there is ${all}`);
}

async function* deliveries(
  schema: Schema,
  visible: (event: EventRecord) => EventRecord | undefined,
  items: AsyncIterable<SubscriptionItem>,
): AsyncGenerator<readonly Delivery[], void, void> {
  for await (const item of items) {
    if (item.kind !== 'event') {
      yield [item];
      continue;
    }
    const shown = visible(item.event);
    const event = shown && sharedEvent(schema, shown);
    if (event) yield [event];
  }
}

/** The error-app-tag for a subscription that is to continue after an event which the log does not have. */
export const UNKNOWN_EVENT = 'unknown-event-id';

/** The faulty parameter (RFC 5277 §2.1.1). */
const FAULTY: Readonly<Partial<Record<EventLogErrorCode, string>>> = {
  'unknown-stream': 'stream',
  'start-in-future': 'startTime',
  'stop-before-start': 'stopTime',
  'invalid-time': 'startTime',
  'unknown-cursor': 'last-event-id',
};

function refusal(tag: 'missing-element' | 'bad-element', element: string, message: string, appTag?: string): RpcError {
  return new RpcError({ type: 'protocol', tag, appTag, info: { 'bad-element': element }, message });
}
