import type { Logger } from 'pino';
import type { Principal } from '../access/index.js';
import type { Tree } from '../data/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { Describe, Identity } from '../identity/index.js';
import {
  type AnyProvider,
  configuration as configured,
  configuredEntry,
  eachConfigured,
  notifierOfAll,
} from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import type { AgentConfiguration } from './configuration.js';
import { agentDescriptions } from './description/describe.js';
import { NO_SCHEMA_FAULTS, type SkillSchemaFaults } from './descriptions.js';
import { AgentDirectory } from './directory.js';
import { AgentIndex } from './discovery/agent-index.js';
import { Discovery } from './discovery/discovery.js';
import type { Point } from './discovery/geodesic.js';
import { loadOf } from './load.js';
import { AgentMeasurements } from './measurements.js';
import { identityOf } from './northbound/identity.js';
import { AgentEvents } from './northbound/notification.js';
import { agentsProvider } from './northbound/provider.js';
import { Registration } from './northbound/rpc.js';
import { profileProvider } from './northbound/state.js';
import { Qualifications } from './qualification/qualifications.js';
import { type AgentPast, Incarnations } from './record/incarnations.js';
import type { AgentRecord } from './record/record.js';
import { AgentStates } from './record/states.js';
import { Registrar } from './registrar.js';
import type { Embedder } from './semantic/embedder.js';
import { EmbeddingCache } from './semantic/embedding-cache.js';
import { Embeddings } from './semantic/embeddings.js';
import { localEmbedder } from './semantic/local-embedder.js';
import { type AgentWorkload, ConnectedWorkload } from './workload.js';

export interface AgentsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly configuration: AgentConfiguration;
  /** The running configuration, and the one that is restored unless a confirmed commit is confirmed. */
  readonly running: Pick<Running, 'tree' | 'restorePoint'>;
  readonly log: Logger;
  /** Checks the schemas of skills. Default: all texts are accepted. */
  readonly schemaFaults?: SkillSchemaFaults;
  /** Names agents. Default: agents have no identifiers. */
  readonly identities?: Identity['identities'];
  /** Verifies proofs of identifiers. Default: none is taken. */
  readonly control?: Identity['control'];
  /** Verifies credentials. Default: none counts. */
  readonly credentials?: Identity['credentials'];
  /** Returns the types of credentials that agents of a caller must have. Default: none. */
  readonly requiredCredentials?: (principal: Principal) => readonly string[];
  /** True when a trust domain names the identifier, and the caller is of another. Default: no domain names any. */
  readonly isOfTwoDomains?: (principal: Principal, did: string) => boolean;
  /** Compares meanings in discovery. Default: the local embedder. */
  readonly embedder?: Embedder;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The interface of the room `agents` for the composition root and the rooms above. */
export interface Agents {
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly measurements: AgentMeasurements;
  readonly discovery: Discovery;
  readonly qualifications: Pick<Qualifications, 'require'>;
  /** Describes agents for their documents. */
  readonly descriptions: Describe;
  readonly providers: readonly AnyProvider[];
  /** Fills the directory from running. Called once, before requests are served. */
  load(): void;
  /** Connects the room that acts on the tasks of changed agents. */
  connectWorkload(workload: AgentWorkload): void;
  /** Connects a room whose rows name agents. Called before the first edit. */
  connectPast(past: AgentPast): void;
  /** Takes identifiers of agents that are gone from their rows, since agents of other nodes get them. */
  giveAway(tx: Tx, isGiven: (id: string) => boolean): Promise<void>;
  /** Handles changes of agents while the node was down. Called once, after `load`, when all rooms are connected. */
  settle(): Promise<void>;
  /** Begins to watch leases. */
  start(): void;
  stop(): Promise<void>;
  /** Reports ended leases and stores measurements. Called periodically, and by tests. */
  lapse(): Promise<void>;
  /** Resolves when the description of every agent has a vector. */
  described(): Promise<void>;
}

const WATCH_EVERY = 1_000;

export async function createAgents({
  store,
  log,
  configuration,
  running,
  embedder = localEmbedder,
  schemaFaults = NO_SCHEMA_FAULTS,
  ...o
}: AgentsOptions): Promise<Agents> {
  const refresh = (agent: string) => index.refresh(agent);
  const states = await AgentStates.open(store, o.now, refresh);
  const measurements = new AgentMeasurements(refresh);
  const qualifications = new Qualifications(
    {
      ...{ store, states, log },
      ...(o.credentials ? { credentials: o.credentials } : {}),
      required: o.requiredCredentials ?? (() => []),
      holderOf: (agent) => {
        const identity = identityOf(agent, o.identities?.ofAgent(agent.id), states.of(agent.id).proved_did);
        return identity?.control === 'proved' ? identity.did : undefined;
      },
    },
    () => directory,
  );
  const index: AgentIndex = new AgentIndex(
    (agent) => {
      const { lease_expires: leaseEnds, draining, load } = states.of(agent.id);
      const measured = measurements.of(agent.id);
      return {
        leaseEnds: leaseEnds ?? Number.POSITIVE_INFINITY,
        draining: draining === 1,
        down: states.isDown(agent),
        load: loadOf(agent, measured, Number(load ?? 0)),
        latency: measured.latency,
      };
    },
    (agent) => qualifications.verified(agent),
  );
  for (const { agent, latency, measured_at: measuredAt } of states.all())
    if (latency !== null) measurements.load(agent, { latency, measuredAt: measuredAt ?? undefined });
  const confirmedOwners = (id: string) => ownersIn(running.restorePoint?.tree, id);
  const incarnations = await Incarnations.open({ store, events: o.events, confirmedOwners });
  const embeddings = new Embeddings({ embedder, log, at: (slot) => index.at(slot), cache: new EmbeddingCache(store) });
  const follower = {
    put: (agent: AgentRecord) => embeddings.put(agent, index.put(agent)),
    remove: (id: string) => {
      const slot = index.slotOf(id);
      index.remove(id);
      measurements.forget(id);
      if (slot !== undefined) embeddings.remove(slot);
    },
  };
  const directory = new AgentDirectory(follower, incarnations);
  const events = new AgentEvents(notifierOfAll(o.events), states);
  const workload = new ConnectedWorkload();
  const policy = () => configured(running.tree, '/yangent-agents:agents/policy');
  const placeOf = (name: string) => placeIn(running.tree, name);
  const registrar = new Registrar({
    directory,
    configuration,
    policy,
    now: states.now,
    shown: (moment) => states.shown(moment),
    confirmedOwners,
    keep: (statuses) => registration.keep(statuses),
  });
  const shared = {
    store,
    directory,
    states,
    events,
    workload,
    measurements,
    configuration,
    registrar,
    control: o.control,
    isOfTwoDomains: o.isOfTwoDomains,
    identities: o.identities,
    qualifications,
    policy,
  };
  const registration: Registration = new Registration(shared);
  const discovery = new Discovery({ index, directory, states, measurements, embeddings, placeOf });
  const watch = async () => {
    await registration.lapse();
    await registration.keepMeasurements();
    qualifications.recheck();
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    directory,
    states,
    measurements,
    discovery,
    qualifications,
    descriptions: agentDescriptions(directory),
    providers: [
      agentsProvider({
        ...shared,
        registration,
        discovery,
        policy,
        incarnations,
        schemaFaults,
        confirmedOwners,
        isForOwner: (call) => configuration.isOwn(call),
        statusOf: (id) => registrar.statusOf(id),
        reasonOf: (id) => registration.reasonOf(id),
      }),
      profileProvider(directory),
    ],
    load: () => {
      directory.load(eachConfigured(running.tree, '/yangent-agents:agents/agent'));
      for (const agent of directory.all()) qualifications.noteEntry(agent);
    },
    connectWorkload: (source) => workload.connect(source),
    connectPast: (past) => incarnations.connect(past),
    giveAway: (tx, isGiven) => incarnations.giveAway(tx, isGiven),
    settle: async () => {
      const registered = { get: (id: string) => directory.registered(id), all: () => directory.all() };
      for (const former of await incarnations.settle(registered)) await workload.removed(former);
    },
    start: () => {
      timer ??= setInterval(() => {
        watch().catch((error: unknown) =>
          log.error({ err: error }, 'agents: leases and measurements could not be kept'),
        );
      }, WATCH_EVERY).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      embeddings.stop();
      await qualifications.settled();
      await registration.keepMeasurements();
    },
    lapse: watch,
    described: () => embeddings.settled(),
  };
}

/** Returns the owners of an agent in a configuration; undefined when it is not in it. */
function ownersIn(tree: Tree | undefined, id: string): readonly string[] | undefined {
  const entry = tree && configuredEntry(tree, '/yangent-agents:agents/agent', id);
  return entry && (entry.owner ?? []);
}

function placeIn(tree: Tree, name: string): Point | undefined {
  const place = configuredEntry(tree, '/yangent-agents:agents/place', name);
  return place && { latitude: Number(place.latitude), longitude: Number(place.longitude) };
}
