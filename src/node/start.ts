/** The composition root: builds a node from its options, starts its parts in order, stops them in reverse. */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { createAccessControl, openAccess, SYSTEM } from '../access/index.js';
import { configurationThrough, createAgents, type Embedder } from '../agents/index.js';
import { guardedFetch, Reach } from '../clients/index.js';
import { createContexts } from '../contexts/index.js';
import { messageOf, RpcError } from '../data/index.js';
import { Running, Startup, UrlFiles } from '../datastore/index.js';
import {
  configuredDevices,
  type DeviceDriver,
  Devices,
  deviceAccess,
  devicesProvider,
  openSecrets,
} from '../devices/index.js';
import { openEventLog } from '../events/index.js';
import { configuredLoops, firstConfiguration, Loops, loopNews, loopsProvider } from '../loops/index.js';
import { capabilitiesOf } from '../netconf/index.js';
import { remoteNodes } from '../peers/index.js';
import { restconfMonitoringProvider } from '../restconf/index.js';
import {
  type AnyProvider,
  AUDIT_STREAM,
  accessProvider,
  acmProvider,
  announcementsAtStart,
  countLoginFailures,
  createServer,
  faultInWords,
  monitoringProvider,
  noteCapabilities,
  notifier,
  openAuditTrail,
  type Server,
  SessionRegistry,
  sessionEvents,
  shapesOf,
  streamListProvider,
  type View,
  yangLibraryProvider,
} from '../server/index.js';
import { createOutbox, damageOf, makeDirectory, openStore, StoreError } from '../store/index.js';
import { createTasks, type Interpreter, SKILL_SCHEMA_FAULTS } from '../tasks/index.js';
import { YangErrors } from '../yang/index.js';
import type { NodeApi } from './api.js';
import { callerApi } from './caller-api.js';
import { deviceEditor } from './device-editor.js';
import { mergeDocuments } from './documents.js';
import { hostAgents } from './host.js';
import { listen } from './listen.js';
import { loadAgents } from './load-agents.js';
import { type Actor, caller, LocalNode } from './local.js';
import { nodeMetrics } from './metrics.js';
import { MIGRATIONS } from './migrations.js';
import { compileModels } from './modules.js';
import { databaseFile, isLoopback, type NodeOptions, type StartOptions, UsageError, withDefaults } from './options.js';
import { loadPlugin, modulesOf, providersOf, type TaskTools } from './plugin.js';
import type { ReadyInfo } from './ready.js';
import { handleUncaught } from './uncaught.js';
import { admitUsers, configureAccess, endSessionsOf } from './users.js';

/** A running node. */
export interface Node extends NodeApi {
  readonly ready: ReadyInfo;
  readonly log: Logger;
  /** Durability in force, read from the running database connection. */
  settings(): Promise<{ readonly journalMode: string; readonly synchronous: string }>;
  /** Stops listening, lets requests under way finish, closes the store. May be called twice. */
  close(): Promise<void>;
}

/**
 * Starts a node; resolves when all of it listens and unfinished tasks go on.
 * @throws UsageError, YangErrors, StoreError, or the operating system's error when an address is taken
 */
export async function startNode(
  start: StartOptions,
  drivers: ReadonlyMap<string, DeviceDriver> = new Map(),
  embedder?: Embedder,
  interpreter?: Interpreter,
): Promise<Node> {
  const options = withDefaults(start);
  if (!options.tls && options.restconf && !isLoopback(options.restconf.host)) {
    throw new UsageError(`--no-tls is for loopback only; ${options.restconf.host} can be reached from elsewhere`);
  }
  const stops: (() => Promise<void> | void)[] = [];
  try {
    return await assemble(options, { drivers, embedder, interpreter }, stops);
  } catch (error) {
    // A part that does not stop must not keep the caller from learning why there is no node.
    await Promise.race([stopAll(stops), pause(STOP_GRACE)]);
    throw isInWords(error) ? error : (damageOf(databaseFile(options.data)) ?? error);
  }
}

/** Whether an error itself says why there is no node; any other may come of values in the database that no node has written. */
function isInWords(error: unknown): boolean {
  const isTyped = [UsageError, YangErrors, RpcError, StoreError].some((type) => error instanceof type);
  return isTyped || (error instanceof Error && 'code' in error);
}

/** What comes from outside of `src`. */
interface Adapters {
  readonly drivers: ReadonlyMap<string, DeviceDriver>;
  /** Absent: the local one. */
  readonly embedder?: Embedder;
  /** Absent: the rules. */
  readonly interpreter?: Interpreter;
}

async function assemble(
  options: NodeOptions,
  { drivers, embedder, interpreter }: Adapters,
  stops: (() => Promise<void> | void)[],
): Promise<Node> {
  makeDirectory(options.data);
  const log = pino({ level: options.logLevel, base: undefined }, pino.destination({ dest: 2, sync: false }));
  stops.push(handleUncaught(log));
  const plugins = await Promise.all(options.plugins.map(loadPlugin));
  const hosted = await loadAgents(options.agents);
  const { nodeSchema, agentSchema } = compileModels({
    ...options,
    pluginModules: modulesOf(plugins),
    cache: join(options.data, 'cache'),
    onCacheProblem: (message) => log.warn(message),
  });
  const schemaOf = (view: View) => (view.kind === 'node' ? nodeSchema : agentSchema);

  requireWhole(options.data);
  const store = await openStore({ file: databaseFile(options.data), migrations: MIGRATIONS, log });
  stops.push(() => store.close());
  const shapes = shapesOf(nodeSchema);
  const events = await openEventLog(store, {
    log,
    check: shapes.requireEvent,
    strict: options.strictEvents,
    streams: [AUDIT_STREAM],
    retention: options.limits?.events,
    readers: options.limits?.readers,
  });
  stops.push(() => events.close());
  const announcements = announcementsAtStart(events);
  const running = await Running.open(store, nodeSchema, announcements);
  const startup = options.startup ? await Startup.open(store, nodeSchema, running, announcements) : undefined;
  const addresses: { restconf?: string; ownPorts: readonly number[] } = { ownPorts: [] };
  const reach = reachOf(options, () => addresses.ownPorts);
  const outbound = guardedFetch(reach);
  const access = await openAccess(store, {
    log,
    dataDir: options.data,
    throttle: options.limits?.login,
    fetch: outbound,
  });
  stops.push(() => access.close());
  const accessControl = createAccessControl({ running: () => running.tree, schema: nodeSchema, log });
  const { passwordFile } = await access.ensureFirstAdmin(options.data);
  await admitUsers(access, options);
  await configureAccess(access, running, log);

  // The server is made of the providers, and some providers act through the server.
  const late: { server?: Server; local?: LocalNode } = {};
  const server = () => made(late.server);
  const local = () => made(late.local);

  const outbox = createOutbox(store, { log });
  const agents = await createAgents({
    store,
    events,
    log,
    embedder,
    configuration: configurationThrough(server, SYSTEM),
    running,
    schemaFaults: SKILL_SCHEMA_FAULTS,
  });
  const { directory } = agents;
  agents.load();
  const contexts = createContexts({
    store,
    events,
    directory,
    running,
    bytes: join(options.data, 'bytes'),
    baseUrl: () => addresses.restconf,
    limits: options.limits?.data,
    shapes,
    log,
  });
  agents.connectPast(contexts.past);
  const secrets = await openSecrets({
    data: options.data,
    keyFile: options.secretKeyFile,
    tell: (message) => log.warn(message),
  });
  const remotes = remoteNodes({ secret: (name) => secrets.get(name), limits: options.limits?.remote });
  stops.push(() => remotes.close());
  const tasks = await createTasks({
    store,
    events,
    outbox,
    agents,
    contexts,
    running,
    remotes,
    shapes,
    sealing: secrets.sealing,
    send: outbound,
    requireReach: (url) => reach.requireUrl(url),
    log,
    interpreter,
    limits: options.limits?.tasks,
    settings: options.limits?.waits,
    interpretationLimits: options.limits?.interpretation,
    invokeAs: (agent, rpc, input, signal) => local().invokeAs({ agent }, rpc, input, signal),
  });
  const devices = new Devices({
    inventory: configuredDevices(() => running.tree),
    secrets,
    drivers,
    log,
  });
  stops.push(() => devices.close());
  const audit = openAuditTrail({ store, events, log });
  stops.push(() => audit.close());
  const devicesFor = (actor: Actor, edits: readonly string[], signal: AbortSignal) => {
    const principal = () => local().principalOf(actor);
    return deviceAccess(
      devices,
      signal,
      deviceEditor({ store, events, audit, caller }, { agent: actor.agent, principal, edits }),
    );
  };
  const loops = new Loops({
    store,
    news: loopNews(notifier(events)),
    log,
    devices: ({ edits, ...actor }, signal) => devicesFor(actor, edits, signal),
    configured: configuredLoops(() => running.tree),
    configure: (loops) => local().edit(firstConfiguration(loops)),
    invoke: (actor, rpc, input, signal) => local().invokeAs(actor, rpc, input, signal),
    nameOf: (actor) => local().principalOf(actor).name,
    halted: () => (tasks.halted() ? STOP_ALL : undefined),
  });

  const sessions = new SessionRegistry(sessionEvents(store, events, log));
  stops.push(endSessionsOf(access, sessions));
  const providers: AnyProvider[] = [
    yangLibraryProvider(schemaOf, (view) => server().datastores.served(view)),
    acmProvider({ access: accessControl, schema: nodeSchema }),
    accessProvider(access),
    monitoringProvider({
      schemaOf,
      sessions,
      capabilities: (view) => capabilitiesOf(schemaOf(view)),
      datastores: () => server().datastores,
    }),
    streamListProvider((view, principal) => server().streams(view, principal)),
    restconfMonitoringProvider({
      streams: (view, principal) => server().streams(view, principal),
      baseUrl: () => addresses.restconf ?? '',
    }),
    ...agents.providers,
    ...contexts.providers,
    ...tasks.providers,
    devicesProvider(devices),
    loopsProvider(loops),
    ...providersOf(plugins),
  ];
  const loginFailures = countLoginFailures({
    record: (entry) => audit.recordFailedLogin(entry),
    knows: (user) => access.principal(user) !== undefined,
    limits: options.limits?.failures,
  });
  stops.push(() => loginFailures.flush());
  late.server = createServer({
    nodeSchema,
    agentSchema,
    providers,
    store,
    running,
    startup,
    files: new UrlFiles(join(options.data, 'files'), store),
    events,
    ownership: directory,
    access: accessControl,
    bulkData: contexts.bulkData,
    audit,
    restconfUrl: () => addresses.restconf ?? '',
    subscriptionLimits: options.limits?.subscriptions,
    byteLimits: options.limits?.bytes,
    log,
  });
  stops.push(() => server().datastores.stop());
  late.local = new LocalNode({ server: late.server, store, events, access, directory });

  await agents.settle();
  await noteCapabilities(store, events, capabilitiesOf(nodeSchema));
  await mergeDocuments(server(), options.config, 'configuration');
  await mergeDocuments(server(), options.profiles, 'profile');
  await hostAgents({
    agents: hosted,
    tasks,
    devices: (agent, edits, signal) => devicesFor({ agent }, edits, signal),
    loops,
    local: local(),
  });

  agents.start();
  stops.push(() => agents.stop());
  contexts.start();
  stops.push(() => contexts.stop());
  stops.push(() => tasks.stop());
  const tools: TaskTools = { work: tasks.work, transact: (work) => store.transact(work) };
  for (const plugin of plugins) {
    for (const each of plugin.executors?.(tools) ?? []) tasks.register(each);
    if (plugin.follower) tasks.follow(plugin.module ?? 'plugin', plugin.follower(tools));
  }
  await tasks.start();
  const faces = plugins.flatMap((plugin) => plugin.faces ?? []);
  const metrics = () => nodeMetrics({ sessions, store, tasks, directory });
  const listening = await listen({
    options,
    server: server(),
    access,
    sessions,
    onFailedLogin: (login) => loginFailures.fail(login),
    directory,
    passwordFile,
    faces: { served: faces, as: (by) => callerApi(server(), by) },
    fault: () => faultInWords(store.fault()),
    metrics,
    log,
  });
  addresses.restconf = options.publicUrl ?? listening.ready.restconf?.url;
  addresses.ownPorts = portsOf(listening.ready);
  stops.push(() => listening.close());
  for (const plugin of plugins) {
    const stop = await plugin.start?.(local());
    if (stop) stops.push(stop);
  }
  stops.push(() => loops.close());
  await loops.start();
  stops.push(tasks.onHalt((halted) => void loops.follow(halted, STOP_ALL)));
  // The end of the process may have come between the halt and the pause of a loop.
  if (tasks.halted() !== undefined) await loops.follow(true, STOP_ALL);
  await listening.announce();

  return Object.assign(local(), {
    ready: listening.ready,
    log,
    settings: () => store.settings(),
    close: () => stopAll(stops),
  });
}

/** Milliseconds within which what was started is stopped when the rest cannot start. */
const STOP_GRACE = 5_000;

/** A node that only this machine reaches may be sent to this machine. @throws UsageError for what is no network */
function reachOf({ netconf, restconf, reach }: NodeOptions, ownPorts: () => readonly number[]): Reach {
  try {
    const loopback = [netconf, restconf].every((at) => !at || isLoopback(at.host));
    return new Reach({ loopback, networks: reach, ownPorts });
  } catch (error) {
    throw new UsageError(`--reach: ${messageOf(error)}`);
  }
}

/** Returns the ports that a node listens on. */
function portsOf({ netconf, restconf }: ReadyInfo): readonly number[] {
  return [...(netconf ? [netconf.port] : []), ...(restconf ? [Number(new URL(restconf.url).port)] : [])];
}

/**
 * Refuses a data directory whose database is gone or empty beside what an earlier start left: a new node would begin in silence.
 * @throws UsageError
 */
function requireWhole(data: string): void {
  const file = databaseFile(data);
  if (!existsSync(join(data, ADMIN_PASSWORD_FILE)) || (existsSync(file) && statSync(file).size > 0)) return;
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return;
  throw new UsageError(
    `${file} is empty or gone, but ${ADMIN_PASSWORD_FILE} beside it shows that a node has run here: put a backup in its place, or remove ${ADMIN_PASSWORD_FILE} to begin a new node`,
  );
}

const ADMIN_PASSWORD_FILE = 'admin-password';

/** Why loops are paused while everything autonomous is stopped. */
const STOP_ALL = 'everything autonomous is stopped (yangent-tasks:stop-all)';

function made<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the node is still being put together');
  return value;
}

/** The RFC 7951 value of `/yangent-agents:agents` in running. */
/** In reverse order; a part that fails to stop does not keep the others up. */
async function stopAll(stops: (() => Promise<void> | void)[]): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    try {
      await stop();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}
