/** Pools: their slots, and who has them. */
import type { YangentWorkflowsConfig, YangentWorkflowsProvider } from '../../generated/providers.js';
import type { ConfigHooks, ListState } from '../../server/index.js';
import type { WorkflowNeeds } from './needs.js';

export const POOL = '/yangent-workflows:workflows/pool';

type PoolHooks = ConfigHooks<YangentWorkflowsConfig[typeof POOL]>;

export function poolState({ pools }: WorkflowNeeds): ListState<YangentWorkflowsProvider['state'][typeof POOL]> {
  return { get: ({ name }) => pools.use(name) };
}

/** Steps that wait go on when a pool gets more slots. */
export function poolHooks({ pools, store, engine }: WorkflowNeeds): PoolHooks {
  return {
    apply: async ({ keys: [name] }) => {
      for (const run of await pools.next(store, [name])) engine.later(run);
    },
  };
}
