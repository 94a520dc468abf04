/** Guards: their configuration. */
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsConfig } from '../../generated/providers.js';
import type { ConfigHooks } from '../../server/index.js';
import { gateFaults } from '../check/index.js';
import { voidGates } from '../course/gates.js';
import type { GUARD } from '../gate/guards.js';
import type { WorkflowNeeds } from './needs.js';

type Hooks = ConfigHooks<YangentWorkflowsConfig[typeof GUARD]>;

export function guardHooks({ guardChangers, rows, engine }: WorkflowNeeds): Hooks {
  return {
    validate: async ({ path, after }) => {
      const [fault] = after?.approval ? gateFaults(after.approval) : [];
      if (!fault) return;
      throw new RpcError({
        ...{ type: 'application', tag: 'invalid-value', appTag: fault.code },
        ...{ path: `${path}/approval/${fault.leaf}`, message: fault.message },
      });
    },
    store: async (changes, { user }, tx) => {
      for (const { keys, after } of changes) await guardChangers.note(tx, keys.name, after !== undefined, user);
    },
    // Gates that it has opened open again by the new rule. One that a crash leaves is judged when its step begins.
    apply: async ({ keys: [name], after }) => {
      const why = `the guard "${name}" has ${after ? 'changed' : 'gone'}`;
      for (const { run, node } of await rows.gates.ofGuard(name))
        await engine.on(run, 'node', async (turn) => {
          const step = await turn.step(node);
          if (step?.state === 'awaiting-approval') await voidGates(turn, step, why);
        });
    },
  };
}
