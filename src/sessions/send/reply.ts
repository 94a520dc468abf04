/** Waits for the answer to a request. */
import { shownTo } from '../data/sharing.js';
import { withoutOthers } from '../member/hidden.js';
import { passesFor } from '../member/passes.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';

/** Number of answers that are read at once. */
const PAGE = 100;

/** A message in the log. */
export interface Stored {
  readonly session: string;
  readonly message: MessageRecord;
}

/**
 * Returns the first message of another that answers this one and passes for its sender; undefined when none comes in time.
 *
 * @param until milliseconds of the steady clock
 */
export async function firstReply(
  o: SessionServices,
  { session: id, message }: Stored,
  agent: string,
  until: number,
  signal: AbortSignal,
): Promise<MessageRecord | undefined> {
  let seen = message.sequence;
  for (;;) {
    const attachment = o.attached.attach([id, agent]);
    try {
      const session = await o.sessions.get(id);
      const member = session && (await o.members.get(id, agent));
      if (!session || member?.state !== 'joined') return undefined;
      const passes = passesFor(session, member, o.directory);
      const page = await o.messages.repliesTo(id, message.sequence, { after: seen, limit: PAGE });
      const reply = page.find((answer) => answer.from !== agent && passes(answer));
      if (reply) return shownTo(o, agent, withoutOthers(session, agent, reply));
      if (o.steady() >= until || signal.aborted) return undefined;
      seen = page.at(-1)?.sequence ?? seen;
      if (page.length === PAGE) continue;
      if (session.state === 'closed') return undefined;
      await attachment.news(Date.now() + until - o.steady(), signal);
    } finally {
      attachment.end();
    }
  }
}
