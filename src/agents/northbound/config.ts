/** Configuration hooks of yangent-agents: the effects of a change of an agent. */
import type { YangentAgentsConfig } from '../../generated/providers.js';
import type { ConfigChange, ConfigHooks } from '../../server/index.js';
import { type AdmissionOptions, admit, admitAll } from '../admission.js';
import type { AgentDirectory } from '../directory.js';
import type { Qualifications } from '../qualification/qualifications.js';
import type { AgentStep, Incarnations } from '../record/incarnations.js';
import { type AgentRecord, agentRecord } from '../record/record.js';
import type { AgentState, AgentStates, AgentStatusChange } from '../record/states.js';
import { mayFind } from '../visibility.js';
import type { AgentWorkload } from '../workload.js';
import type { AgentEvents, ChangedAgent } from './notification.js';

type Agent = YangentAgentsConfig['/yangent-agents:agents/agent'];

export interface AgentHookOptions extends AdmissionOptions {
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly events: AgentEvents;
  readonly workload: AgentWorkload;
  readonly incarnations: Pick<Incarnations, 'follow'>;
  readonly qualifications: Pick<Qualifications, 'noteEntry'>;
  /** Returns the status of the running agent from a registration that is being stored. */
  readonly statusOf: (id: string) => AgentStatusChange | undefined;
  /** Returns the reason of a deregistration in progress. */
  readonly reasonOf: (id: string) => string | undefined;
}

/**
 * Keeps the directory in step with `/yangent-agents:agents/agent`, and sends notifications about added, changed and removed
 * agents.
 */
export function agentHooks(o: AgentHookOptions): ConfigHooks<Agent> {
  const { directory, states, events, workload } = o;
  /** Former names of agents whose identifiers have new owners, until their unfinished tasks were ended. */
  const former: string[] = [];
  return {
    concerns: ({ id }, call) => {
      const agent = directory.get(id);
      return agent !== undefined && mayFind(agent, call, directory);
    },
    validate: (change, call) => admit(change, call, o),
    validateAll: async (changes, call) => admitAll(changes, call, o),
    store: async (changes, call, tx) => {
      // The following notifications are about the new incarnations.
      const taken = await o.incarnations.follow(tx, changes.map(stepOf));
      const changed: ChangedAgent[] = [];
      for (const change of changes) {
        const { id } = change.keys;
        const status = o.isForOwner(call) ? o.statusOf(id) : undefined;
        if (change.after === undefined) await states.forget(tx, id);
        else if (status) await states.change(tx, id, status);
        const reason = change.after === undefined && o.isForOwner(call) ? o.reasonOf(id) : undefined;
        const stateOf = status && ((agent: AgentRecord) => (states.isDown(agent) ? 'offline' : 'online'));
        changed.push(...changedAgent(change, { stateOf, reason }));
      }
      await events.changed(tx, ...changed);
      // Runs in the order of commits, and before the next edit is checked.
      tx.afterCommit(() => {
        former.push(...taken);
        for (const { after, keys } of changes) {
          if (after) directory.put(after);
          else directory.remove(keys.id);
          // The status of a registration is known by now, with what was found about its credentials.
          if (after) o.qualifications.noteEntry(agentRecord(after));
        }
      });
    },
    apply: async ({ after, keys: { id } }) => {
      for (const name of former.splice(0)) await workload.removed(name);
      if (after === undefined) await workload.removed(id);
      // Waiting tasks may now belong to the remote executor.
      else if (directory.get(id)?.remote) workload.resumed(id);
    },
  };
}

function stepOf({ keys, before, after }: ConfigChange<Agent>): AgentStep {
  return {
    id: keys.id,
    ...(before ? { before: agentRecord(before) } : {}),
    ...(after ? { after: agentRecord(after) } : {}),
  };
}

/**
 * Returns the change of an agent for notifications. `stateOf`: its state after the change, if it changes; `reason`: of its removal
 */
function changedAgent(
  { before, after }: ConfigChange<Agent>,
  { stateOf, reason }: { readonly stateOf?: (agent: AgentRecord) => AgentState; readonly reason?: string },
): readonly ChangedAgent[] {
  if (after) {
    const agent = agentRecord(after);
    return [{ agent, change: before === undefined ? 'created' : 'updated', state: stateOf?.(agent) }];
  }
  return before ? [{ agent: agentRecord(before), change: 'removed', reason }] : [];
}
