/** The composition root: puts a node together from its options, starts its parts in order, stops them in reverse. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { followStart, mayActFor, type Principal } from '../access/index.js';
import { methodsAt } from '../agents/index.js';
import { parseInstancePath, RpcError } from '../data/index.js';
import { UrlFiles } from '../datastore/index.js';
import { capabilitiesOf } from '../netconf/index.js';
import { DEFAULT_FACE_LIMITS, FaceSockets } from '../restconf/index.js';
import {
  configuration,
  countLoginFailures,
  createServer,
  faultInWords,
  type GrantNeeds,
  grantOperations,
  grantTargets,
  LoginRecords,
  noteCapabilities,
  ProtocolSessions,
  protocolSessionEvents,
  type Server,
  takeConfiguredKeys,
} from '../server/index.js';
import { damageOf, StoreError } from '../store/index.js';
import { YangErrors } from '../yang/index.js';
import type { Adapters } from './adapters.js';
import type { NodeApi } from './api.js';
import { type Concepts, createConcepts, type Late, STOP_ALL } from './assembly/concepts.js';
import { type Ground, openGround } from './assembly/ground.js';
import { oauthFaces } from './assembly/oauth.js';
import { providersFor } from './assembly/providers.js';
import { Stops } from './assembly/stops.js';
import { NodeCallerApi } from './caller-api.js';
import { configureCoordinator } from './coordinator.js';
import { mergeDocuments } from './documents.js';
import { hostAgents } from './host.js';
import { listen } from './listen.js';
import { loadAgents } from './load-agents.js';
import { LocalNode } from './local.js';
import { nodeMetrics } from './metrics.js';
import { databaseFile, isLoopback, type NodeOptions, type StartOptions, UsageError, withDefaults } from './options.js';
import type { TaskTools } from './plugin.js';
import type { Pins, ReadyInfo } from './ready.js';
import { watchUnnamedKeys } from './unnamed-keys.js';
import { endSessionsOf } from './users.js';
import { loadWorkflows } from './workflows/load.js';

/** A running node. */
export interface Node extends NodeApi {
  readonly ready: ReadyInfo;
  /** True when this start began the audit log: at the first start, and for a restored database. */
  readonly isNewLog: boolean;
  readonly log: Logger;
  /** Durability in force, read from the running database connection. */
  settings(): Promise<{ readonly journalMode: string; readonly synchronous: string }>;
  /** Stops listening, lets requests under way finish, closes the store. May be called twice. */
  close(): Promise<void>;
}

/** Milliseconds within which the parts that were started are stopped when the rest cannot start. */
const STOP_GRACE = 5_000;

/**
 * Starts a node; resolves when all of it listens and unfinished tasks go on.
 * @throws UsageError, YangErrors, StoreError, or the operating system's error when an address is taken
 */
export async function startNode(
  start: StartOptions,
  { drivers = new Map(), ...adapters }: Partial<Adapters> = {},
): Promise<Node> {
  const options = withDefaults(start);
  if (!options.tls && options.restconf && !isLoopback(options.restconf.host)) {
    throw new UsageError(`--no-tls is for loopback only; ${options.restconf.host} can be reached from elsewhere`);
  }
  const stops = new Stops();
  try {
    return await assemble(options, { drivers, ...adapters }, stops);
  } catch (error) {
    // A part that does not stop must not keep the caller from learning why there is no node.
    await Promise.race([stops.all(), pause(STOP_GRACE)]);
    throw isInWords(error) ? error : (damageOf(databaseFile(options.data)) ?? error);
  }
}

/** True when an error itself says why there is no node; any other may come of values in the database that no node has written. */
function isInWords(error: unknown): boolean {
  const isTyped = [UsageError, YangErrors, RpcError, StoreError].some((type) => error instanceof type);
  return isTyped || (error instanceof Error && 'code' in error);
}

async function assemble(options: NodeOptions, adapters: Adapters, stops: Stops): Promise<Node> {
  const hosted = await loadAgents(options.agents);
  const ground = await openGround(options, stops);
  const { store, events, log } = ground;
  await takeConfiguredKeys({ ...ground, running: () => ground.running.tree });
  const made: { server?: Server; local?: LocalNode } = {};
  const late: Late = { server: () => finished(made.server), local: () => finished(made.local) };
  const concepts = await createConcepts(ground, adapters, late);
  const { agents, directory, tasks, sessions, devicesFor, loops } = concepts;
  const protocolSessions = new ProtocolSessions(protocolSessionEvents(store, events, log, ground.audit));
  stops.push(endSessionsOf(ground.access, protocolSessions));
  const loginFailures = countLoginFailures({
    record: (entry) => ground.audit.recordFailedLogin(entry),
    knows: (user) => ground.access.principal(user) !== undefined,
    limits: options.limits?.failures,
  });
  stops.push(() => loginFailures.flush());
  const logins = new LoginRecords({ record: (login) => ground.audit.recordLogin(login) });
  const server = serverOf(ground, concepts, protocolSessions, late);
  made.server = server;
  stops.push(() => server.datastores.stop());
  stops.push(watchUnnamedKeys({ keys: ground.keys, server, log }));
  const local = new LocalNode({ server, store, events, access: ground.access, directory });
  made.local = local;

  await agents.settle();
  await noteCapabilities(store, events, capabilitiesOf(ground.nodeSchema));
  await mergeDocuments(server, options.config, 'configuration');
  await mergeDocuments(server, options.profiles, 'profile');
  await hostAgents({ agents: hosted, tasks, devices: devicesFor, loops, sessions, local, directory });
  await configureCoordinator(local, directory);
  await loadWorkflows(server, options.workflows);
  await startConcepts(ground, concepts);
  const holds = (principal: Principal) => ground.access.holds(principal);
  const listening = await listen({
    options,
    server,
    access: ground.access,
    protocolSessions,
    onFailedLogin: (login) => loginFailures.fail(login),
    onLogin: (login) => logins.succeed(login),
    directory,
    keys: ground.keys,
    running: () => ground.running.tree,
    passwordFile: ground.passwordFile,
    pins: await pinsOf(ground, concepts),
    faces: {
      served: [
        ...oauthFaces(ground, server, (login) => loginFailures.fail(login)),
        ...ground.plugins.flatMap((plugin) => plugin.faces ?? []),
        ...options.adapters,
      ],
      sockets: new FaceSockets({ ...DEFAULT_FACE_LIMITS, ...options.limits?.faces }.connections),
      as: (by) => new NodeCallerApi(server, by, holds),
    },
    documents: concepts.identity.publication,
    fault: () => faultInWords(store.fault()),
    metrics: () => nodeMetrics({ protocolSessions, store, tasks, directory }),
    log,
  });
  ground.addresses.bound(listening.ready, options.publicUrl);
  stops.push(() => listening.close());
  for (const plugin of ground.plugins) {
    const stop = await plugin.start?.(local);
    if (stop) stops.push(stop);
  }
  await startLoops(ground, concepts);
  await listening.announce();
  return Object.assign(local, {
    ready: listening.ready,
    isNewLog: ground.records.isNew,
    log,
    settings: () => store.settings(),
    close: () => stops.all(),
  });
}

async function pinsOf({ keys, records }: Ground, { identity }: Concepts): Promise<Pins> {
  const { use } = await keys.pair('audit');
  const { node: did } = identity.identities;
  return {
    auditKey: records.verifierKey,
    auditKeyFingerprint: await keys.fingerprint(use),
    ...(did === undefined ? {} : { did }),
  };
}

function serverOf(ground: Ground, concepts: Concepts, protocolSessions: ProtocolSessions, late: Late): Server {
  const { options, nodeSchema, agentSchema, store, running, startup, events, accessControl, addresses, log } = ground;
  const grantNeeds: GrantNeeds = {
    access: ground.access,
    mayActFor: (principal, agent) => mayActFor(principal, agent, concepts.directory),
    findsAgent: concepts.findsAgent,
    mayReadUser: (principal, name) =>
      accessControl.mayRead(
        principal,
        parseInstancePath(nodeSchema, `/yangent-access:access/user[name='${name}']/name`),
      ),
  };
  return createServer({
    operations: grantOperations(grantNeeds),
    nodeSchema,
    agentSchema,
    providers: providersFor(ground, concepts, protocolSessions, late, grantNeeds),
    store,
    running,
    startup,
    files: new UrlFiles(join(options.data, 'files'), store),
    events,
    ownership: concepts.directory,
    loginMethods: (agent, protocol) => methodsAt(concepts.directory.get(agent)?.endpointSecurity, protocol),
    access: accessControl,
    approvals: concepts.approvals,
    approvalSources: {
      targets: grantTargets(grantNeeds),
      data: (call, ids, queries) => concepts.contexts.described(call, ids, queries),
      keep: (tx, ids) => concepts.contexts.keepApproved(tx, ids),
    },
    bulkData: concepts.contexts.bulkData,
    audit: ground.audit,
    restconfUrl: () => addresses.restconf ?? '',
    subscriptionLimits: options.limits?.subscriptions,
    byteLimits: options.limits?.bytes,
    log,
  });
}

/** Starts the concepts that work before anybody is heard; executors and followers of plugins come first. */
async function startConcepts(
  { stops, store, plugins, running, access }: Ground,
  { agents, contexts, tasks, sessions, peers, workflows, approvals }: Concepts,
): Promise<void> {
  await approvals.start((tx) =>
    followStart(
      { approvals, endOrphans: access.endOrphans },
      tx,
      configuration(running.tree, '/yangent-access:access'),
    ),
  );
  stops.push(() => approvals.close());
  agents.start();
  stops.push(() => agents.stop());
  contexts.start();
  stops.push(() => contexts.stop());
  await sessions.start();
  stops.push(() => sessions.stop());
  stops.push(() => tasks.stop());
  const tools: TaskTools = { work: tasks.work, transact: (work) => store.transact(work) };
  for (const plugin of plugins) {
    for (const each of plugin.executors?.(tools) ?? []) tasks.register(each);
    if (plugin.follower) tasks.follow(plugin.module ?? 'plugin', plugin.follower(tools));
  }
  await tasks.start();
  stops.push(() => workflows.stop());
  await workflows.start();
  stops.push(() => sessions.members.stop());
  await sessions.members.start();
  // Other nodes are heard when all that they may ask of is there.
  peers.start(sessions.copies);
}

/** Starts the loops last: their first rounds may use all of the node. */
async function startLoops({ stops }: Ground, { loops, tasks }: Concepts): Promise<void> {
  stops.push(() => loops.close());
  await loops.start();
  stops.push(tasks.onHalt((halted) => void loops.follow(halted, STOP_ALL)));
  // The end of the process may have come between the halt and the pause of a loop.
  if (tasks.halted() !== undefined) await loops.follow(true, STOP_ALL);
}

function finished<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the node is still being put together');
  return value;
}
