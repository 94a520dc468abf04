/** The parts of the room that its operations use. */
import type { AgentDirectory, AgentStates, Discovery } from '../agents/index.js';
import type { Contexts } from '../contexts/index.js';
import type { YangentSessionsProvider } from '../generated/providers.js';
import type { Call, Notify } from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import type { AssignInput, TaskRecord, TaskWork } from '../tasks/index.js';
import type { MembersBehind } from './homes/behind.js';
import type { Homes } from './homes/homes.js';
import type { KnownSessions } from './homes/known.js';
import type { Links } from './homes/links.js';
import type { Posting } from './homes/posting.js';
import type { Attached } from './log/attached.js';
import type { Log } from './log/log.js';
import type { Rates } from './log/rate.js';
import type { RecentMessages } from './log/recent.js';
import type { Rings } from './log/ring.js';
import type { Waiters } from './log/waiters.js';
import type { Written } from './log/written.js';
import type { SessionLimits } from './record/limits.js';
import type { LinkRows } from './record/links.js';
import type { MemberRows } from './record/members.js';
import type { MessageRows } from './record/messages.js';
import type { NeedRows } from './record/needs.js';
import type { PostRows } from './record/posts.js';
import type { SessionRecord } from './record/session.js';
import type { SessionTaskRows } from './record/session-task.js';
import type { SessionRows } from './record/sessions.js';
import type { StandingRows } from './record/standing.js';
import type { TimerRows } from './record/timers.js';

export type { Draw } from './log/rate.js';
export type { Skipped, Writing } from './log/written.js';

export interface SessionSettings {
  readonly maxMembers: number;
  readonly maxSessionsPerUser: number;
  readonly closedDays: number;
}

/** Assigns tasks for members, with the rights of the caller and the checks of every other request. */
export interface TaskDoor {
  /** @throws RpcError as yangent-tasks:assign */
  assign(tx: Tx, call: Call, input: AssignInput): Promise<TaskRecord>;
}

export interface SessionServices {
  readonly store: Store;
  readonly directory: AgentDirectory;
  readonly contexts: Pick<
    Contexts,
    'nameable' | 'mediaTypeOf' | 'digestOf' | 'shareable' | 'sharesAll' | 'hasPolicyFor'
  >;
  readonly sessions: SessionRows;
  readonly members: MemberRows;
  readonly messages: MessageRows;
  readonly tasks: SessionTaskRows;
  readonly timers: TimerRows;
  readonly needs: NeedRows;
  readonly standing: StandingRows;
  readonly linkRows: LinkRows;
  readonly posts: PostRows;
  readonly homes: Homes;
  readonly links: Links;
  readonly behind: MembersBehind;
  /** The sessions that peers know. */
  readonly told: KnownSessions;
  readonly posting: Posting;
  readonly work: Pick<TaskWork, 'get' | 'cancel' | 'conclude' | 'fail'>;
  readonly door: TaskDoor;
  readonly discovery: Pick<Discovery, 'find'>;
  readonly states: Pick<AgentStates, 'stateOf'>;
  readonly log: Log;
  readonly attached: Attached;
  readonly rings: Rings;
  readonly recent: RecentMessages;
  readonly written: Written;
  /** Refuses a further message while a member other than its sender is too far behind. @throws RpcError resource-denied */
  readonly requireRoom: (tx: Tx, call: Call, session: SessionRecord, sender: string) => Promise<void>;
  readonly rates: Rates;
  readonly waiters: Waiters;
  readonly limits: SessionLimits;
  readonly settings: () => SessionSettings;
  readonly notify: Notify<YangentSessionsProvider>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that cannot be set. Used for loans, and for the time that a caller waits. */
  readonly steady: () => number;
  /** Milliseconds of the clock for what is due in teams: the steady one, which stands during `stop-all`. */
  readonly clock: () => number;
}
