import type { Logger } from 'pino';
import type { AgentDirectory, AgentPast } from '../agents/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { YangentSessionsProvider } from '../generated/providers.js';
import { type AnyProvider, configuration, notifier } from '../server/index.js';
import type { Store } from '../store/index.js';
import { Backlogs } from './deliver/backlogs.js';
import { Inbox } from './deliver/inbox/inbox.js';
import { Attached } from './log/attached.js';
import { Log } from './log/log.js';
import { Rates } from './log/rate.js';
import { tidy } from './log/retention.js';
import { Rings } from './log/ring.js';
import { Written } from './log/written.js';
import { go } from './member/comings.js';
import { sessionsProvider } from './northbound/provider.js';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './record/limits.js';
import { MemberRows } from './record/members.js';
import { MessageRows } from './record/messages.js';
import { SessionRows } from './record/sessions.js';
import type { SessionServices } from './services.js';

export interface SessionsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly directory: AgentDirectory;
  readonly running: Pick<Running, 'tree'>;
  readonly limits?: Partial<SessionLimits>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The room for the composition root. */
export interface Sessions {
  readonly providers: readonly AnyProvider[];
  /** The rows that name agents. */
  readonly past: AgentPast;
  /** Starts the removal of what is no longer kept; `stop` ends it. */
  start(): void;
  stop(): Promise<void>;
}

const TIDYING = 60_000;

export function createSessions(o: SessionsOptions): Sessions {
  const { store, events, directory, running, log, now = () => Date.now() } = o;
  const [sessions, members, messages] = [new SessionRows(store), new MemberRows(store), new MessageRows(store)];
  const limits = { ...DEFAULT_SESSION_LIMITS, ...o.limits };
  const [attached, rings, written] = [new Attached(), new Rings(limits.ring), new Written()];
  const backlogs = new Backlogs({ members, messages, directory, written, now });
  const services: SessionServices = {
    ...{ store, directory, sessions, members, messages, attached, rings, written, limits, now },
    log: new Log({ sessions, messages, attached, rings, now }),
    requireRoom: (tx, call, session) => backlogs.requireRoom(tx, call, session),
    rates: new Rates(),
    settings: () => {
      const most = configuration(running.tree, '/yangent-sessions:sessions');
      return {
        maxMembers: most['max-members'],
        maxSessionsPerUser: most['max-sessions-per-user'],
        closedDays: most['closed-days'],
      };
    },
    notify: notifier<YangentSessionsProvider>(events),
  };
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | undefined;
  const clean = () => {
    tidying ??= tidy(services, stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'sessions: what is no longer kept could not be deleted'))
      .finally(() => {
        tidying = undefined;
      });
  };
  return {
    providers: [sessionsProvider(services, new Inbox(services))],
    past: {
      seal: async (tx, agent, former) => {
        for (const member of await members.present(tx, agent)) {
          const session = await sessions.get(member.session, tx);
          if (session?.state === 'open') await go(services, tx, session, member, { state: 'left' });
        }
        await members.rename(tx, agent, former);
        await messages.rename(tx, agent, former);
      },
    },
    start: () => {
      stopping = new AbortController();
      timer = setInterval(clean, TIDYING).unref();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort(new Error('the node is stopping'));
      await tidying;
    },
  };
}
