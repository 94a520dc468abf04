/** Counts the members from which sharing policies keep a message, or parts of it. */
import { shownTo } from '../data/sharing.js';
import { readable } from '../member/passes.js';
import type { SessionServices } from '../services.js';
import type { Stored } from './reply.js';

const PAGE = 500;

/**
 * Returns their number, for the sender of the message. Where members are hidden, only the coordinator is told: a count would tell
 * others who is in.
 */
export async function withheldFrom(
  o: SessionServices,
  { session: id, message }: Stored,
  from: string,
): Promise<number> {
  if (!o.contexts.hasPolicyFor(from)) return 0;
  const session = await o.sessions.get(id);
  if (!session || (!session.terms['show-members'] && session.coordinator !== from)) return 0;
  let count = 0;
  for (let after = ''; ; ) {
    const page = await o.members.page(id, after, PAGE);
    for (const member of page) {
      const { agent, state } = member;
      if (state !== 'joined' || !readable(session, member, o.directory)(message)) continue;
      if (shownTo(o, agent, message) !== message) count += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return count;
    after = last.agent;
  }
}
