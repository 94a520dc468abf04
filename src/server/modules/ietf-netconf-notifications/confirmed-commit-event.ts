/** What is said of confirmed commits: netconf-confirmed-commit (RFC 6470 §2.2). */
import type { Tx } from '../../../store/index.js';
import type { Caller } from '../../call.js';
import type { ServerContext } from '../../context.js';
import type { Pending } from '../../datastores/pending-commit.js';
import { sessionParameters } from './config-change.js';

export type Who = Pick<Pending, 'session' | 'username' | 'source'>;

export function whoIs({ session, principal, source }: Caller): Who {
  return { session, username: principal.name, source };
}

/** Appends the notification in the transaction of the change that it is about. */
export async function announceCommit(
  context: ServerContext,
  tx: Tx,
  event: 'start' | 'extend' | 'complete' | 'cancel' | 'timeout',
  by: Who | undefined,
  timeout?: number,
): Promise<void> {
  if (!context.announcesChanges) return;
  const who =
    by && event !== 'timeout' ? sessionParameters({ ...by, principal: { name: by.username, groups: [] } }) : {};
  await context.events.append(tx, {
    name: 'ietf-netconf-notifications:netconf-confirmed-commit',
    value: { ...who, 'confirm-event': event, ...(timeout === undefined ? {} : { timeout }) },
  });
}
