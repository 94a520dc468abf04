import type { TaskContext } from '../context.js';
import type { RemoteNodes } from './nodes.js';

/** What the tasks of agents on other nodes need besides. */
export interface RemoteNeeds extends TaskContext {
  readonly remotes: RemoteNodes;
}
