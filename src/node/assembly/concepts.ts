/** The concepts of a node, in the order in which they stand on one another. */
import { join } from 'node:path';
import { agentOfName, mayKnowOf, type Principal, SYSTEM } from '../../access/index.js';
import { configurationThrough, createAgents } from '../../agents/index.js';
import { createContexts } from '../../contexts/index.js';
import { configuredDevices, Devices, deviceAccess } from '../../devices/index.js';
import { createIdentity } from '../../identity/index.js';
import { ContentKeys } from '../../keys/index.js';
import { configuredLoops, firstConfiguration, Loops, loopNews } from '../../loops/index.js';
import { createPeers, type Peers, remoteNodes } from '../../peers/index.js';
import { notifier, type Server } from '../../server/index.js';
import { createSessions } from '../../sessions/index.js';
import { createOutbox } from '../../store/index.js';
import { createTasks, reportSigner, SKILL_SCHEMA_FAULTS } from '../../tasks/index.js';
import { createWorkflows, type Workflows } from '../../workflows/index.js';
import type { Adapters } from '../adapters.js';
import { deviceEditor } from '../device-editor.js';
import type { Actor, LocalNode } from '../local.js';
import { recordedKeeping } from '../outbound/kept-data.js';
import { peerLogins } from '../outbound/peer-logins.js';
import { recordedNodes } from '../outbound/remote-nodes.js';
import { recordedSend } from '../outbound/reports.js';
import { ceilings, outgoingTasks } from '../outbound/sending.js';
import { sessionsOut } from '../outbound/sessions.js';
import { openApprovals } from './approvals.js';
import type { Ground } from './ground.js';
import { memberDoor } from './member-door.js';
import { standingDoor } from './standing-door.js';
import { stepAuthority } from './step-authority.js';
import { taskAuthorities } from './task-authorities.js';
import { taskDoor } from './task-door.js';
import { ASSIGN, START, workflowDoor } from './workflow-door.js';
import { notificationsFor } from './workflow-notifications.js';

/** The server is made of the providers, and some concepts act through the server: neither may be asked for while they are made. */
export interface Late {
  server(): Server;
  local(): LocalNode;
}

/** Why loops are paused while everything autonomous is stopped. */
export const STOP_ALL = 'everything autonomous is stopped (yangent-tasks:stop-all)';

export type Concepts = Awaited<ReturnType<typeof createConcepts>>;

/** Makes agents, contexts, tasks, devices and loops; none of them works before it is started. */
export async function createConcepts(
  ground: Ground,
  { drivers, embedder, interpreter, planner }: Adapters,
  late: Late,
) {
  const { options, log, stops, nodeSchema, store, shapes, events, running, addresses, reach, outbound } = ground;
  const { secrets, keys, audit } = ground;
  const { limits } = options;
  const outbox = createOutbox(store, { log });
  const content = new ContentKeys(store, secrets.sealing);
  const identity = createIdentity({
    keys,
    running: () => running.tree,
    describe: () => agents.descriptions,
    fetch: outbound,
    domainOf: (did) => {
      const domain = ground.access.domains.ofDid(did);
      return domain?.configured.enabled ? domain.name : undefined;
    },
    logins: () => (ground.access.acceptsTokens ? ['basic', 'bearer'] : ['basic']),
  });
  ground.access.connectSubjects(identity.subjects);
  const agents = await createAgents({
    store,
    events,
    log,
    embedder,
    configuration: configurationThrough(late.server, SYSTEM),
    running,
    schemaFaults: SKILL_SCHEMA_FAULTS,
    identities: identity.identities,
    control: identity.control,
    credentials: identity.credentials,
    isOfTwoDomains: (principal, did) => ground.access.domains.isOfTwo(principal, did),
    requiredCredentials: ({ domain }) =>
      domain === undefined ? [] : (ground.access.domains.get(domain)?.configured.requireCredentials ?? []),
  });
  const { directory } = agents;
  const findsAgent = (principal: Principal, agent: string) => mayKnowOf(principal, agent, directory);
  agents.load();
  const contexts = createContexts({
    store,
    events,
    directory,
    running,
    bytes: join(options.data, 'bytes'),
    baseUrl: () => addresses.restconf,
    limits: limits?.data,
    recordKept: recordedKeeping(audit),
    ceilingFor: ceilings(ground.access, directory),
    shapes,
    log,
  });
  agents.connectPast(contexts.past);
  const { access } = ground;
  const nodes = remoteNodes({
    secret: (name) => secrets.get(name),
    trusted: peerLogins(
      access,
      () => addresses.restconf,
      (task) => workflows.tokenWork(task),
    ),
    seen: (peer, outcome) => peers.note(peer, outcome),
    limits: limits?.remote,
  });
  const remotes = recordedNodes(audit, () => access.domains, nodes);
  const peers: Peers = createPeers({
    ...{ store, events, agents, running, log },
    greet: nodes.greet,
    ...{ resolve: nodes.resolve, reach: nodes.reach, bulk: nodes.bulk },
    ...(limits?.remote?.patience === undefined ? {} : { patience: limits.remote.patience }),
    requireOut: sessionsOut(() => ground.access.domains),
    issuedTo: (did) => identity.identities.agentOf(did),
    rerouted: () => tasks.rerouted(),
    own: () => addresses.restconf,
  });
  directory.connectForeign(peers.agents);
  agents.states.connectForeign((agent) => peers.agents.isUp(agent));
  stops.push(() => remotes.close());
  stops.push(() => peers.close());
  const tasks = await createTasks({
    store,
    events,
    outbox,
    content,
    agents,
    contexts,
    running,
    remotes,
    shapes,
    signer: reportSigner(keys),
    send: recordedSend(audit, 'task-report', outbound),
    requireReach: (url) => reach.requireUrl(url),
    log,
    interpreter,
    limits: limits?.tasks,
    settings: limits?.waits,
    interpretationLimits: limits?.interpretation,
    invokeAs: (actor, rpc, input, signal) => late.local().invokeAs(actor, rpc, input, signal),
    authorities: taskAuthorities(ground.access, {
      ...{ audit, schema: nodeSchema, findsAgent },
      workOf: (task) => workflows.tokenWork(task),
    }),
    outgoing: outgoingTasks(ground.access, audit),
  });
  stops.push(
    ground.access.watch(() => {
      tasks
        .authoritiesChanged()
        .catch((error: unknown) => log.error({ err: error }, 'tasks without authority could not be ended'));
    }),
  );
  const sessions = createSessions({
    ...{ store, events, agents, contexts, tasks, running, limits: limits?.agentSessions, log },
    door: taskDoor(late, tasks),
    memberDoor: memberDoor(late),
    standingDoor: standingDoor(late, (user) => ground.access.principal(user)),
    homes: peers.homes,
  });
  agents.connectPast(sessions.past);
  contexts.connectMessages(sessions.messageData);
  contexts.connectAbroad(peers.data);
  const devices = new Devices({
    inventory: configuredDevices(() => running.tree),
    secrets,
    drivers,
    log,
  });
  stops.push(() => devices.close());
  /** Devices as an agent may use them, with the edits that its task or loop allows. */
  const devicesFor = (actor: Actor, edits: readonly string[], signal: AbortSignal) => {
    const principal = () => late.local().principalOf(actor);
    const editor = deviceEditor(
      {
        audit,
        requireLinks: (by, device) => ground.accessControl.requireLinks(by, 'device.edit', { device }),
        approve: (by, edit) => late.server().approveDevice(by, edit),
      },
      { agent: actor.agent, caller: () => late.local().callerOf(actor, signal), edits },
    );
    const reader = (device: string) => ground.accessControl.requireLinks(principal(), 'device.read', { device });
    return deviceAccess(devices, signal, editor, reader);
  };
  const configuredLoop = configuredLoops(() => running.tree);
  const loops = new Loops({
    store,
    news: loopNews(notifier(events), (loop) => configuredLoop(loop)?.policy.approverGroups ?? []),
    log,
    devices: ({ edits, ...actor }, signal) => devicesFor(actor, edits, signal),
    configured: configuredLoop,
    configure: (loops) => late.local().edit(firstConfiguration(loops)),
    invoke: (actor, rpc, input, signal) => late.local().invokeAs(actor, rpc, input, signal),
    nameOf: (actor) => late.local().principalOf(actor).name,
    halted: () => (tasks.halted() ? STOP_ALL : undefined),
  });
  const requireExecute = (actor: Parameters<LocalNode['initiator']>[0], rpc: string) => {
    const operation = nodeSchema.rpcs.get(rpc);
    if (operation) ground.accessControl.requireExecute(late.local().initiator(actor), operation, []);
  };
  const isUser = (name: string) =>
    name === SYSTEM.name || agentOfName(name) !== undefined || ground.access.principal(name) !== undefined;
  const workflows: Workflows = createWorkflows({
    ...{ store, events, running, agents, contexts, keys, content, tasks, log, schema: nodeSchema, planner },
    ...stepAuthority(access, audit),
    door: workflowDoor(late, tasks),
    voter: (name) => ground.access.voter(name),
    record: (tx, content) => void ground.records.append(tx, content),
    read: notificationsFor(late, nodeSchema),
    isUser,
    mayStart: (actor) => requireExecute(actor, START),
    mayAssign: (actor) => requireExecute(actor, ASSIGN),
  });
  const approvals = openApprovals(ground, { directory, loops, workflows });
  return {
    identity,
    agents,
    directory,
    findsAgent,
    contexts,
    tasks,
    sessions,
    peers,
    devices,
    devicesFor,
    loops,
    workflows,
    approvals,
  };
}
