import { RpcError } from '../data/index.js';
import type { ConfigChange, ConfigHooks } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { AgentDirectory } from './directory.js';
import type { AgentEvents } from './events.js';
import { isMembers } from './members.js';
import { agentRecord } from './record.js';
import type { AgentStates } from './states.js';
import type { AgentWorkload } from './workload.js';

export interface AgentHookOptions {
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly events: AgentEvents;
  readonly store: Store;
  readonly workload: AgentWorkload;
}

/** Keeps the directory in step with `/yangent-agents:agents/agent` and reports what came, changed and went. */
export function agentHooks({ directory, states, events, store, workload }: AgentHookOptions): ConfigHooks {
  return {
    validate: async (change) => requireOwnName(change, directory),
    apply: async ({ before, after, keys }) => {
      const id = String(keys[0] ?? '');
      if (isMembers(after)) {
        const agent = directory.put(after);
        await store.transact((tx) => events.changed(tx, agent, before === undefined ? 'created' : 'updated'));
        return;
      }
      const gone = directory.get(id);
      directory.remove(id);
      await store.transact(async (tx) => {
        await states.forget(tx, id);
        if (gone) await events.changed(tx, gone, 'removed');
      });
      await workload.removed(id);
    },
  };
}

/** Seed 004 §5.1: the name is unique in its namespace, which is the node. */
function requireOwnName({ after, path }: ConfigChange, directory: AgentDirectory): void {
  if (!isMembers(after)) return;
  const { id, name } = agentRecord(after);
  const other = directory.named(name).find((each) => each !== id);
  if (other === undefined) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    appTag: 'data-not-unique',
    path: `${path}/profile/name`,
    message: `agent "${other}" already has the name "${name}"; the name in a profile is unique on the node`,
  });
}
