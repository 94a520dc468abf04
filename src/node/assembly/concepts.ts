/** The concepts of a node, in the order in which they stand on one another. */
import { join } from 'node:path';
import { SYSTEM } from '../../access/index.js';
import { configurationThrough, createAgents } from '../../agents/index.js';
import { createContexts } from '../../contexts/index.js';
import { configuredDevices, Devices, deviceAccess, openSecrets } from '../../devices/index.js';
import { configuredLoops, firstConfiguration, Loops, loopNews } from '../../loops/index.js';
import { remoteNodes } from '../../peers/index.js';
import { notifier, openAuditTrail, type Server } from '../../server/index.js';
import { createOutbox } from '../../store/index.js';
import { createTasks, SKILL_SCHEMA_FAULTS } from '../../tasks/index.js';
import { createWorkflows } from '../../workflows/index.js';
import type { Adapters } from '../adapters.js';
import { deviceEditor } from '../device-editor.js';
import { type Actor, caller, type LocalNode } from '../local.js';
import type { Ground } from './ground.js';

/** The server is made of the providers, and some concepts act through the server: neither may be asked for while they are made. */
export interface Late {
  server(): Server;
  local(): LocalNode;
}

/** Why loops are paused while everything autonomous is stopped. */
export const STOP_ALL = 'everything autonomous is stopped (yangent-tasks:stop-all)';

export type Concepts = Awaited<ReturnType<typeof createConcepts>>;

/** Makes agents, contexts, tasks, devices and loops; none of them works before it is started. */
export async function createConcepts(ground: Ground, { drivers, embedder, interpreter }: Adapters, late: Late) {
  const { options, log, stops, store, shapes, events, running, addresses, reach, outbound } = ground;
  const { limits } = options;
  const outbox = createOutbox(store, { log });
  const agents = await createAgents({
    store,
    events,
    log,
    embedder,
    configuration: configurationThrough(late.server, SYSTEM),
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
    limits: limits?.data,
    shapes,
    log,
  });
  agents.connectPast(contexts.past);
  const secrets = await openSecrets({
    data: options.data,
    keyFile: options.secretKeyFile,
    tell: (message) => log.warn(message),
  });
  const remotes = remoteNodes({ secret: (name) => secrets.get(name), limits: limits?.remote });
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
    limits: limits?.tasks,
    settings: limits?.waits,
    interpretationLimits: limits?.interpretation,
    invokeAs: (agent, rpc, input, signal) => late.local().invokeAs({ agent }, rpc, input, signal),
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
  /** Devices as an agent may use them, with the edits that its task or loop allows. */
  const devicesFor = (actor: Actor, edits: readonly string[], signal: AbortSignal) => {
    const principal = () => late.local().principalOf(actor);
    const editor = deviceEditor({ store, events, audit, caller }, { agent: actor.agent, principal, edits });
    return deviceAccess(devices, signal, editor);
  };
  const loops = new Loops({
    store,
    news: loopNews(notifier(events)),
    log,
    devices: ({ edits, ...actor }, signal) => devicesFor(actor, edits, signal),
    configured: configuredLoops(() => running.tree),
    configure: (loops) => late.local().edit(firstConfiguration(loops)),
    invoke: (actor, rpc, input, signal) => late.local().invokeAs(actor, rpc, input, signal),
    nameOf: (actor) => late.local().principalOf(actor).name,
    halted: () => (tasks.halted() ? STOP_ALL : undefined),
  });
  const workflows = createWorkflows({ store, running, agents });
  return { agents, directory, contexts, tasks, devices, devicesFor, audit, loops, workflows };
}
