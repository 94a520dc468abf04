import type { Logger } from 'pino';
import type { AgentDirectory, AgentPast, AgentStates, Discovery } from '../agents/index.js';
import type { MessageData } from '../contexts/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { YangentSessionsProvider } from '../generated/providers.js';
import { type AnyProvider, configuration, notifier } from '../server/index.js';
import { retentionTime, type Store, steadyTime, Timers } from '../store/index.js';
import type { TaskRun, Tasks } from '../tasks/index.js';
import { postAction } from './copy/answer.js';
import { copies, type SessionCopies } from './copy/copies.js';
import { messageData } from './data/message-data.js';
import { Backlogs } from './deliver/backlogs.js';
import { Inbox } from './deliver/inbox/inbox.js';
import { settle } from './floor/course.js';
import { MembersBehind } from './homes/behind.js';
import { type Homes, NO_HOMES } from './homes/homes.js';
import { KnownSessions } from './homes/known.js';
import { Links } from './homes/links.js';
import { Posting } from './homes/posting.js';
import type { MemberDoor } from './hosted/door.js';
import { HostedMembers } from './hosted/members.js';
import type { MemberNeeds } from './hosted/needs.js';
import { formTeam, type TeamOrder, type TeamTask } from './hosted/team.js';
import { Attached } from './log/attached.js';
import { Log } from './log/log.js';
import { Rates } from './log/rate.js';
import { RecentMessages } from './log/recent.js';
import { Rings } from './log/ring.js';
import { Waiters } from './log/waiters.js';
import { Written } from './log/written.js';
import { go } from './member/comings.js';
import { sessionsProvider } from './northbound/provider.js';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './record/limits.js';
import { LinkRows } from './record/links.js';
import { MemberRows } from './record/members.js';
import { MessageRows } from './record/messages.js';
import { NeedRows } from './record/needs.js';
import { PostRows } from './record/posts.js';
import { SessionTaskRows } from './record/session-task.js';
import { SessionRows } from './record/sessions.js';
import { StandingRows } from './record/standing.js';
import { TimerRows } from './record/timers.js';
import type { SessionServices, TaskDoor } from './services.js';
import type { StandingDoor } from './standing/door.js';
import { StandingSessions } from './standing/standing.js';
import { followTasks } from './team/follow.js';
import { Absences } from './timing/absences.js';
import { Due } from './timing/due.js';
import { HaltClock } from './timing/halt-clock.js';
import { tidy } from './timing/retention.js';

export interface SessionsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly agents: {
    readonly directory: AgentDirectory;
    readonly discovery: Pick<Discovery, 'find'>;
    readonly states: Pick<AgentStates, 'stateOf'>;
  };
  readonly contexts: SessionServices['contexts'];
  readonly tasks: Pick<Tasks, 'follow' | 'work' | 'haltedSince' | 'onHalt' | 'followHalt'>;
  readonly door: TaskDoor;
  readonly memberDoor: MemberDoor;
  readonly standingDoor: StandingDoor;
  readonly running: Pick<Running, 'tree'>;
  /** The nodes with which sessions are shared. Default: there are none. */
  readonly homes?: Homes;
  readonly limits?: Partial<SessionLimits>;
  readonly log: Logger;
  /** Milliseconds since 1970. Default: the clocks of the machine. */
  readonly now?: () => number;
}

/** The room for the composition root. */
export interface Sessions {
  readonly providers: readonly AnyProvider[];
  /** The data that messages name. */
  readonly messageData: MessageData;
  /** Copies of sessions of other nodes. */
  readonly copies: SessionCopies;
  /** The rows that name agents. */
  readonly past: AgentPast;
  /** Begins to do what is due, and to remove what is no longer kept; `stop` ends it. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The agents of this node that are members. They act from `start` on, when all else that they use has started. */
  readonly members: Pick<HostedMembers, 'host' | 'start' | 'stop'>;
  /** Forms a team in the run of a task. See `formTeam`. */
  team(
    task: TeamTask,
    run: Pick<TaskRun, 'step' | 'waiting' | 'signal'>,
    name: string,
    order: TeamOrder,
  ): Promise<string>;
}

const TIDYING = 60_000;

export function createSessions(o: SessionsOptions): Sessions {
  const { store, events, agents, contexts, running, log, now = () => Date.now() } = o;
  const { directory } = agents;
  const [sessions, members, messages] = [new SessionRows(store), new MemberRows(store), new MessageRows(store)];
  const tasks = new SessionTaskRows(store);
  const steady = o.now ?? steadyTime;
  const alarm = new Timers(steady, () => void due.look());
  const timers = new TimerRows(store, (time) => alarm.at(time));
  const clock = new HaltClock(steady, o.tasks.haltedSince());
  const limits = { ...DEFAULT_SESSION_LIMITS, ...o.limits };
  const [attached, rings, written] = [new Attached(), new Rings(limits.ring), new Written()];
  const linkRows = new LinkRows(store);
  const links = new Links(linkRows);
  attached.follow((key) => links.wake(key));
  const backlogs = new Backlogs({ members, messages, directory, written, now, steady });
  const services: SessionServices = {
    ...{
      store,
      ...agents,
      contexts,
      sessions,
      members,
      messages,
      tasks,
      timers,
      attached,
      rings,
      recent: new RecentMessages(rings, messages),
      written,
      now,
      steady,
      clock: () => clock.now(),
    },
    needs: new NeedRows(store),
    standing: new StandingRows(store),
    ...{ linkRows, links, posts: new PostRows(store), homes: o.homes ?? NO_HOMES },
    behind: new MembersBehind({ members, directory }),
    told: new KnownSessions(),
    posting: new Posting(),
    ...{ work: o.tasks.work, door: o.door },
    log: new Log({ sessions, messages, attached, rings, now }),
    requireRoom: (tx, call, session, sender) => backlogs.requireRoom(tx, call, session, sender),
    rates: new Rates(),
    waiters: new Waiters(limits.waiting),
    limits,
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
  const due = new Due({ services, isHalted: () => clock.isHalted, at: (time) => alarm.at(time), log });
  const absences = new Absences(services);
  const needs: MemberNeeds = { services, door: o.memberDoor, logger: log };
  const standing = new StandingSessions({ services, running, door: o.standingDoor }, log);
  const hosted = new HostedMembers(needs, () => clock.isHalted);
  o.tasks.follow('sessions', followTasks(services));
  o.tasks.onHalt((halted) => {
    hosted
      .follow(halted)
      .catch((error: unknown) => log.error({ err: error }, 'sessions: hosted members could not go on after stop-all'));
    if (!halted) void due.look();
  });
  o.tasks.followHalt((tx, halted) => clock.turn(tx, timers, halted));
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | undefined;
  const clean = () => {
    standing.again();
    tidying ??= tidy({ ...services, now: o.now ?? retentionTime }, stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'sessions: what is no longer kept could not be deleted'))
      .finally(() => {
        tidying = undefined;
      });
  };
  return {
    providers: [sessionsProvider(services, new Inbox(services), { running, kept: standing })],
    messageData: messageData(services),
    past: {
      seal: async (tx, agent, former) => {
        for (const member of await members.present(tx, agent)) {
          const session = await sessions.get(member.session, tx);
          if (!session || session.state === 'closed') continue;
          if (session.copy) {
            await postAction(services, tx, session, { agent, action: 'leave', at: session.last });
            continue;
          }
          await settle(services, tx, await go(services, tx, session, member, { state: 'left' }));
        }
        await sessions.rename(tx, agent, former);
        await tasks.rename(tx, agent, former);
        await members.rename(tx, agent, former);
        await messages.rename(tx, agent, former);
        await services.posts.rename(tx, agent, former);
      },
    },
    start: async () => {
      stopping = new AbortController();
      timer = setInterval(clean, TIDYING).unref();
      looking = setInterval(() => {
        if (clock.isHalted) return;
        absences
          .look()
          .catch((error: unknown) => log.warn({ err: error }, 'sessions: coordinators could not be looked at'));
      }, limits.absenceLook).unref();
      await links.load();
      alarm.open();
      await due.look();
      await standing.start();
    },
    stop: async () => {
      clearInterval(timer);
      clearInterval(looking);
      alarm.close();
      await standing.stop();
      await due.stop();
      stopping.abort(new Error('the node is stopping'));
      await tidying;
    },
    copies: copies(services, log),
    members: hosted,
    team: (task, run, name, order) => formTeam(needs, task, run, name, order),
  };
}
