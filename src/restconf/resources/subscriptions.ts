/** Dynamic subscriptions over RESTCONF (RFC 8650): their URIs, and their rpcs with the encoding of the request. */

import { RpcError } from '../../data/index.js';
import { type EventDelivery, refusingFilters, type Subscription, subscriptionInput } from '../../server/index.js';
import { MEDIA_TYPE } from '../../wire/index.js';
import type { OperationNode } from '../../yang/index.js';
import { requireEventStream } from '../accept.js';
import { ALLOWED } from '../query/allowed.js';
import { parseParameters } from '../query/parameters.js';
import { notFound, Refusal } from '../refusal.js';
import type { Answer, Exchange } from './exchange.js';
import { invoke, type PrepareInput } from './invoke.js';
import { answerFrom, type MethodTable } from './method-table.js';
import { commentText, eventText } from './streams/event-source.js';
import { withKeepAlive } from './streams/keep-alive.js';

const SUBSCRIPTION: MethodTable<Subscription> = { GET: openSubscription };

/**
 * Answers `{+restconf}/subscriptions/ID`, the URI from establish-subscription. For callers other than the subscriber: 404.
 *
 * @param rest the path after `subscriptions/`, still percent-encoded
 */
export function answerSubscriptions(exchange: Exchange, rest: string): Promise<Answer> {
  const { server, caller } = exchange;
  const found = /^[1-9]\d{0,9}$/.test(rest) ? server.dynamicSubscriptions.find(caller, Number(rest)) : undefined;
  if (!found) throw notFound(`there is no subscription "${rest}" of user "${caller.principal.name}"`);
  return answerFrom(SUBSCRIPTION, exchange, found, `subscription ${found.id}`);
}

/** Answers GET: 200 and notification messages until the subscription ends, or the client leaves, which ends it (RFC 8650 §3.4). */
async function openSubscription(exchange: Exchange, subscription: Subscription): Promise<Answer> {
  const { caller, headers, heartbeat, method } = exchange;
  parseParameters(exchange.query, ALLOWED.none);
  requireEventStream(headers.accept);
  const answer = { status: 200, headers: { 'content-type': MEDIA_TYPE.eventStream, 'cache-control': 'no-store' } };
  if (method === 'HEAD') return answer;
  if (subscription.attended) {
    throw new Refusal(
      409,
      new RpcError({
        type: 'application',
        tag: 'in-use',
        message: `subscription ${subscription.id} has a receiver already`,
      }),
    );
  }
  return { ...answer, body: { events: streamText(subscription, subscription.messages(caller.signal), heartbeat) } };
}

async function* streamText(
  { encoding }: Subscription,
  batches: AsyncIterable<readonly EventDelivery[]>,
  heartbeat: number,
): AsyncGenerator<string, void, void> {
  // Sent at once, so that the client knows that the stream is open before the first message.
  yield commentText('open');
  for await (const batch of withKeepAlive(batches, heartbeat)) {
    yield batch ? batch.map((message) => eventText(message, encoding)).join('') : commentText('keep-alive');
  }
}

/** Answers POST of an rpc of the module. Default encoding of the messages: that of the request. */
export function invokeSubscriptionRpc(exchange: Exchange, operation: OperationNode): Promise<Answer> {
  const { schema, encoding } = exchange;
  const prepare: PrepareInput = (input, body) => subscriptionInput(input, body?.encoding ?? encoding);
  return refusingFilters(operation, schema, () => invoke(exchange, operation, [], prepare));
}
