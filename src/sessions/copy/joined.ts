/** Waits until a copy knows what its home has done with an agent of this node. */
import type { MemberRecord } from '../record/member.js';
import type { SessionServices } from '../services.js';

/** Milliseconds; a copy that takes longer gets it later. */
const PATIENCE = 5_000;

/** Waits until it has joined, so that it may speak as soon as its join is answered. */
export function untilJoined(o: SessionServices, session: string, agent: string, signal: AbortSignal): Promise<void> {
  return untilMember(o, session, agent, (member) => member?.state === 'joined', signal);
}

/** Waits until it is a member or invited. */
export function untilKnown(o: SessionServices, session: string, agent: string, signal: AbortSignal): Promise<void> {
  return untilMember(o, session, agent, (member) => member !== undefined, signal);
}

async function untilMember(
  o: SessionServices,
  session: string,
  agent: string,
  holds: (member: MemberRecord | undefined) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const until = o.steady() + PATIENCE;
  for (;;) {
    const attachment = o.attached.attach([agent]);
    try {
      const member = await o.members.get(session, agent);
      const left = until - o.steady();
      if (holds(member) || left <= 0 || signal.aborted) return;
      await attachment.news(Date.now() + left, signal);
    } finally {
      attachment.end();
    }
  }
}
