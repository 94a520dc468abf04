/** Tells members and operators that a member came, went, or does something else now. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../store/index.js';
import type { Membership } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** Adds the message about a member. @returns the session as it is now */
export async function tell(
  o: Pick<SessionServices, 'log' | 'notify'>,
  tx: Tx,
  session: SessionRecord,
  membership: Membership,
): Promise<SessionRecord> {
  const { agent, state, role } = membership;
  const { id, kind, coordinator } = session;
  await o.notify(
    tx,
    'yangent-sessions:session-changed',
    { id, kind, change: 'member', state: session.state, member: { agent, state, role } },
    { agents: coordinator === undefined ? [agent] : [agent, coordinator], users: [] },
  );
  const message = { id: randomUUID(), type: 'membership', to: [], tags: [], membership } as const;
  return (await o.log.append(tx, session, message)).session;
}
