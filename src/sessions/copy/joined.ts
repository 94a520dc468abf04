/** Waits until a copy knows that an agent of this node has joined, so that the agent may speak as soon as its join is answered. */
import type { SessionServices } from '../services.js';

/** Milliseconds; a copy that takes longer gets it later. */
const PATIENCE = 5_000;

export async function untilJoined(
  o: SessionServices,
  session: string,
  agent: string,
  signal: AbortSignal,
): Promise<void> {
  const until = o.steady() + PATIENCE;
  for (;;) {
    const attachment = o.attached.attach([agent]);
    try {
      const member = await o.members.get(session, agent);
      const left = until - o.steady();
      if (member?.state === 'joined' || left <= 0 || signal.aborted) return;
      await attachment.news(Date.now() + left, signal);
    } finally {
      attachment.end();
    }
  }
}
