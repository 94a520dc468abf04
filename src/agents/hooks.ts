import { OPERATOR_GROUP } from '../access/index.js';
import { RpcError } from '../data/index.js';
import type { Call, ConfigChange, ConfigHooks } from '../server/index.js';
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
    validate: async (change, call) => {
      requireOwnName(change, directory);
      refuseTakeover(change, call);
    },
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

/**
 * Who may write configuration does not thereby get to speak for somebody's agent, nor to read its tasks by making it anew:
 * only its owners and operators hand it on or remove it.
 */
function refuseTakeover({ before, after, path }: ConfigChange, call: Call): void {
  if (!isMembers(before) || call.groups.includes(OPERATOR_GROUP)) return;
  const { id, owners } = agentRecord(before);
  if (owners.length === 0 || owners.includes(call.user)) return;
  const later = isMembers(after) ? agentRecord(after).owners : [];
  if (later.length > 0 && !later.includes(call.user)) return;
  const what = isMembers(after) ? `give it to user "${call.user}", or to nobody` : 'remove it';
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    path: isMembers(after) ? `${path}/owner` : path,
    message: `agent "${id}" belongs to ${owners.map((owner) => `"${owner}"`).join(', ')}; only its owners and operators can ${what}`,
  });
}
