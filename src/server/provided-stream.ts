/** Subscriptions to the event streams that providers serve themselves. */
import { setTimeout } from 'node:timers/promises';
import type { About } from '../access/index.js';
import { type ErrorTag, RpcError } from '../data/index.js';
import type { DropReason } from '../events/index.js';
import { type BytesUnderWay, HeldBytes, weightOf } from './bytes-under-way.js';
import type { Caller } from './call.js';
import { guard, makeCall, type ServerCore } from './core.js';
import type { Delivery, SubscribeRequest } from './operation.js';
import type { ProvidedStream, StreamEvent } from './provider.js';
import { placeOf, sharedEvent } from './shared-event.js';

/** The reason that a subscriber is told when the provider ends its stream with an error. */
const REASONS: Readonly<Partial<Record<ErrorTag, DropReason>>> = {
  'resource-denied': 'no-room',
  'data-missing': 'unknown-cursor',
};

/** Weight of an event that is always given, whatever else its user holds. */
const SMALL = 16 * 1024;
/** Milliseconds between two looks for room. */
const LOOK_AGAIN = 250;

/**
 * Subscribes to a stream of a provider. The subscriber gets the next event when it has written the last one.
 *
 * @throws RpcError at once for a bad request, so that a face can refuse before it answers
 */
export function providedDeliveries(
  core: ServerCore,
  caller: Caller,
  stream: ProvidedStream,
  { startTime, after, filter, filtering, onExcluded, signal }: SubscribeRequest,
): AsyncIterable<Delivery> {
  if (startTime !== undefined) {
    throw new RpcError({
      type: 'protocol',
      tag: 'bad-element',
      info: { 'bad-element': 'startTime' },
      message: `the event stream '${stream.name}' has no replay: subscribe to it without a start time`,
    });
  }
  const events = stream.read(makeCall(core, caller), {
    ...(after === undefined ? {} : { after }),
    filtering: filtering ?? (() => filter !== undefined),
    may: (action, about) => mayAsk(core, caller, action, about),
    signal,
  });
  return deliveries(core, caller, stream, events, { filter, onExcluded, signal });
}

function mayAsk({ access }: ServerCore, { principal }: Caller, action: string, about: About): boolean {
  try {
    access.requireLinks(principal, action, about);
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

async function* deliveries(
  core: ServerCore,
  caller: Caller,
  { name }: ProvidedStream,
  events: AsyncIterable<StreamEvent>,
  { filter, onExcluded, signal }: Pick<SubscribeRequest, 'filter' | 'onExcluded' | 'signal'>,
): AsyncGenerator<Delivery, void, void> {
  const { schema } = core.endpoint(caller);
  const source = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await taken(core, name, source, signal);
      if ('kind' in next) return yield next;
      if (next.done) return;
      const place = placeOf(schema, next.value);
      if (!place || !core.access.mayReceive(caller.principal, place.node, place.path)) {
        // Ends here, for an event that is left out must not count as written.
        return yield { kind: 'dropped', reason: 'denied' };
      }
      const event = sharedEvent(schema, next.value);
      if (!event || (filter && !filter(event))) {
        onExcluded?.();
        continue;
      }
      const held = await room(core.bytesUnderWay, caller.principal.name, weightOf(next.value.value), signal);
      if (!held) return;
      try {
        yield event;
      } finally {
        held.close();
      }
    }
  } finally {
    await source.return?.();
  }
}

/** Takes the next event. An error of the provider ends the stream. */
async function taken(
  core: ServerCore,
  name: string,
  source: AsyncIterator<StreamEvent>,
  signal: AbortSignal,
): Promise<IteratorResult<StreamEvent> | Extract<Delivery, { kind: 'dropped' }>> {
  try {
    return await guard(core, `the event stream ${name}`, () => source.next(), { signal });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { kind: 'dropped', reason: REASONS[error.tag] ?? 'closed' };
  }
}

/** Waits until the user holds few enough bytes for another event. Returns undefined when the signal is aborted. */
async function room(
  all: BytesUnderWay,
  user: string,
  weight: number,
  signal: AbortSignal,
): Promise<HeldBytes | undefined> {
  const held = new HeldBytes(all, user);
  while (!signal.aborted) {
    try {
      if (weight <= SMALL) held.add(weight);
      else held.take(weight);
      return held;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      await setTimeout(LOOK_AGAIN, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
  return undefined;
}
