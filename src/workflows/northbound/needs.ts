import type { Agents } from '../../agents/index.js';
import type { Running } from '../../datastore/index.js';
import type { Revisions } from '../revision/revisions.js';

/** The services that the northbound of workflows needs. */
export interface WorkflowNeeds {
  readonly running: Pick<Running, 'tree'>;
  readonly agents: Pick<Agents, 'directory' | 'discovery'>;
  readonly revisions: Revisions;
}
