/** Triggers: their configuration, state and action. */
import { OPERATOR_GROUP } from '../../access/index.js';
import { RpcError, type RpcErrorFields } from '../../data/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentWorkflowsConfig, YangentWorkflowsProvider } from '../../generated/providers.js';
import type { ConfigHooks, ListState, Provider } from '../../server/index.js';
import { checkTrigger, type TriggerFault } from '../trigger/check.js';
import type { TRIGGER } from '../trigger/record.js';
import type { WorkflowNeeds } from './needs.js';
import { requireWhole } from './whole.js';

type Hooks = ConfigHooks<YangentWorkflowsConfig[typeof TRIGGER]>;
type State = ListState<YangentWorkflowsProvider['state'][typeof TRIGGER]>;
type Actions = Provider<YangentWorkflowsProvider>['actions'];

export function triggerHooks({ triggers, schema, streams }: WorkflowNeeds): Hooks {
  return {
    validate: async ({ path, after }, call) => {
      if (!after) return;
      requireWhole(call);
      refuse(path, checkTrigger(after, { schema, streams: streams() }));
    },
    store: async (changes, { user }, tx) => {
      for (const { keys, before, after } of changes)
        await triggers.store(tx, keys.name, { ...(before ? { before } : {}), ...(after ? { after } : {}) }, user);
    },
    apply: ({ keys }) => triggers.changed(keys.name),
  };
}

/** @throws RpcError with all faults */
function refuse(path: string, faults: readonly TriggerFault[]): void {
  const [first, ...others] = faults.map(
    ({ path: below, message }): RpcErrorFields => ({
      ...{ type: 'application', tag: 'invalid-value', path: `${path}/${below}`, message },
    }),
  );
  if (first)
    throw new RpcError(
      first,
      others.map((each) => new RpcError(each)),
    );
}

export function triggerState({ triggerRows }: WorkflowNeeds): State {
  return {
    get: async ({ name }) => {
      const row = await triggerRows.get(name);
      if (!row) return {};
      const { owner, fired, next, missed } = row;
      return {
        owner,
        'last-fired': fired,
        next: next === undefined ? undefined : new Date(next).toISOString(),
        waiting: await triggerRows.countWaiting(name, undefined),
        missed: int64(missed),
      };
    },
  };
}

export function triggerActions({ triggers, triggerRows }: WorkflowNeeds): NonNullable<Actions> {
  return {
    '/yangent-workflows:workflows/trigger/fire': async ({ event }, call) => {
      requireWhole(call);
      const {
        keys: { name },
        user,
        groups,
      } = call;
      const { owner } = (await triggerRows.get(name)) ?? {};
      // The run acts with the rights of the owner, on an event that the caller makes up.
      if (user !== owner && !groups.includes(OPERATOR_GROUP)) {
        const message = `only user "${owner}", with whose rights trigger "${name}" acts, and operators may fire it`;
        throw new RpcError({ type: 'application', tag: 'access-denied', message });
      }
      return triggers.fire(name, event);
    },
  };
}
