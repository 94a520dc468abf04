import type { Agents } from '../agents/index.js';
import type { Running } from '../datastore/index.js';
import type { AnyProvider } from '../server/index.js';
import type { Store } from '../store/index.js';
import { workflowsProvider } from './northbound/provider.js';
import { Revisions } from './revision/revisions.js';

export interface WorkflowsOptions {
  readonly store: Store;
  readonly running: Pick<Running, 'tree'>;
  readonly agents: Pick<Agents, 'directory' | 'discovery'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The room for the composition root. */
export interface Workflows {
  readonly providers: readonly AnyProvider[];
}

export function createWorkflows({ store, running, agents, now = Date.now }: WorkflowsOptions): Workflows {
  const revisions = new Revisions(store, now);
  return { providers: [workflowsProvider({ running, agents, revisions })] };
}
