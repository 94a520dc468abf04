/** Waits for the answer to a request. */
import { shownTo } from '../data/sharing.js';
import { passesFor } from '../member/passes.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';
import type { Sent } from './send.js';

/** Maximum number of answers at which one look looks. */
const MOST = 100;

/** Returns the first message that answers this one and passes for its sender; undefined when none comes in time. */
export async function firstReply(
  o: SessionServices,
  { session: id, message }: Sent,
  agent: string,
  seconds: number,
  signal: AbortSignal,
): Promise<MessageRecord | undefined> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const attachment = o.attached.attach([id, agent]);
    try {
      const session = await o.sessions.get(id);
      const member = session && (await o.members.get(id, agent));
      if (!session || member?.state !== 'joined') return undefined;
      const passes = passesFor(session, member, o.directory);
      const reply = (await o.messages.repliesTo(id, message.sequence, MOST)).find(passes);
      if (reply) return shownTo(o, agent, reply);
      if (session.state === 'closed' || Date.now() >= until || signal.aborted) return undefined;
      await attachment.news(until, signal);
    } finally {
      attachment.end();
    }
  }
}
