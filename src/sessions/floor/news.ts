/** Tells members and operators that the course of a session changed. */
import { randomUUID } from 'node:crypto';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Tx } from '../../store/index.js';
import type { Details } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

type Change = YangentSessionsProvider['notifications']['yangent-sessions:session-changed']['change'];

/** Adds the message of the node about the floor. */
export async function tellFloor(
  o: Pick<SessionServices, 'log'>,
  tx: Tx,
  session: SessionRecord,
  floor: NonNullable<Details['floor']>,
): Promise<SessionRecord> {
  const message = { id: randomUUID(), type: 'floor', to: [], tags: [], details: { floor } } as const;
  return (await o.log.append(tx, session, message)).session;
}

/** Reports a change of a session to operators and its coordinator, and lets its readers read it anew. */
export async function changed(
  { notify, rings, links }: Pick<SessionServices, 'notify' | 'rings' | 'links'>,
  tx: Tx,
  { id, kind, state, coordinator }: SessionRecord,
  change: Exclude<Change, 'member'>,
): Promise<void> {
  tx.afterCommit(() => {
    rings.forget(id);
    links.wake(id);
  });
  await notify(
    tx,
    'yangent-sessions:session-changed',
    { id, kind, change, state },
    { agents: coordinator === undefined ? [] : [coordinator], users: [] },
  );
}
