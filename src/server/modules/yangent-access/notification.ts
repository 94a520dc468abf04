import type { ApprovalsOptions } from '../../../access/index.js';
import type { EventLog } from '../../../events/index.js';
import type { YangentAccessProvider } from '../../../generated/providers.js';
import { notifier } from '../../notify.js';

/** Returns the function that sends `approval-changed`, in the transaction of the change. */
export function approvalNews(events: Pick<EventLog, 'append'>): ApprovalsOptions['notify'] {
  const notify = notifier<YangentAccessProvider>(events);
  return (tx, value, audience) => notify(tx, 'yangent-access:approval-changed', value, audience);
}
