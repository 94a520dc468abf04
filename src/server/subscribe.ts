/** Subscriptions: the event log, narrowed to what a view shows and what concerns the caller. */
import { fromValue, parseInstancePath, RpcError } from '../data/index.js';
import { EventLogError, type EventLogErrorCode, type EventRecord, type SubscriptionItem } from '../events/index.js';
import type { Schema } from '../yang/index.js';
import type { Caller } from './call.js';
import { makeCall, type ServerContext } from './context.js';
import type { Delivery, SubscribeRequest } from './operation.js';

/** @throws RpcError at once when the request is not good, so that a face can refuse before it answers */
export function subscribeTo(
  context: ServerContext,
  caller: Caller,
  request: SubscribeRequest,
): AsyncIterable<Delivery> {
  if (request.stopTime !== undefined && request.startTime === undefined) {
    throw refusal('missing-element', 'startTime', 'a stop time needs a start time');
  }
  const { schema } = context.face(caller);
  const call = makeCall(context, caller);
  const { view } = caller;
  const accepts = (event: EventRecord): boolean =>
    (view.kind === 'node' || event.audience?.agents?.includes(view.agent) === true) &&
    schema.notifications.has(event.name) &&
    context.permissions.mayRead(caller.principal, event.name) &&
    call.sees(event.audience);
  try {
    return deliveries(schema, context.events.subscribe({ ...request, accepts }));
  } catch (error) {
    if (error instanceof EventLogError) throw refusal('bad-element', FAULTY[error.code] ?? 'stream', error.message);
    throw error;
  }
}

async function* deliveries(
  schema: Schema,
  items: AsyncIterable<SubscriptionItem>,
): AsyncGenerator<Delivery, void, void> {
  for await (const item of items) {
    if (item.kind !== 'event') {
      yield item;
      continue;
    }
    const { id, time, name, value, path } = item.event;
    const node = schema.notifications.get(name);
    if (!node) continue;
    const notification = fromValue(node, value, { schema });
    yield {
      kind: 'event',
      id,
      time,
      node,
      notification,
      path: path === undefined ? undefined : parseInstancePath(schema, path),
    };
  }
}

/** The parameter that is at fault (RFC 5277 §2.1.1). */
const FAULTY: Readonly<Partial<Record<EventLogErrorCode, string>>> = {
  'unknown-stream': 'stream',
  'start-in-future': 'startTime',
  'stop-before-start': 'stopTime',
  'invalid-time': 'startTime',
};

function refusal(tag: 'missing-element' | 'bad-element', element: string, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag, info: { 'bad-element': element }, message });
}
