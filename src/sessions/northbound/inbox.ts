/** The stream `inbox` as notifications of yangent-sessions. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { ProvidedStream, StreamEvent } from '../../server/index.js';
import { eventId } from '../deliver/inbox/begin.js';
import type { Inbox } from '../deliver/inbox/inbox.js';
import type { InboxItem } from '../deliver/inbox/reader.js';
import { rejectedValue } from '../homes/rejected.js';
import { type MessageRecord, messageValue } from '../record/message.js';
import type { Post } from '../record/posts.js';

type Notifications = YangentSessionsProvider['notifications'];

export function inboxStream(inbox: Inbox): ProvidedStream {
  return {
    name: 'inbox',
    description: 'Messages of the sessions of your agents, from where they acknowledged them on',
    notification: 'yangent-sessions:message',
    read: (call, reading) => events(inbox.read(call, reading), call.view.kind === 'agent'),
  };
}

async function* events(
  batches: AsyncIterable<readonly InboxItem[]>,
  isOfAgent: boolean,
): AsyncGenerator<readonly StreamEvent[], void, void> {
  for await (const batch of batches) {
    yield batch.map((item) => eventOfItem(item, isOfAgent));
  }
}

function eventOfItem(item: InboxItem, isOfAgent: boolean): StreamEvent {
  switch (item.kind) {
    case 'message':
      return messageEvent(item, isOfAgent);
    case 'gap':
      return gapEvent(item, isOfAgent);
    case 'rejected':
      return rejectedEvent(item.post, isOfAgent);
    default: {
      const never: never = item;
      return never;
    }
  }
}

/**
 * Events of messages that say nothing of their receiver. Messages in memory are the same objects for all readers, so that one is
 * encoded once for all agents that read it at their endpoints.
 */
const shared = new WeakMap<MessageRecord, StreamEvent>();

function messageEvent(item: Extract<InboxItem, { kind: 'message' }>, isOfAgent: boolean): StreamEvent {
  const { session, agents, message, redelivered } = item;
  if (!isOfAgent || redelivered) return eventOf(session, message, isOfAgent ? undefined : agents, redelivered);
  const known = shared.get(message);
  if (known) return known;
  const event = eventOf(session, message, undefined, false);
  shared.set(message, event);
  return event;
}

function eventOf(
  session: string,
  message: MessageRecord,
  agents: readonly string[] | undefined,
  redelivered: boolean,
): StreamEvent {
  const value: Notifications['yangent-sessions:message'] = {
    session,
    ...(agents ? { for: agents } : {}),
    ...messageValue(message),
    ...(redelivered ? { redelivered } : {}),
  };
  const time = new Date(message.at).toISOString();
  return { id: eventId(session, message.sequence), time, name: 'yangent-sessions:message', value };
}

/** It has no identifier: `acknowledge` alone stands for it. */
function rejectedEvent(post: Post, isOfAgent: boolean): StreamEvent {
  const value: Notifications['yangent-sessions:rejected'] = {
    ...rejectedValue(post),
    ...{ session: post.session, id: post.id },
    ...(isOfAgent ? {} : { for: [post.sender] }),
  };
  return { id: '', time: new Date().toISOString(), name: 'yangent-sessions:rejected', value };
}

/** A gap has no identifier: the next message, or `acknowledge`, stands for it. */
function gapEvent(
  { session, agent, gap: { count, through } }: Extract<InboxItem, { kind: 'gap' }>,
  isOfAgent: boolean,
): StreamEvent {
  const value: Notifications['yangent-sessions:gap'] = {
    session,
    ...(isOfAgent ? {} : { for: [agent] }),
    count: int64(count),
    through: int64(through),
  };
  return { id: '', time: new Date().toISOString(), name: 'yangent-sessions:gap', value };
}
