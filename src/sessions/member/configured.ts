/** Refuses to change by an operation what is configured: the next look at the configuration would undo it. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** Refuses to close or set a session that is configured. @throws RpcError operation-failed, app-tag standing */
export function requireNotStanding(call: Call, { id, standing }: SessionRecord): void {
  if (standing === undefined) return;
  call.fail({
    tag: 'operation-failed',
    appTag: 'standing',
    message: `session "${id}" is kept as configured: change or delete /yangent-sessions:sessions/standing[name='${standing}']`,
  });
}

/** Refuses to remove a configured member, or to give it another role. @throws RpcError operation-failed, app-tag standing */
export async function requireNotPlaced(
  { standing: rows }: Pick<SessionServices, 'standing'>,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  agent: string,
): Promise<void> {
  if (session.standing === undefined) return;
  const row = await rows.get(session.standing, tx);
  if (row?.placed.some((placed) => placed.agent === agent)) requireNotStanding(call, session);
}
