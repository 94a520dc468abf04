/** The metrics of a node for `/metrics`, besides those of its RESTCONF listener. */
import type { AgentDirectory } from '../agents/index.js';
import type { Metric } from '../restconf/index.js';
import type { ProtocolSessions } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { Tasks } from '../tasks/index.js';

export interface MetricSources {
  readonly protocolSessions: ProtocolSessions;
  readonly store: Store;
  readonly tasks: Tasks;
  readonly directory: AgentDirectory;
}

/** Returns the metrics. Called at each scrape, so the cost must not exceed the number of open tasks and connections. */
export async function nodeMetrics({
  protocolSessions,
  store,
  tasks,
  directory,
}: MetricSources): Promise<readonly Metric[]> {
  const { transactions, commits } = store.counts();
  const byTransport = new Map<string, number>();
  for (const { transport } of protocolSessions.list())
    byTransport.set(transport, (byTransport.get(transport) ?? 0) + 1);
  return [
    {
      name: 'yangent_sessions',
      help: 'Open NETCONF sessions, by transport.',
      type: 'gauge',
      samples: labelled('transport', byTransport),
    },
    counter('yangent_store_transactions_total', 'Transactions made durable.', transactions),
    counter('yangent_store_commits_total', 'Commits of the store; transactions share them.', commits),
    {
      name: 'yangent_agents',
      help: 'Agents in the directory.',
      type: 'gauge',
      samples: [{ value: directory.size }],
    },
    {
      name: 'yangent_tasks',
      help: 'Tasks that are not finished, by state.',
      type: 'gauge',
      samples: labelled('state', await tasks.unfinished()),
    },
  ];
}

function labelled(label: string, values: ReadonlyMap<string, number>): Metric['samples'] {
  return [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', samples: [{ value }] };
}
