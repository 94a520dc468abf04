/** Says what functions of members answer. Each message has an identifier that is the same when the function is called again. */
import type { SaidType } from '../send/rules.js';
import type { HeardMessage, Replies, SpokenMessage } from './hooks.js';
import type { Seat } from './meeting.js';
import { showsAll } from './meeting.js';
import type { MemberNeeds } from './needs.js';

/** Messages that one call lets an agent say, at most. */
const MOST = 100;

/**
 * Says the messages, except those that were said before a restart, whatever they are now.
 *
 * @param number of the message that caused them: their identifiers are SESSION/NUMBER/AGENT/N
 * @throws RpcError as yangent-sessions:send
 */
export async function speak(
  { services, door }: MemberNeeds,
  { actor, session: { id: session } }: Seat,
  number: number,
  spoken: readonly SpokenMessage[],
  signal: AbortSignal,
): Promise<void> {
  if (spoken.length > MOST) throw new Error(`one call says at most ${MOST} messages, not ${spoken.length}`);
  const { agent } = actor;
  for (const [index, { type = 'discussion', ...message }] of spoken.entries()) {
    signal.throwIfAborted();
    const id = `${session}/${number}/${agent}/${index + 1}`;
    if (await services.messages.ofId(services.store, session, agent, id)) continue;
    if (await services.posts.get(session, agent, id)) continue;
    const identity = `yangent-sessions:${type}` as const;
    await door.invoke(
      actor,
      'yangent-sessions:send',
      { ...message, session, from: agent, id, type: identity, wait: 0 },
      signal,
    );
  }
}

/** Returns the messages of an answer. */
export function messagesOf(replies: Replies | undefined): readonly SpokenMessage[] {
  if (replies === undefined) return [];
  if (typeof replies === 'string') return [{ content: replies }];
  return isList(replies) ? replies : [replies];
}

/** Returns the messages of an answer to a message: to its sender, where it was not for all. */
export function repliesTo(seat: Seat, heard: HeardMessage, replies: Replies | undefined): readonly SpokenMessage[] {
  const type: SaidType = heard.type === 'yangent-sessions:request' ? 'response' : 'discussion';
  const isPrivate = heard.to !== undefined && heard.from !== undefined && showsAll(seat);
  return messagesOf(replies).map((message) => ({
    ...{ type, 'in-reply-to': heard.sequence },
    ...(isPrivate && heard.from !== undefined ? { to: [heard.from] } : {}),
    ...message,
  }));
}

function isList(replies: SpokenMessage | readonly SpokenMessage[]): replies is readonly SpokenMessage[] {
  return Array.isArray(replies);
}
