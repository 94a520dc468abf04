import type { AuditLog } from '../../../audit/index.js';
import type { Tree } from '../../../data/index.js';
import type { EventLog } from '../../../events/index.js';
import type { NodeKeys } from '../../../keys/index.js';

/** The needs of the providers for keys. */
export interface KeyNeeds {
  readonly keys: NodeKeys;
  readonly events: Pick<EventLog, 'append'>;
  /** Absent: there is no audit log. */
  readonly records?: AuditLog;
  /** Returns the content of running. */
  readonly running: () => Tree;
}
