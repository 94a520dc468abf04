/** Compares what an agent of this node sent with what the home of the session says that it sent. */
import type { MessageRecord, MessageValue } from '../record/message.js';
import type { Post, SendInput } from '../record/posts.js';
import { Refused } from './read.js';

type Told = Pick<
  MessageValue,
  'type' | 'to' | 'subject' | 'in-reply-to' | 'content' | 'next-speaker' | 'extension' | 'redacted'
>;

/**
 * Returns a message with the words that its sender, an agent of this node, has given to it. The home may have removed parts for others.
 *
 * @param told the message as the home has it, with names as they are abroad
 * @throws Refused when the home has other words
 */
export function inOwnWords(message: MessageRecord, told: Told, { request, sender, id }: Post): MessageRecord {
  if (!('type' in request)) return message;
  if (told.redacted === undefined && wordsOf(told) !== wordsOf(request))
    throw new Refused(`it has other words for message "${id}" than agent "${sender}" has sent`);
  const { subject: _, content: __, artifacts: ___, extension: ____, redacted: _____, ...rest } = message;
  const { subject, tag = [], content, artifact, extension } = request;
  return {
    ...{ ...rest, tags: tag },
    ...(subject === undefined ? {} : { subject }),
    ...(content === undefined ? {} : { content }),
    ...(artifact ? { artifacts: artifact } : {}),
    ...(extension === undefined ? {} : { extension }),
  };
}

function wordsOf(said: Omit<Told, 'redacted' | 'type'> & Pick<SendInput, 'type'>): string {
  const { type, to = [], subject, content, extension, 'in-reply-to': answered, 'next-speaker': next = [] } = said;
  return JSON.stringify([type, [...to].sort(), subject, content, extension, answered, [...next].sort()]);
}
