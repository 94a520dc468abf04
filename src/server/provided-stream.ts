/** Subscriptions to the event streams that providers serve themselves. */
import { setTimeout } from 'node:timers/promises';
import type { About } from '../access/index.js';
import { type ErrorTag, RpcError } from '../data/index.js';
import type { DropReason } from '../events/index.js';
import { type BytesUnderWay, HeldBytes, weightOf } from './bytes-under-way.js';
import type { Caller } from './call.js';
import { guard, makeCall, type ServerCore } from './core.js';
import type { Delivery, EventDelivery, SubscribeRequest } from './operation.js';
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
 * Subscribes to a stream of a provider. The subscriber gets the next batch when it has written the last one.
 *
 * @throws RpcError at once for a bad request, so that a face can refuse before it answers
 */
export function providedDeliveries(
  core: ServerCore,
  caller: Caller,
  stream: ProvidedStream,
  { startTime, after, atOnce, filter, filtering, onExcluded, signal }: SubscribeRequest,
): AsyncIterable<readonly Delivery[]> {
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
    ...(atOnce === undefined ? {} : { atOnce }),
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
  batches: AsyncIterable<readonly StreamEvent[]>,
  { filter, onExcluded, signal }: Pick<SubscribeRequest, 'filter' | 'onExcluded' | 'signal'>,
): AsyncGenerator<readonly Delivery[], void, void> {
  const { schema } = core.endpoint(caller);
  const source = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await taken(core, name, source, signal);
      if ('kind' in next) return yield [next];
      if (next.done) return;
      const batch: EventDelivery[] = [];
      const weights: number[] = [];
      let isDenied = false;
      for (const each of next.value) {
        const place = placeOf(schema, each);
        // The stream ends there, as its later events would say that this one had been written.
        isDenied = !place || !core.access.mayReceive(caller.principal, place.node, place.path);
        if (isDenied) break;
        const event = sharedEvent(schema, each);
        if (!event || (filter && !filter(event))) {
          onExcluded?.();
          continue;
        }
        batch.push(event);
        weights.push(weightOf(each.value));
      }
      if (batch.length > 0) {
        const held = await room(core.bytesUnderWay, caller.principal.name, weights, signal);
        if (!held) return;
        try {
          yield batch;
        } finally {
          held.close();
        }
      }
      if (isDenied) return yield [{ kind: 'dropped', reason: 'denied' }];
    }
  } finally {
    await source.return?.();
  }
}

/** Takes the next batch. An error of the provider ends the stream. */
async function taken(
  core: ServerCore,
  name: string,
  source: AsyncIterator<readonly StreamEvent[]>,
  signal: AbortSignal,
): Promise<IteratorResult<readonly StreamEvent[]> | Extract<Delivery, { kind: 'dropped' }>> {
  try {
    return await guard(core, `the event stream ${name}`, () => source.next(), { signal });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { kind: 'dropped', reason: REASONS[error.tag] ?? 'closed' };
  }
}

/** Waits until the user holds few enough bytes for another batch. Returns undefined when the signal is aborted. @param weights of its events */
async function room(
  all: BytesUnderWay,
  user: string,
  weights: readonly number[],
  signal: AbortSignal,
): Promise<HeldBytes | undefined> {
  const held = new HeldBytes(all, user);
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const isSmall = weights.every((each) => each <= SMALL);
  while (!signal.aborted) {
    try {
      if (isSmall) held.add(weight);
      else held.take(weight);
      return held;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      await setTimeout(LOOK_AGAIN, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
  return undefined;
}
