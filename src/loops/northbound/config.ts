/** The configuration of yangent-loops: the loops and their policies, and the effects of a change. */
import { RpcError, type Tree } from '../../data/index.js';
import type { Data, YangentLoops_Loops_Loop, YangentLoops_Loops_Loop_Policy } from '../../generated/index.js';
import type { YangentLoops_Loops_Loop_Policy_InUse, YangentLoopsConfig } from '../../generated/providers.js';
import { unknownZone } from '../../policies/index.js';
import { type ConfigHooks, configuredEntry } from '../../server/index.js';
import type { LoopRecord, Loops, NewLoop } from '../loops.js';
import type { PolicyRecord } from '../policy.js';

type Loop = YangentLoopsConfig['/yangent-loops:loops/loop'];

/** Returns a function that reads the configuration of a loop by name. @param running returns the present content of running */
export function configuredLoops(running: () => Tree): (name: string) => LoopRecord | undefined {
  return (name) => recordOf(configuredEntry(running(), '/yangent-loops:loops/loop', name));
}

function recordOf(entry: Loop['value'] | undefined): LoopRecord | undefined {
  if (!entry) return undefined;
  const { agent, owner, enabled, policy } = entry;
  return { agent, owner, enabled, policy: policyOf(policy) };
}

function policyOf(policy: YangentLoops_Loops_Loop_Policy_InUse): PolicyRecord {
  return {
    mode: policy.mode,
    rateLimit: policy['rate-limit'],
    coolDown: policy['cool-down'],
    changeWindows: policy['change-window'] ?? [],
    maxAffected: policy['max-affected'],
    approvalTimeout: policy['approval-timeout'],
    approverGroups: policy['approver-group'] ?? [],
    allowFreeText: policy['allow-free-text'],
    priority: policy.priority,
    conflictWindow: policy['conflict-window'],
  };
}

/** The default policy of a loop whose agent gives none: decisions need approval. */
const FIRST_POLICY: YangentLoops_Loops_Loop_Policy = { mode: 'approve' };

/** Returns the configuration of new loops as their agents define them. */
export function firstConfiguration(loops: readonly NewLoop[]): Pick<Data, 'yangent-loops:loops'> {
  return { 'yangent-loops:loops': { loop: loops.map(entryOf) } };
}

function entryOf({ name, agent, goal, policy }: NewLoop): YangentLoops_Loops_Loop {
  return { name, agent, goal: goal || undefined, policy: { ...FIRST_POLICY, ...policy } };
}

export function loopHooks(loops: Loops): ConfigHooks<Loop> {
  return {
    concerns: ({ name }, call) => {
      const agent = loops.agentOf(name);
      return agent !== undefined && call.sees({ agents: [agent], groups: loops.approverGroups(name) });
    },
    validate: async ({ path, after }) => requireZones(path, after),
    store: async (changes, call, tx) => {
      const steps = changes.map(({ keys, before, after }) => ({
        loop: keys.name,
        exists: after !== undefined,
        moved: before === undefined || after === undefined,
      }));
      await loops.owners.note(tx, steps, call.user);
    },
    apply: async ({ keys, before, after }) => loops.apply(keys.name, recordOf(before), recordOf(after)),
  };
}

/** Refuses change windows in an unknown time zone. @throws RpcError */
function requireZones(path: string, loop: Loop['value'] | undefined): void {
  for (const window of loop?.policy['change-window'] ?? []) {
    const zone = unknownZone(window);
    if (zone === undefined) continue;
    throw new RpcError({
      type: 'application',
      tag: 'invalid-value',
      message: `"${zone}" is no time zone; one has a name like Europe/Berlin`,
      path: `${path}/policy/change-window[.='${window}']`,
    });
  }
}
