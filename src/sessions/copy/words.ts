/** Compares what an agent of this node sent with what the home of the session says that it sent. */
import type { MessageRecord, MessageValue } from '../record/message.js';
import type { Post, SendInput } from '../record/posts.js';
import { Refused } from './read.js';

type Told = Pick<
  MessageValue,
  'type' | 'to' | 'subject' | 'in-reply-to' | 'content' | 'media-type' | 'next-speaker' | 'extension' | 'redacted'
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
  const { subject, content, artifact, extension, 'media-type': mediaType } = request;
  const { sequence, at, from, type, to, inReplyTo, expires } = message;
  return {
    ...{ sequence, id, at, type, to, tags: request.tag ?? [], ...detailsOf(message, request) },
    ...(from === undefined ? {} : { from }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(expires === undefined ? {} : { expires }),
    ...(subject === undefined ? {} : { subject }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(artifact ? { artifacts: artifact } : {}),
    ...(extension === undefined ? {} : { extension }),
  };
}

/** Returns the details: the home says who waits for a task, and who has the floor after the message. */
function detailsOf({ details }: MessageRecord, { task, trigger, covers }: SendInput): Pick<MessageRecord, 'details'> {
  const { 'next-speaker': next, mode, floor } = details ?? {};
  const all = {
    ...(next ? { 'next-speaker': next } : {}),
    ...(mode === undefined ? {} : { mode }),
    ...(task ? { task } : {}),
    ...(trigger ? { trigger } : {}),
    ...(covers === undefined ? {} : { covers }),
    ...(floor ? { floor } : {}),
  };
  return Object.keys(all).length > 0 ? { details: all } : {};
}

function wordsOf(said: Omit<Told, 'redacted' | 'type'> & Pick<SendInput, 'type'>): string {
  const { type, to = [], subject, content, extension, 'in-reply-to': answered, 'next-speaker': next = [] } = said;
  const { 'media-type': mediaType = 'text/plain' } = said;
  const words = [subject, content, content === undefined ? '' : mediaType, extension, answered];
  return JSON.stringify([type, [...to].sort(), ...words, [...next].sort()]);
}
