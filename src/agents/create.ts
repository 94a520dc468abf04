import type { Logger } from 'pino';
import type { EventLog } from '../events/index.js';
import type { Provider } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { AgentConfiguration } from './configuration.js';
import { AgentDirectory } from './directory.js';
import { AgentEvents } from './events.js';
import { agentsProvider, profileProvider } from './provider.js';
import { Registration } from './registration.js';
import { AgentStates } from './states.js';
import { type AgentWorkload, ConnectedWorkload } from './workload.js';

export interface AgentsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly configuration: AgentConfiguration;
  readonly log: Logger;
  /** New registrations wait for approval; false when absent. */
  readonly requireApproval?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The room of the agents, as the composition root and the rooms above see it. */
export interface Agents {
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly providers: readonly Provider[];
  /** Fills the directory from the RFC 7951 value of `/yangent-agents:agents` in running; once, before anything is served. */
  load(agents: unknown): void;
  /** Says where to ask for the tasks of an agent. */
  connectWorkload(workload: AgentWorkload): void;
  /** Begins to watch leases. */
  start(): void;
  stop(): void;
  /** Reports leases that have ended; called by the watch, and by tests. */
  lapse(): Promise<void>;
}

const WATCH_EVERY = 1_000;

export async function createAgents(o: AgentsOptions): Promise<Agents> {
  const directory = new AgentDirectory();
  const states = await AgentStates.open(o.store, o.now);
  const events = new AgentEvents(o.events, states);
  const workload = new ConnectedWorkload();
  const shared = { store: o.store, directory, states, events, workload };
  const registration = new Registration({
    ...shared,
    configuration: o.configuration,
    requireApproval: o.requireApproval ?? false,
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    directory,
    states,
    providers: [agentsProvider({ ...shared, registration }), profileProvider(directory)],
    load: (agents) => directory.load(agents),
    connectWorkload: (source) => workload.connect(source),
    start: () => {
      timer ??= setInterval(() => {
        registration
          .lapse()
          .catch((error: unknown) => o.log.error({ err: error }, 'agents: ended leases could not be reported'));
      }, WATCH_EVERY).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
    lapse: () => registration.lapse(),
  };
}
