/** Notifications about confirmed commits: netconf-confirmed-commit (RFC 6470 §2.2). */
import type { Tx } from '../../store/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import type { Committer } from '../pending-commit.js';
import { sessionParameters } from './config-change.js';

export function whoIs({ session, principal, source }: Caller): Committer {
  return { session, username: principal.name, source };
}

/** The events that end a confirmed commit. */
const ENDS = {
  complete: 'confirmed',
  cancel: 'taken-back',
  timeout: 'taken-back',
  start: undefined,
  extend: undefined,
} as const;

/** Tells of the commit in the transaction of the change: subscribers, and the voters whose approvals it used. */
export async function announceCommit(
  core: ServerCore,
  tx: Tx,
  event: 'start' | 'extend' | 'complete' | 'cancel' | 'timeout',
  by: Committer | undefined,
  timeout?: number,
): Promise<void> {
  const end = ENDS[event];
  if (end) await core.approvals?.endTrial(tx, end);
  if (!core.announcesChanges) return;
  const who =
    by && event !== 'timeout' ? sessionParameters({ ...by, principal: { name: by.username, groups: [] } }) : {};
  await core.events.append(tx, {
    name: 'ietf-netconf-notifications:netconf-confirmed-commit',
    value: { ...who, 'confirm-event': event, ...(timeout === undefined ? {} : { timeout }) },
  });
}
