import type { Logger } from 'pino';
import type { AgentDirectory, AgentPast } from '../agents/index.js';
import type { MessageData } from '../contexts/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { YangentSessionsProvider } from '../generated/providers.js';
import { type AnyProvider, configuration, notifier } from '../server/index.js';
import type { Store } from '../store/index.js';
import { messageData } from './data/message-data.js';
import { Backlogs } from './deliver/backlogs.js';
import { Attached } from './log/attached.js';
import { Log } from './log/log.js';
import { Rates } from './log/rate.js';
import { tidy } from './log/retention.js';
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
  readonly contexts: SessionServices['contexts'];
  readonly running: Pick<Running, 'tree'>;
  readonly limits?: Partial<SessionLimits>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The room for the composition root. */
export interface Sessions {
  readonly providers: readonly AnyProvider[];
  /** The data that messages name. */
  readonly messageData: MessageData;
  /** The rows that name agents. */
  readonly past: AgentPast;
  /** Starts the removal of what is no longer kept; `stop` ends it. */
  start(): void;
  stop(): Promise<void>;
}

const TIDYING = 60_000;

export function createSessions(o: SessionsOptions): Sessions {
  const { store, events, directory, contexts, running, log, now = () => Date.now() } = o;
  const [sessions, members, messages] = [new SessionRows(store), new MemberRows(store), new MessageRows(store)];
  const attached = new Attached();
  const backlogs = new Backlogs({ members, messages, directory, now });
  const services: SessionServices = {
    ...{ store, directory, contexts, sessions, members, messages, attached, now },
    log: new Log({ sessions, messages, attached, now }),
    requireRoom: (tx, call, session) => backlogs.requireRoom(tx, call, session),
    rates: new Rates(),
    limits: { ...DEFAULT_SESSION_LIMITS, ...o.limits },
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
    providers: [sessionsProvider(services)],
    messageData: messageData(services),
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
