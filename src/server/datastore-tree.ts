import type { Tree } from '../data/index.js';
import type { DatastoreName } from '../datastore/index.js';
import type { ServerCore } from './core.js';

/** Returns the configuration in a datastore; for operational, the intended configuration. */
export function datastoreTree({ running, datastores }: ServerCore, name: DatastoreName): Tree {
  switch (name) {
    case 'candidate':
      return datastores.candidate.tree;
    case 'startup':
      return datastores.startup?.tree ?? running.tree;
    case 'running':
    case 'intended':
    case 'operational':
      return running.tree;
  }
}
