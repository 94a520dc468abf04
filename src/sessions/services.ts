/** The parts of the room that its operations use. */
import type { AgentDirectory } from '../agents/index.js';
import type { YangentSessionsProvider } from '../generated/providers.js';
import type { Call, Notify } from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Attached } from './log/attached.js';
import type { Log } from './log/log.js';
import type { Rates } from './log/rate.js';
import type { Rings } from './log/ring.js';
import type { Written } from './log/written.js';
import type { SessionLimits } from './record/limits.js';
import type { MemberRows } from './record/members.js';
import type { MessageRows } from './record/messages.js';
import type { SessionRecord } from './record/session.js';
import type { SessionRows } from './record/sessions.js';

export type { Skipped, Writing } from './log/written.js';

export interface SessionSettings {
  readonly maxMembers: number;
  readonly maxSessionsPerUser: number;
  readonly closedDays: number;
}

export interface SessionServices {
  readonly store: Store;
  readonly directory: AgentDirectory;
  readonly sessions: SessionRows;
  readonly members: MemberRows;
  readonly messages: MessageRows;
  readonly log: Log;
  readonly attached: Attached;
  readonly rings: Rings;
  readonly written: Written;
  /** Refuses a further message while a member is too far behind. @throws RpcError resource-denied */
  readonly requireRoom: (tx: Tx, call: Call, session: SessionRecord) => Promise<void>;
  readonly rates: Rates;
  readonly limits: SessionLimits;
  readonly settings: () => SessionSettings;
  readonly notify: Notify<YangentSessionsProvider>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
