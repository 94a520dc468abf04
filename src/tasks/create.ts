import type { Logger } from 'pino';
import type { Agents } from '../agents/index.js';
import type { Contexts } from '../contexts/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { IrtfAgentProvider, YangentTasksProvider } from '../generated/providers.js';
import { ANY_SHAPE, type AnyProvider, type Call, notifierOfAll, type Shapes } from '../server/index.js';
import { type Outbox, type Store, steadyTime, type Tx } from '../store/index.js';
import { type TaskOrders, taskOrders } from './assignment/orders.js';
import { endParts } from './assignment/parts.js';
import { type ReportFetch, Reports } from './delivery/reports.js';
import type { Signer } from './delivery/signing-key.js';
import { TaskQueue } from './execution/queue.js';
import { WaitingRows } from './execution/waiting.js';
import type { Executor } from './executors/executor.js';
import type { HostedNeeds } from './executors/hosted/needs.js';
import { createExecutors, type ExecutorNeeds } from './executors/register.js';
import type { RemoteNodes } from './executors/remote/nodes.js';
import { type TaskWork, taskWork } from './executors/work.js';
import { DEFAULT_INTERPRETATION_LIMITS, type InterpretationLimits } from './interpretation/ask.js';
import { rulesInterpreter } from './interpretation/rules/interpreter.js';
import { askAgent, type NegotiateInput } from './negotiation/ask.js';
import { configuredSettings } from './northbound/config.js';
import { conditionNotification } from './northbound/irtf/notification.js';
import { draftTasksProvider } from './northbound/irtf/provider.js';
import { taskChanged } from './northbound/notification.js';
import { tasksProvider } from './northbound/provider.js';
import type { TaskServices } from './northbound/services.js';
import { type Authorities, NO_AUTHORITIES } from './record/authority.js';
import { followBound } from './record/bound-tasks.js';
import { TaskChanges } from './record/changes.js';
import { type Follow, Followers } from './record/followers.js';
import { Halt, type HaltFollower } from './record/halt.js';
import { continueAfter } from './record/ids.js';
import { DEFAULT_TASK_LIMITS, type TaskLimits } from './record/limits.js';
import { OpenTasks } from './record/open-tasks.js';
import { type Outgoing, UNLIMITED } from './record/outgoing.js';
import { Places } from './record/places.js';
import type { TaskRecord } from './record/record.js';
import { type ContentSealing, NO_SEALING } from './record/sealed.js';
import { DEFAULT_SETTINGS, type TaskSettings } from './record/settings.js';
import { isFinal, STATES, type TaskState } from './record/states.js';
import { TaskRows } from './record/store.js';
import { TaskWatch } from './record/watch.js';
import { COUNTED, phaseOf, TaskWorkload } from './record/workload.js';
import { noteCleanStop } from './schedule/deaths.js';
import { neededByOpen } from './schedule/needed.js';
import { abandon, abandonGone } from './schedule/removed-agents.js';
import { renewSpans } from './schedule/restart.js';
import { endUnauthorized, Unauthorized } from './schedule/unauthorized.js';
import { TaskWatchman } from './schedule/watchman.js';
import type { HostedAgent } from './skill/agent.js';
import type { Interpreter } from './skill/interpreter.js';

export interface TasksOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly outbox: Outbox;
  readonly agents: Agents;
  readonly contexts: Contexts;
  /** Contains the configured task settings. */
  readonly running: Pick<Running, 'tree'>;
  /** Validation of tasks by the models. Default: none. */
  readonly shapes?: Shapes;
  /** Returns the key that signs reports. */
  readonly signer: Signer;
  /** Sends a report to the URL of its subscriber. */
  readonly send: ReportFetch;
  /** Refuses a URL to which the node may not send requests. @throws RpcError access-denied */
  readonly requireReach: (url: URL) => void;
  readonly log: Logger;
  readonly settings?: Partial<TaskSettings>;
  readonly limits?: Partial<TaskLimits>;
  /** The other nodes that have the remote agents. */
  readonly remotes: RemoteNodes;
  /** Makes structured tasks of free text. Default: the rules. */
  readonly interpreter?: Interpreter;
  readonly interpretationLimits?: Partial<InterpretationLimits>;
  /** Invokes an rpc as a hosted agent, with the checks that hold for every caller. */
  readonly invokeAs: HostedNeeds['invokeAs'];
  /** Default: nothing is limited, and nothing can be delegated. */
  readonly authorities?: Authorities;
  /** Encrypts the content of sealed tasks. Default: there are none. */
  readonly content?: ContentSealing;
  /** Default: there are no trust domains. */
  readonly outgoing?: Outgoing;
  /** Milliseconds since 1970 by the clock of the machine. */
  readonly now?: () => number;
  /** Milliseconds of a clock that cannot be set. Default: `now` if given, else `steadyTime`. */
  readonly steady?: () => number;
}

/** The interface of the room `tasks` for the composition root and the rooms above. */
export interface Tasks {
  readonly providers: readonly AnyProvider[];
  /** Counts the tasks in each state that is not final. The cost grows with the number of these tasks. */
  unfinished(): Promise<ReadonlyMap<TaskState, number>>;
  /** Returns why autonomous execution is halted (`stop-all`); undefined when it is not. */
  halted(): string | undefined;
  /** Returns since when autonomous execution is halted, in milliseconds since 1970; undefined when it is not. */
  haltedSince(): number | undefined;
  /** Calls `listener` after each stop-all (true) and resume-all (false). Returns the function that ends this. */
  onHalt(listener: (halted: boolean) => void): () => void;
  /** Registers a function that acts in the transaction of each stop-all (true) and resume-all (false). */
  followHalt(follower: HaltFollower): () => void;
  /** Registers a function that acts in the transaction of each change of a task. */
  readonly follow: Follow;
  /** The operations on tasks for assigners of other rooms. */
  readonly orders: TaskOrders;
  /** Asks an agent whether it could do a task. See `askAgent`. */
  ask(tx: Tx, call: Call, input: NegotiateInput, seal?: string): Promise<TaskRecord>;
  /** The operations on tasks for executors of other rooms. */
  readonly work: TaskWork;
  /** Hosts an agent inside the node. Returns the function that ends this. */
  host(agent: HostedAgent): () => void;
  /**
   * Registers an executor of another room for the agents that it serves; called before `start`. Returns the function that removes
   * it.
   */
  register(executor: Executor): () => void;
  /**
   * Recovers the unfinished tasks of an earlier process, then begins to execute, to report, and to watch leases and
   * deadlines.
   */
  start(): Promise<void>;
  /** Interrupts running tasks; the next start resumes them. */
  stop(): Promise<void>;
  /** Acts on changed ways to agents of other nodes: ends the tasks of those that are gone, and follows those of the others. */
  rerouted(): Promise<void>;
  /** Ends the tasks whose authority is not in force any more: called when that may have changed. */
  authoritiesChanged(): Promise<void>;
  /** Handles expired leases and deadlines. Called periodically, and by tests. */
  sweep(): Promise<void>;
}

const WATCH_EVERY = 1_000;
const UNFINISHED = STATES.filter((state) => !isFinal(state));

/** Creates the room. The store must have the migrations of events, agents, contexts and tasks. */
export async function createTasks(o: TasksOptions): Promise<Tasks> {
  const now = o.now ?? Date.now;
  const steady = o.steady ?? o.now ?? steadyTime;
  const { shapes = ANY_SHAPE, content = NO_SEALING } = o;
  const rows = new TaskRows(o.store, content);
  const waiting = new WaitingRows(o.store, content);
  const places = new Places(await waiting.lastPlace());
  const limits = { ...DEFAULT_TASK_LIMITS, ...o.limits };
  const open = new OpenTasks(limits, await rows.openCounts());
  const lastId = await rows.lastId();
  if (lastId !== undefined) continueAfter(lastId);
  const watch = new TaskWatch(rows);
  const halt = new Halt();
  await halt.load(o.store);
  const configured = configuredSettings(o.running);
  const { registry: executors, hosted, remote } = createExecutors(o.outbox, () => needs, { steady }, o.log);
  const { measurements, directory } = o.agents;
  const workload = new TaskWorkload(
    measurements,
    (agent) => directory.get(agent)?.kind === 'hosted',
    (agent) => directory.registered(agent) === undefined,
  );
  const changes = new TaskChanges({
    rows,
    notify: notifierOfAll<YangentTasksProvider | IrtfAgentProvider>(o.events),
    notifications: { taskChanged, condition: conditionNotification },
    reports: new Reports(o.outbox, o.signer, o.send),
    followers: new Followers(o.store, o.outbox, content),
    places,
    shapes,
    now,
    steady,
  });
  for (const view of [watch, workload, open]) changes.show(view);
  changes.follow('parts', (tx, _before, task) => endParts(needs, tx, task));
  changes.follow('executors', executors.follow);
  changes.follow('remote', remote.follow);
  changes.follow('authority', followBound(directory));
  halt.onChange((halted) => {
    if (!halted) for (const executor of [hosted, remote]) executor.wakeAll();
  });
  const needs: TaskServices & ExecutorNeeds = {
    store: o.store,
    content,
    rows,
    watch,
    halt,
    executors,
    now,
    steady,
    configured,
    limits,
    open,
    queue: new TaskQueue(rows, waiting, configured, places),
    remotes: o.remotes,
    changes,
    directory,
    states: o.agents.states,
    discovery: o.agents.discovery,
    qualifications: o.agents.qualifications,
    contexts: o.contexts,
    settings: { ...DEFAULT_SETTINGS, ...o.settings },
    interpretation: {
      interpreter: o.interpreter ?? rulesInterpreter,
      limits: { ...DEFAULT_INTERPRETATION_LIMITS, ...o.interpretationLimits },
    },
    invokeAs: o.invokeAs,
    authorities: o.authorities ?? NO_AUTHORITIES,
    outgoing: o.outgoing ?? UNLIMITED,
    shapes,
    requireReach: o.requireReach,
    log: o.log,
  };
  for (const { agent, state, number } of await rows.countByAgent(COUNTED)) {
    const phase = phaseOf(state);
    if (phase) measurements.load(agent, { [phase]: measurements.of(agent)[phase] + number });
  }
  o.agents.connectPast({
    seal: async (tx, agent, former) => {
      await rows.rename(tx, agent, former);
      await waiting.forget(tx, agent);
      tx.afterCommit(() => open.renamed(agent, former));
    },
  });
  o.contexts.connectTasks({
    partiesOf: async (tx, id) => {
      const task = await rows.get(id, tx);
      return task && [task.from, task.to];
    },
    needed: () => neededByOpen(rows),
  });
  o.agents.connectWorkload({
    resumed: (agent) => executors.wake(agent),
    removed: (agent) => abandon(needs, agent),
  });
  const watchman = new TaskWatchman(needs);
  const unauthorized = new Unauthorized(needs);
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;
  return {
    providers: [tasksProvider(needs, o.signer), draftTasksProvider(needs)],
    unfinished: () => rows.countByState(UNFINISHED),
    halted: () => halt.state && (halt.state.reason ?? `stop-all by ${halt.state.by}`),
    haltedSince: () => halt.state && Date.parse(halt.state.at),
    onHalt: (listener) => halt.onChange(listener),
    followHalt: (follower) => halt.follow(follower),
    follow: changes.follow,
    orders: taskOrders(needs),
    ask: (tx, call, input, seal) => askAgent(needs, tx, call, input, seal),
    work: taskWork(needs),
    host: (agent) => hosted.add(agent),
    register: (executor) => executors.register(executor),
    start: async () => {
      await abandonGone(needs);
      await renewSpans(needs);
      await endUnauthorized(needs);
      await executors.recover();
      started = true;
      await o.outbox.start();
      timer ??= setInterval(() => {
        sweeping ??= watchman
          .look()
          .catch((error: unknown) => o.log.error({ err: error }, 'tasks: leases and deadlines could not be watched'))
          .finally(() => {
            sweeping = undefined;
          });
      }, WATCH_EVERY).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await sweeping;
      await watchman.stop();
      await executors.stop();
      await o.outbox.stop();
      if (started) await noteCleanStop(o.store);
      started = false;
    },
    rerouted: async () => {
      if (!started) return;
      await abandonGone(needs);
      for (const agent of await rows.receivers()) if (directory.get(agent)?.foreign) executors.wake(agent);
    },
    authoritiesChanged: async () => {
      if (started) await unauthorized.look();
    },
    sweep: async () => {
      await watchman.look();
      await watchman.retired();
    },
  };
}
